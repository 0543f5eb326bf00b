import type { Rule } from '../rule.ts';
import { dispatch } from './dispatch.ts';
import { payloads } from './payload.ts';
import { retries } from './retries.ts';
import { schedule } from './schedule.ts';
import { silence } from './silence.ts';

export const webhookDelivery: readonly Rule[] = [...payloads, ...retries, ...schedule, ...dispatch, ...silence];
