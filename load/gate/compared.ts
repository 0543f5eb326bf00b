import type { Comparison } from '../../core/load-result.ts';

/** A comparison with a baseline, or why there is none and what to do for one. */
export type Compared = { comparison: Comparison } | { refused: string; advice: string };
