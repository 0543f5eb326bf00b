import { isObject } from '../../core/json.ts';
import type { PartnerCall } from '../../core/partner-record.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { Runtime } from '../../fixtures/runtime.ts';
import { errorsPolicy } from '../../platform/policy/errors.ts';
import { isTo } from '../obligations/model/read-call.ts';
import { type HttpAnswer, refusalOf, type ServedAnswer } from './arrived-request.ts';
import type { CallDisturbance } from './disturbances.ts';
import type { Forward, HttpCall } from './forward.ts';

interface AnswerCallOptions {
  /** Aborts when the partner disconnects. */
  gone: AbortSignal;
  forward: Forward;
  runtime: Pick<Runtime, 'pause'>;
  /** Milliseconds for which a call that is never answered stays open. */
  holdMs: number;
}

/** The documented message for a missing record; undefined for routes without a record. */
const missingMessage = (call: HttpCall): string | undefined =>
  Object.entries(errorsPolicy.missingRecord).find(([route]) => isTo(call, route))?.[1].message;

const refusals = {
  'answered 500': () => refusalOf(500, 'Internal server error'),
  'answered 404': (call: HttpCall) => refusalOf(404, missingMessage(call) ?? 'Not Found'),
  'answered 400': () => refusalOf(400, ['externalId should not be empty']),
  'answered 422': (call: HttpCall) =>
    refusalOf(422, (call.method === 'GET' ? missingMessage(call) : undefined) ?? 'Invalid status'),
  'answered 401': () => refusalOf(401, 'Unauthorized'),
  'answered 403': () => ({
    status: 403,
    contentType: 'text/html; charset=utf-8',
    body: '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body></body></html>',
  }),
  /** As a gateway answers while the platform is not there. */
  'answered 503': () => ({
    status: 503,
    contentType: 'text/html; charset=utf-8',
    body: '<html><head><title>503 Service Temporarily Unavailable</title></head><body></body></html>',
  }),
  'answered 429': () => ({ ...refusalOf(429, 'Too Many Requests'), headers: { 'retry-after': '1' } }),
};

/** A response to a write may repeat the request. It then has an id only if the request had one. */
const echoOf = (answer: HttpAnswer, { body }: HttpCall): HttpAnswer =>
  answer.status < 300 ? { ...answer, body } : answer;

const withoutId = (answer: HttpAnswer): HttpAnswer => {
  const fields = parsedJson(answer.body);
  if (!isObject(fields) || answer.status >= 300) return answer;
  const { id: _, ...rest } = fields;
  return { ...answer, body: JSON.stringify(rest) };
};

/** The fields of the coupon configuration are not documented, so no value enables or blocks anything. */
const inactive = (answer: HttpAnswer): HttpAnswer => {
  const fields = parsedJson(answer.body);
  return isObject(fields)
    ? { ...answer, body: JSON.stringify({ ...fields, active: false, isActive: false, enabled: false }) }
    : answer;
};

interface AnsweredCall {
  served: ServedAnswer;
  /** What the partner receives. */
  seen: PartnerCall['answer'];
}

/** Forwards a call to the platform with its disturbance, and resolves with what the partner gets. */
export const answerCall = async (
  call: HttpCall,
  disturbance: CallDisturbance | undefined,
  { gone, forward, runtime, holdMs }: AnswerCallOptions,
): Promise<AnsweredCall> => {
  /** Waits until the time is over or the partner disconnects. */
  const hold = async (ms: number, until = gone): Promise<void> => {
    if (ms > 0) await runtime.pause(ms, AbortSignal.any([gone, until])).catch(() => {});
  };
  const give = (answer: HttpAnswer): AnsweredCall => ({
    served: answer,
    // a partner that disconnected gets no response
    seen: gone.aborted ? { lost: 'time-out' } : { status: answer.status, body: answer.body },
  });
  switch (disturbance?.kind) {
    case 'answered 500':
    case 'answered 404':
    case 'answered 400':
    case 'answered 422':
    case 'answered 401':
    case 'answered 403':
    case 'answered 429':
    case 'answered 503':
      await hold(disturbance.delayMs ?? 0, disturbance.until);
      return give(refusals[disturbance.kind](call));
    case 'echoed':
      return give(echoOf(await forward(call), call));
    case 'answered without id':
      return give(withoutId(await forward(call)));
    case 'reset':
      await hold(disturbance.delayMs ?? 0, disturbance.until);
      return { served: 'cut', seen: { lost: 'reset' } };
    case 'stored, then reset':
      await forward(call);
      await hold(disturbance.delayMs ?? 0, disturbance.until);
      return { served: 'cut', seen: { lost: 'reset' } };
    case 'stored, then no answer':
      await forward(call);
      await hold(holdMs);
      return { served: 'cut', seen: { lost: 'time-out' } };
    case 'slow':
    case 'changed list':
    case 'inactive configuration':
    case undefined: {
      await disturbance?.change?.();
      const forwarded = await forward(call);
      await hold(disturbance?.delayMs ?? 0, disturbance?.until);
      return give(disturbance?.kind === 'inactive configuration' ? inactive(forwarded) : forwarded);
    }
  }
};
