import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

const recordedRun = z.strictObject({
  peer: z.string(),
  /** A run against the healthy platform, or a defect by rule and text. */
  subject: z.string(),
  section: z.string(),
  rule: z.string(),
  findings: z.array(z.string()),
  /** Requests that reached the platform. */
  requests: z.int(),
  milliseconds: z.int(),
  /** Why there are no findings. */
  failure: z.string().optional(),
});

/** One run of a peer, as a line of the record. */
export type RecordedRun = z.infer<typeof recordedRun>;

/** Throws on a line that is no run. */
export const readRuns = async (file: string): Promise<RecordedRun[]> => {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => recordedRun.parse(JSON.parse(line)));
};

export const appendRun = async (file: string, run: RecordedRun): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${JSON.stringify(run)}\n`);
};
