import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parsedJson } from '../../fixtures/parsed-json.ts';
import { isObject } from '../../suites/json.ts';
import type { PartnerCall } from '../../suites/partner/record.ts';
import type { CallDisturbance } from './disturbances.ts';
import type { Forward, HttpCall } from './forward.ts';
import { type HttpAnswer, refusalOf, respond } from './http-answer.ts';

interface AnswerCallOptions {
  request: IncomingMessage;
  response: ServerResponse;
  forward: Forward;
  /** How long a call that is never answered is held, in ms. */
  holdMs: number;
}

const refusals = {
  'answered 500': refusalOf(500, 'Internal server error'),
  'answered 404': refusalOf(404, 'Coupon not found'),
  'answered 400': refusalOf(400, ['externalId should not be empty']),
  'answered 422': refusalOf(422, 'Invalid status'),
};

/** The configuration of coupons enables and blocks nothing, whatever it says: its fields are not documented. */
const inactive = (answer: HttpAnswer): HttpAnswer => {
  const fields = parsedJson(answer.body);
  return isObject(fields)
    ? { ...answer, body: JSON.stringify({ ...fields, active: false, isActive: false, enabled: false }) }
    : answer;
};

/** Waits, but no longer than the partner does. */
const hold = async (response: ServerResponse, ms: number): Promise<void> => {
  if (ms > 0 && !response.closed) await Promise.race([once(response, 'close'), delay(ms, undefined, { ref: false })]);
};

const give = (response: ServerResponse, answer: HttpAnswer): PartnerCall['answer'] => {
  // a partner that no longer waits gets none
  const isAwaited = !response.destroyed;
  respond(response, answer);
  return isAwaited ? { status: answer.status, body: answer.body } : { lost: 'time-out' };
};

/** Has the platform answer a call, or not, as the disturbance wants it, and resolves with what the partner got. */
export const answerCall = async (
  call: HttpCall,
  disturbance: CallDisturbance | undefined,
  { request, response, forward, holdMs }: AnswerCallOptions,
): Promise<PartnerCall['answer']> => {
  switch (disturbance?.kind) {
    case 'answered 500':
    case 'answered 404':
    case 'answered 400':
    case 'answered 422':
      return give(response, refusals[disturbance.kind]);
    case 'reset':
      request.socket.destroy();
      return { lost: 'reset' };
    case 'stored, then reset':
      await forward(call);
      request.socket.destroy();
      return { lost: 'reset' };
    case 'stored, then no answer':
      await forward(call);
      await hold(response, holdMs);
      request.socket.destroy();
      return { lost: 'time-out' };
    case 'slow':
    case 'changed list':
    case 'inactive configuration':
    case undefined: {
      await disturbance?.change?.();
      const forwarded = await forward(call);
      await hold(response, disturbance?.delayMs ?? 0);
      return give(response, disturbance?.kind === 'inactive configuration' ? inactive(forwarded) : forwarded);
    }
  }
};
