import type { Law } from '../law.ts';

export const lists: readonly Law[] = [];
