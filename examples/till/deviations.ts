import type { Deviation } from './manners.ts';

export const deviations: ReadonlyMap<string, Deviation> = new Map();
