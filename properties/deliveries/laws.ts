import type { Law } from '../law.ts';

export const deliveries: readonly Law[] = [];
