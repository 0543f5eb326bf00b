import { isObject } from '../../core/json.ts';
import type { PartnerCall } from '../../core/partner-record.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { Runtime } from '../../fixtures/runtime.ts';
import { errorsPolicy } from '../../platform/policy/errors.ts';
import { isTo } from '../obligations/model/read-call.ts';
import type { ServedAnswer } from './arrived-request.ts';
import type { CallDisturbance } from './disturbances.ts';
import type { Forward, HttpCall } from './forward.ts';
import { type HttpAnswer, refusalOf } from './http-answer.ts';

interface AnswerCallOptions {
  /** Aborts when the partner no longer waits. */
  gone: AbortSignal;
  forward: Forward;
  runtime: Pick<Runtime, 'pause'>;
  /** How long a call that is never answered is held, in ms. */
  holdMs: number;
}

/** What the document has the platform say of a record that it does not have; undefined for routes to no record. */
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
  'answered 429': () => ({ ...refusalOf(429, 'Too Many Requests'), headers: { 'retry-after': '1' } }),
};

/** An answer to a write may repeat the request, and then has no id unless the request had one. */
const echoOf = (answer: HttpAnswer, { body }: HttpCall): HttpAnswer =>
  answer.status < 300 ? { ...answer, body } : answer;

const withoutId = (answer: HttpAnswer): HttpAnswer => {
  const fields = parsedJson(answer.body);
  if (!isObject(fields) || answer.status >= 300) return answer;
  const { id: _, ...rest } = fields;
  return { ...answer, body: JSON.stringify(rest) };
};

/** The configuration of coupons enables and blocks nothing, whatever it says: its fields are not documented. */
const inactive = (answer: HttpAnswer): HttpAnswer => {
  const fields = parsedJson(answer.body);
  return isObject(fields)
    ? { ...answer, body: JSON.stringify({ ...fields, active: false, isActive: false, enabled: false }) }
    : answer;
};

interface AnsweredCall {
  /** What goes out. */
  served: ServedAnswer;
  /** What the partner sees of it. */
  seen: PartnerCall['answer'];
}

/** Has the platform answer a call, or not, as the disturbance wants it, and resolves with what the partner gets. */
export const answerCall = async (
  call: HttpCall,
  disturbance: CallDisturbance | undefined,
  { gone, forward, runtime, holdMs }: AnswerCallOptions,
): Promise<AnsweredCall> => {
  /** Waits, but no longer than the partner does. */
  const hold = async (ms: number): Promise<void> => {
    if (ms > 0) await runtime.pause(ms, gone).catch(() => {});
  };
  const give = (answer: HttpAnswer): AnsweredCall => ({
    served: answer,
    // a partner that no longer waits gets none
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
      return give(refusals[disturbance.kind](call));
    case 'echoed':
      return give(echoOf(await forward(call), call));
    case 'answered without id':
      return give(withoutId(await forward(call)));
    case 'reset':
      return { served: 'cut', seen: { lost: 'reset' } };
    case 'stored, then reset':
      await forward(call);
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
      await hold(disturbance?.delayMs ?? 0);
      return give(disturbance?.kind === 'inactive configuration' ? inactive(forwarded) : forwarded);
    }
  }
};
