import type { Property } from '../property.ts';
import { bodies } from './bodies.ts';
import { farFilters } from './far-filters.ts';
import { historyFilters } from './history-filters.ts';
import { zonedFilters } from './zoned-filters.ts';

/** Dates as nobody would list them: any instant, in any zone, wherever the document has a date. */
export const dates: readonly Property[] = [...bodies, zonedFilters, farFilters, ...historyFilters];
