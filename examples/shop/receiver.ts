import { timingSafeEqual } from 'node:crypto';
import type { Context } from './context.ts';
import type { CouponJobs, CouponNotice } from './coupon-jobs.ts';
import { wrongAnswer } from './faulty-answers.ts';
import { isObject, parseJson, textIn } from './json.ts';
import type { Reply, ShopRequest } from './shop-request.ts';

/** Answers `POST /webhook`. */
export type Receiver = (request: Pick<ShopRequest, 'authorization' | 'text'>) => Promise<Reply>;

const isSame = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** The platform may add fields, and may name no order. Neither is an error. */
const readNotice = (payload: unknown): CouponNotice | undefined => {
  const code = textIn(payload, 'code');
  if (code === undefined || code === '') return undefined;
  return { code, orderId: textIn(payload, 'orderId') ?? null, platformId: textIn(payload, 'id') };
};

const leisureMs = 200;

/** The platform waits a few seconds for the response and then retries, so the receiver responds before it processes. */
export const createReceiver = ({ state, platform, settings, work }: Context, jobs: CouponJobs): Receiver => {
  const { is, does, fault } = settings.behavior;

  const isAuthentic = (authorization: string | undefined): boolean => {
    const { registration } = state;
    if (is('accepts a wrong bearer')) return true;
    if (is('accepts no bearer') && authorization === undefined) return true;
    if (is('refuses its own bearer')) return authorization === `Bearer ${settings.platform.token}`;
    if (registration === null) return false;
    const { bearerToken, formerBearerToken } = registration;
    return (
      bearerToken === null ||
      [bearerToken, formerBearerToken].some(
        (token) => token !== undefined && isSame(authorization ?? '', `Bearer ${token}`),
      )
    );
  };

  const right = (): Reply => {
    if (does('answers 202')) return { status: 202 };
    return does('answers 200 with a body') ? { status: 200, body: { received: true } } : { status: 204 };
  };

  /** The codes and bodies that were received. */
  const written = new Set<string>();

  return async ({ authorization, text }) => {
    const payload = parseJson(text);
    const notice = readNotice(payload);
    if (!isAuthentic(authorization)) {
      if (is('works on what it refuses') && notice !== undefined) void jobs.take(notice);
      return { status: 401 };
    }
    if (!isObject(payload) || notice === undefined) return { status: 400 };

    if (does('answers within a second')) await work.pause(leisureMs);
    const wrong = await wrongAnswer(fault, { payload, notice, isKnown: jobs.knows(notice.code), jobs, platform, work });
    if (wrong === 'silence' || wrong === 'hang-up') return wrong;
    // saved before the response, because a delivered notification must survive a restart
    if (wrong === undefined || wrong.isProcessed) void jobs.take(notice);
    const isRewritten = JSON.stringify(payload) !== text || written.has(notice.code) !== written.has(text);
    if (isRewritten && is('second coupon for a notification that is written otherwise')) jobs.makeAgain(notice.code);
    written.add(text).add(notice.code);
    if (wrong === undefined) return right();
    const { status, headers: more = {} } = wrong;
    return { status, headers: more };
  };
};
