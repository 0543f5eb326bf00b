import { journey as own } from '../../../../load/scripts/load.ts';
import { closed } from './closed.ts';
import { mark } from './marks.ts';

export const options = closed;
export const setup = mark;
export const journey = own;
export const teardown = mark;
export const handleSummary = (data: unknown): Record<string, string> => ({ stdout: JSON.stringify(data) });
