import { existsSync } from 'node:fs';
import { z } from 'zod';
import { wholeLinesIn } from '../fixtures/reading/whole-lines.ts';

/** How far a run came, as its log of exchanges shows. */
export interface Sent {
  requests: number;
  /** When the last of them ended, where one did. */
  lastEndedAt?: Date;
}

const ended = z.object({ sentAt: z.iso.datetime(), durationMs: z.number() });

const endOf = (line: string): Date => {
  const { sentAt, durationMs } = ended.parse(JSON.parse(line));
  return new Date(Date.parse(sentAt) + durationMs);
};

/** Reads the log of a run, a line an exchange, those of checks that were cut off too; a line that a kill cut off does not count. */
export const sentIn = (file: string): Sent => {
  let requests = 0;
  let last: string | undefined;
  for (const line of existsSync(file) ? wholeLinesIn(file) : []) {
    requests += 1;
    last = line;
  }
  return last === undefined ? { requests } : { requests, lastEndedAt: endOf(last) };
};
