import type { Law } from '../law.ts';
import { statuses } from './statuses.ts';

/** Texts and numbers that nobody would list. */
export const values: readonly Law[] = [statuses];
