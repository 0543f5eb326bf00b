import type { Property } from '../property.ts';
import { nearNumbers, noDates } from './bad-parameters.ts';
import { afterSelects, bothSelect, filteredPartition, updatedAtSelects } from './filters.ts';
import { anyPage, oneTotal, pagesAsCounted } from './one-page.ts';
import { onePartition, sameInAnySize } from './pages.ts';

/** Pages of any size, and what the filters let onto them. */
export const lists: readonly Property[] = [
  onePartition,
  sameInAnySize,
  anyPage,
  pagesAsCounted,
  afterSelects,
  updatedAtSelects,
  bothSelect,
  oneTotal,
  filteredPartition,
  nearNumbers,
  noDates,
];
