import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { StepResult } from './run-steps.ts';

const recordSchema = z.array(
  z.object({
    title: z.string(),
    tally: z.object({ passed: z.number(), failed: z.number(), skipped: z.number() }),
    problems: z.array(z.string()),
    skipped: z.array(z.string()),
  }),
);

/** Keeps what a test command found for the command after it. */
export function writeRecord(file: string, results: readonly StepResult[]): void {
  writeFileSync(file, JSON.stringify(results));
}

/** What a command before this one found. One that ended before it could keep its results counts as one failed step. */
export function readRecord(file: string): StepResult[] {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    const problems = ['it ended before its last step and left no counts: read the log from its start'];
    return [{ title: 'the command before', tally: { passed: 0, failed: 1, skipped: 0 }, problems, skipped: [] }];
  }
}
