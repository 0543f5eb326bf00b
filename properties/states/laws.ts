import type { Law } from '../law.ts';

export const states: readonly Law[] = [];
