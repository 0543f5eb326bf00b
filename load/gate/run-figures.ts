import type { LoadResult } from '../../core/load-result.ts';

/** What a run found, before the gate has judged it. */
export type RunFigures = Omit<LoadResult, 'objectives' | 'gate'>;
