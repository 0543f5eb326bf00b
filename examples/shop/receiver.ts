import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from './context.ts';
import type { CouponJobs, CouponNotice } from './coupon-jobs.ts';
import { isObject, parseJson, textIn } from './json.ts';
import { readText } from './read-text.ts';
import { wrongAnswer } from './spoiled-answers.ts';

/** Answers `POST /webhook`. */
export type Receiver = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const isSame = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** The platform may add fields and may have no order to name: neither is an error. */
const readNotice = (payload: unknown): CouponNotice | undefined => {
  const code = textIn(payload, 'code');
  if (code === undefined || code === '') return undefined;
  return { code, orderId: textIn(payload, 'orderId') ?? null, platformId: textIn(payload, 'id') };
};

const leisureMs = 200;

/** The platform waits some seconds for its answer and sends again without one: so answer first and work afterwards. */
export const createReceiver = ({ state, platform, settings, work }: Context, jobs: CouponJobs): Receiver => {
  const { is, does, fault } = settings.behaviour;

  const isAuthentic = ({ headers }: IncomingMessage): boolean => {
    const { registration } = state;
    if (is('accepts a wrong bearer')) return true;
    if (is('accepts no bearer') && headers.authorization === undefined) return true;
    if (is('refuses its own bearer')) return headers.authorization === `Bearer ${settings.platform.token}`;
    if (registration === null) return false;
    const { bearerToken, formerBearerToken } = registration;
    return (
      bearerToken === null ||
      [bearerToken, formerBearerToken].some(
        (token) => token !== undefined && isSame(headers.authorization ?? '', `Bearer ${token}`),
      )
    );
  };

  const answer = (response: ServerResponse): void => {
    if (does('answers 202')) response.writeHead(202).end();
    else if (does('answers 200 with a body')) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"received":true}');
    } else response.writeHead(204).end();
  };

  return async (request, response) => {
    const text = await readText(request);
    // stopped meanwhile: what is no longer kept must not be answered as if it were
    if (work.signal.aborted) return void request.destroy();
    const payload = parseJson(text);
    const notice = readNotice(payload);
    if (!isAuthentic(request)) {
      if (is('works on what it refuses') && notice !== undefined) void jobs.take(notice);
      return void response.writeHead(401).end();
    }
    if (!isObject(payload) || notice === undefined) return void response.writeHead(400).end();

    if (does('answers within a second')) await work.pause(leisureMs);
    const wrong = await wrongAnswer(fault, { payload, notice, isKnown: jobs.knows(notice.code), jobs, platform });
    if (wrong === 'silence') return;
    if (wrong === 'hang-up') return void request.socket.destroy();
    // taken on before it is answered: what the platform believes delivered must outlast a restart
    if (wrong === undefined || wrong.isTaken) void jobs.take(notice);
    if (wrong === undefined) return answer(response);
    response.writeHead(wrong.status, wrong.headers).end();
  };
};
