import type { Law } from '../law.ts';

export const identity: readonly Law[] = [];
