import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { parsedJson } from '../../fixtures/parsed-json.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { redactionOf } from '../../fixtures/redaction.ts';
import { readBody } from '../read-body.ts';
import type { RequestHandler } from '../stage/front.ts';
import { cutTold } from './cut-told.ts';
import { heldCouponsSchema, madeFields, problemOf, withoutNulls } from './partner-answer.ts';
import type { PollTrigger } from './poll-trigger.ts';

interface PollRequestsOptions {
  trigger: PollTrigger;
  /** The bearer that every request must have; it is taken out of what is answered. */
  token: Secret;
}

const usualWaitSeconds = 30;
const longestWaitSeconds = 60;

const answerSchema = z.preprocess(
  withoutNulls,
  z.object({
    outcome: z.enum(['done', 'cannot', 'failed']),
    ...madeFields,
    told: z.string().overwrite(cutTold).exactOptional(),
    coupons: heldCouponsSchema.exactOptional(),
  }),
);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const send = (response: ServerResponse, status: number, content?: object): void => {
  if (content === undefined) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
};

const refuse = (response: ServerResponse, statusCode: number, message: string): void =>
  send(response, statusCode, { statusCode, message });

/** Seconds; undefined where it is no number of them from 0 to 60. */
const waitIn = (query: URLSearchParams): number | undefined => {
  const text = query.get('wait') ?? String(usualWaitSeconds);
  return /^\d{1,2}$/.test(text) && Number(text) <= longestWaitSeconds ? Number(text) : undefined;
};

/**
 * The requests by which a partner is made to act that cannot be reached: GET `/selo/actions/next?wait=30` is answered 200
 * with an action, or 204 when there was none for so many seconds; POST `/selo/actions/<number>` tells how it ended.
 */
export const pollRequests = ({ trigger, token }: PollRequestsOptions): RequestHandler => {
  const expected = digest(`Bearer ${token.value}`);
  const redact = redactionOf([token]);

  const handNext = async (query: URLSearchParams, response: ServerResponse): Promise<void> => {
    const seconds = waitIn(query);
    if (seconds === undefined) {
      refuse(response, 400, `wait should be whole seconds from 0 to ${longestWaitSeconds}`);
      return;
    }
    const ending = new AbortController();
    const end = (): void => ending.abort();
    const wait = setTimeout(end, seconds * 1000);
    response.once('close', end);
    const next = await trigger.next(ending.signal);
    clearTimeout(wait);
    response.off('close', end);
    if (!response.closed) send(response, next === undefined ? 204 : 200, next);
  };

  const takeAnswer = async (number: number, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readBody(request);
    const answer = answerSchema.safeParse(parsedJson(redact(text ?? '')));
    // an answer that means nothing is one: the action must not be done once more for it
    const problem = answer.success ? '' : problemOf(answer.error);
    const told = `its answer cannot be read: ${problem}`;
    const isKnown = trigger.answer(number, answer.success ? answer.data : { outcome: 'failed', told });
    if (!isKnown) refuse(response, 404, 'There was no action with this number');
    else if (answer.success) send(response, 204);
    else refuse(response, 400, problem);
  };

  return async (request, response) => {
    const { method, headers, url = '' } = request;
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) {
      refuse(response, 401, 'Authorization should be Bearer and the control token');
      return;
    }
    const { pathname, searchParams } = new URL(url, 'http://stage');
    const [, number] = /^\/selo\/actions\/(\d+)$/.exec(pathname) ?? [];
    if (method === 'GET' && pathname === '/selo/actions/next') await handNext(searchParams, response);
    else if (method === 'POST' && number !== undefined) await takeAnswer(Number(number), request, response);
    else refuse(response, 404, 'There are GET /selo/actions/next and POST /selo/actions/<number>');
  };
};
