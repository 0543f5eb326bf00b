import type { Rule } from '../rule.ts';
import { bodies } from './bodies.ts';
import { dateTimeFilters } from './date-time-filters.ts';
import { datesAlone } from './dates-alone.ts';
import { returned } from './returned.ts';

/** DATE-1 to DATE-12. */
export const dates: readonly Rule[] = [...dateTimeFilters, ...datesAlone, ...bodies, ...returned];
