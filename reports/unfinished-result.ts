import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Result, resultSchema } from '../core/result.ts';
import type { Verdict } from '../core/verdict.ts';
import { readJournal } from '../fixtures/journal.ts';
import type { Secret } from '../fixtures/profile/secret.ts';
import { wholeLinesIn } from '../fixtures/reading/whole-lines.ts';
import { evidenceRedaction, redactedJson } from '../fixtures/redaction/redaction.ts';
import { runFiles } from '../suites/session/evidence-folder.ts';
import { judgeWaivers, tallyOf } from './conclude.ts';
import { blameProfile } from './failures/profile-blame.ts';

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
const readVerdictLog = (folder: string, refusal: (said: string) => Error): Verdict[] => {
  const file = join(folder, verdictsFile);
  if (!existsSync(file)) return [];
  return [...wholeLinesIn(file)].map((line, index) => {
    const verdict = verdictIn(line);
    if (verdict) return verdict;
    throw refusal(`${file} cannot be read: line ${index + 1} is no verdict of this version`);
  });
};

interface Sent {
  requests: number;
  /** When the last one ended. */
  lastEndedAt?: Date;
}

const ended = z.object({ sentAt: z.iso.datetime(), durationMs: z.number() });

const endOf = (line: string): Date => {
  const { sentAt, durationMs } = ended.parse(JSON.parse(line));
  return new Date(Date.parse(sentAt) + durationMs);
};

/** Counts the exchanges in the log of a run. A line that a kill cut off does not count. */
const sentIn = (file: string): Sent => {
  let requests = 0;
  let last: string | undefined;
  for (const line of existsSync(file) ? wholeLinesIn(file) : []) {
    requests += 1;
    last = line;
  }
  return last === undefined ? { requests } : { requests, lastEndedAt: endOf(last) };
};

/** What the run has left, because it did not clean up. */
const leftBehind = ({ run, setUp }: Result, folder: string): string[] => {
  const created = readJournal(join(folder, runFiles.journal)).filter(
    ({ isAccepted, isRemoved }) => !isAccepted && !isRemoved,
  ).length;
  const registered = Object.keys(setUp?.mailboxes ?? {});
  return [
    ...(created > 0
      ? [
          `up to ${created} records may still be there, with names that begin with selo-${run.id}-: ${runFiles.journal} in its folder lists them; remove them with "npx selo clean" and this folder`,
        ]
      : []),
    ...(registered.length > 0
      ? [`the webhook registration of ${registered.join(', ')} was not restored: "npx selo clean" restores it`]
      : []),
  ];
};

/**
 * Completes the result of a killed run from the logs in its folder. Throws the error that `refusal` makes if a log
 * cannot be read.
 */
export const completed = (begun: Result, folder: string, refusal: (said: string) => Error): Result => {
  const reached = new Map(readVerdictLog(folder, refusal).map((verdict) => [verdict.rule, verdict]));
  const judged = begun.verdicts.map((verdict) => reached.get(verdict.rule) ?? verdict);
  const { verdicts, profileFaults } = blameProfile(begun.setUp, judged);
  const { unfinished: _, ...run } = begun.run;
  const { requests, lastEndedAt } = sentIn(join(folder, runFiles.exchanges));
  return {
    ...begun,
    run: { ...run, requests, endedAt: lastEndedAt?.toISOString() ?? run.startedAt },
    ...tallyOf(verdicts),
    verdicts,
    profileFaults,
    waivers: judgeWaivers(begun.waivers, verdicts, run.startedAt.slice(0, 10)),
    troubles: [
      ...begun.troubles,
      `the run did not end by itself: it was killed or is still under way, with a verdict on ${reached.size} of ${verdicts.length} rules`,
      ...leftBehind(begun, folder),
    ],
  };
};
