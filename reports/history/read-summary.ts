import { readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { resultVersion } from '../../core/result.ts';
import { type RunSummary, runSummarySchema } from './run-summary.ts';

/**
 * Why a file is left out of a history. `unreadable`: damaged, cut off or invalid. `unfinished`: the run has not ended,
 * or was killed.
 */
export const whyLeftOut = ['no result', 'other version', 'unreadable', 'unfinished'] as const;
export type WhyLeftOut = (typeof whyLeftOut)[number];

/** A larger file is not a result: the largest runs use a tenth of it. */
const maxBytes = 256 * 1024 * 1024;

const versioned = z.object({ schema: z.number() });

const contentOf = (file: string): unknown => {
  if (statSync(file).size > maxBytes) throw new Error('too large');
  return JSON.parse(readFileSync(file, 'utf8'));
};

/** Reads the summary of a result, or says why there is none. Never throws. */
export const readSummary = (file: string): RunSummary | WhyLeftOut => {
  try {
    const content = contentOf(file);
    const { data } = versioned.safeParse(content);
    if (data === undefined) return 'no result';
    if (data.schema !== resultVersion) return 'other version';
    return runSummarySchema.safeParse(content).data ?? 'unreadable';
  } catch {
    return 'unreadable';
  }
};
