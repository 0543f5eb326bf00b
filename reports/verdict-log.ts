import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { resultSchema } from '../core/result.ts';
import type { Verdict } from '../core/verdict.ts';
import type { Secret } from '../fixtures/profile/secret.ts';
import { wholeLinesIn } from '../fixtures/reading/whole-lines.ts';
import { evidenceRedaction, redactedJson } from '../fixtures/redaction/redaction.ts';

/** In the folder of a run that has not ended: its verdicts so far, each as a line of JSON. */
export const verdictsFile = 'verdicts.ndjson';

/** Returns what adds a verdict to the log of a run, without secrets and at once, so that it outlives a run that is killed. */
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
 * The verdicts that a run had reached, in the order in which they came; a last line that a kill cut off is left out.
 * Throws what `refusal` makes of the words for why a line cannot be read.
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
