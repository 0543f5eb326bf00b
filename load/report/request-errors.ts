import type { LoadResult } from '../../core/load-result.ts';
import { isError } from '../run/record/traffic.ts';
import { inWhole } from './figures.ts';

type ByStatus = LoadResult['requests'][number]['byStatus'];

/** Requests without an answer, and those answered 500 or above. */
export const errorsOf = (byStatus: ByStatus): number =>
  Object.entries(byStatus).reduce((sum, [status, count]) => (isError(Number(status)) ? sum + count : sum), 0);

/** The answers by status, most frequent first: `202 × 26,000, no answer × 3`. */
export const statusesInWords = (byStatus: ByStatus): string =>
  Object.entries(byStatus)
    .toSorted(([, a], [, b]) => b - a)
    .map(([status, count]) => `${status === '0' ? 'no answer' : status} × ${inWhole(count)}`)
    .join(', ');
