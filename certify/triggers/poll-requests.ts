import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { redactionOf } from '../../fixtures/redaction/redaction.ts';
import { type Runtime, systemRuntime } from '../../fixtures/runtime.ts';
import { type ArrivedRequest, type HttpAnswer, refusalOf } from '../stage/arrived-request.ts';
import type { RequestHandler } from '../stage/front.ts';
import { cutMessage, heldCouponsSchema, madeFields, problemOf, withoutNulls } from './partner-answer.ts';
import type { PollTrigger } from './poll-trigger.ts';

interface PollRequestsOptions {
  trigger: PollTrigger;
  /** The bearer that every request must have. Reported messages do not contain it. */
  token: Secret;
  runtime?: Pick<Runtime, 'pause'>;
}

const usualWaitSeconds = 30;
const maxWaitSeconds = 60;

const answerSchema = z.preprocess(
  withoutNulls,
  z.object({
    outcome: z.enum(['done', 'cannot', 'failed']),
    ...madeFields,
    message: z.string().overwrite(cutMessage).exactOptional(),
    coupons: heldCouponsSchema.exactOptional(),
  }),
);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const empty: HttpAnswer = { status: 204, contentType: undefined, body: '' };

/** The seconds to wait; undefined unless the value is a number from 0 to 60. */
const waitIn = (query: URLSearchParams): number | undefined => {
  const text = query.get('wait') ?? String(usualWaitSeconds);
  return /^\d{1,2}$/.test(text) && Number(text) <= maxWaitSeconds ? Number(text) : undefined;
};

/**
 * Serves a partner that Selo cannot reach. `GET /selo/actions/next?wait=30` returns 200 with an action, or 204 if none
 * came within that many seconds. `POST /selo/actions/<number>` says how the action ended.
 */
export const pollRequests = ({ trigger, token, runtime = systemRuntime }: PollRequestsOptions): RequestHandler => {
  const expected = digest(`Bearer ${token.value}`);
  const redact = redactionOf([token]);

  const handNext = async (query: URLSearchParams, gone: AbortSignal): Promise<HttpAnswer> => {
    const seconds = waitIn(query);
    if (seconds === undefined) return refusalOf(400, `wait should be whole seconds from 0 to ${maxWaitSeconds}`);
    const ending = new AbortController();
    const waiting = AbortSignal.any([gone, ending.signal]);
    const waited = runtime.pause(seconds * 1000, waiting).then(
      () => ending.abort(),
      () => {},
    );
    const next = await trigger.next(waiting);
    ending.abort();
    await waited;
    return next === undefined ? empty : { status: 200, contentType: 'application/json', body: JSON.stringify(next) };
  };

  const takeAnswer = async (number: number, { readBody }: ArrivedRequest): Promise<HttpAnswer> => {
    const text = await readBody();
    const answer = answerSchema.safeParse(parsedJson(redact(text ?? '')));
    // an invalid answer counts, so that the partner does not repeat the action
    const problem = answer.success ? '' : problemOf(answer.error);
    const message = `its answer cannot be read: ${problem}`;
    const isKnown = trigger.answer(number, answer.success ? answer.data : { outcome: 'failed', message });
    if (!isKnown) return refusalOf(404, 'There was no action with this number');
    return answer.success ? empty : refusalOf(400, problem);
  };

  return async (request) => {
    const { method, headers, url, gone } = request;
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) {
      return refusalOf(401, 'Authorization should be Bearer and the control token');
    }
    const { pathname, searchParams } = new URL(url, 'http://stage');
    const [, number] = /^\/selo\/actions\/(\d+)$/.exec(pathname) ?? [];
    if (method === 'GET' && pathname === '/selo/actions/next') return await handNext(searchParams, gone);
    if (method === 'POST' && number !== undefined) return await takeAnswer(Number(number), request);
    return refusalOf(404, 'There are GET /selo/actions/next and POST /selo/actions/<number>');
  };
};
