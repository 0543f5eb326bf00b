import type { Law } from '../law.ts';

export const dates: readonly Law[] = [];
