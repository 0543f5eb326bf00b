import type { Law } from '../law.ts';

export const races: readonly Law[] = [];
