import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { StepResult } from './run-steps.ts';
import { nothing } from './tally.ts';

const recordSchema = z.array(
  z.object({
    title: z.string(),
    tally: z.object({ passed: z.number(), failed: z.number(), skipped: z.number() }),
    problems: z.array(z.string()),
    skipped: z.array(z.string()),
  }),
);

/** Keeps the results of a test command for the command after it. */
export function writeRecord(file: string, results: readonly StepResult[]): void {
  writeFileSync(file, JSON.stringify(results));
}

/** Reads the results of the command before this one. A command that broke off left none, and counts as one failed step. */
export function readRecord(file: string): StepResult[] {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    const problems = ['it ended before its last step and left no counts: read the log from its start'];
    return [{ title: 'the command before', tally: { ...nothing, failed: 1 }, problems, skipped: [] }];
  }
}
