import type { Rule } from '../rule.ts';
import { eachList } from './each-list.ts';
import { filters } from './filters.ts';
import { pages } from './pages.ts';
import { parameters } from './parameters.ts';

export const pagination: readonly Rule[] = [...parameters, ...filters, ...pages, ...eachList];
