import type { Property } from '../property.ts';
import { slowAnswers, untilAccepted } from './accepted.ts';
import { waits } from './waits.ts';
import { atMostTen, upToTen } from './whole-schedules.ts';

/** How a receiver may fail, in any order. */
export const deliveries: readonly Property[] = [untilAccepted, slowAnswers, atMostTen, upToTen, waits];
