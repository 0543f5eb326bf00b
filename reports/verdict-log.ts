import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { resultSchema } from '../core/result.ts';
import type { Verdict } from '../core/verdict.ts';
import type { Secret } from '../fixtures/profile/secret.ts';
import { wholeLinesIn } from '../fixtures/reading/whole-lines.ts';
import { evidenceRedaction, redactedJson } from '../fixtures/redaction/redaction.ts';

/** In the folder of a running run: its verdicts so far, one JSON value a line. */
export const verdictsFile = 'verdicts.ndjson';

/** Returns a function that appends a verdict to the log without secrets, so that a killed run keeps it. */
export const verdictLog = (folder: string, secrets: readonly Secret[]): ((verdict: Verdict) => void) => {
  const file = join(folder, verdictsFile);
  const redact = evidenceRedaction(secrets);
  return (verdict) => appendFileSync(file, `${redactedJson(verdict, redact).json}\n`);
};

const verdictIn = (line: string): Verdict | undefined => {
  try {
    return resultSchema.shape.verdicts.element.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
};

/**
 * The verdicts in the log of a run. A line that a kill cut off does not count. Throws the error that `refusal` makes if
 * a line is invalid.
 */
export const readVerdictLog = (folder: string, refusal: (said: string) => Error): Verdict[] => {
  const file = join(folder, verdictsFile);
  if (!existsSync(file)) return [];
  return [...wholeLinesIn(file)].map((line, index) => {
    const verdict = verdictIn(line);
    if (verdict) return verdict;
    throw refusal(`${file} cannot be read: line ${index + 1} is no verdict of this version`);
  });
};
