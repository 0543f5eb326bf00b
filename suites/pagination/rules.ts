import type { Rule } from '../rule.ts';
import { eachList } from './each-list.ts';
import { filters } from './filters.ts';
import { pages } from './pages.ts';
import { parameters } from './parameters.ts';

/** PAG-1 to PAG-24, in the order of their numbers. */
export const pagination: readonly Rule[] = [...parameters, ...filters, ...pages, ...eachList];
