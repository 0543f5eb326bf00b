import type { Rule } from '../rule.ts';
import { bodies } from './bodies.ts';
import { dateTimeFilters } from './date-time-filters.ts';
import { datesAlone } from './dates-alone.ts';
import { eachList } from './each-list.ts';
import { returned } from './returned.ts';

export const dates: readonly Rule[] = [...dateTimeFilters, ...datesAlone, ...bodies, ...returned, ...eachList];
