import { journey as own } from '../../../../load/scripts/load.ts';
import { mark, measured, summarize } from './measurement.ts';

export const options = measured;
export const setup = mark;
export const teardown = mark;
export const handleSummary = summarize;
export const journey = own;
