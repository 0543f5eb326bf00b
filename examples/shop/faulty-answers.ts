import type { CouponJobs, CouponNotice } from './coupon-jobs.ts';
import type { FaultName } from './faults.ts';
import { isObject, type JsonObject } from './json.ts';
import type { Platform } from './platform.ts';
import type { Work } from './work.ts';

interface Received {
  /** The whole payload of the notification. */
  payload: JsonObject;
  notice: CouponNotice;
  /** Whether the notification came before. */
  isKnown: boolean;
  jobs: CouponJobs;
  platform: Platform;
  work: Work;
}

/** How a receiver with a fault responds. `isProcessed`: it still processes the notification. */
export type WrongAnswer =
  | { status: number; isProcessed: boolean; headers?: Record<string, string> }
  | 'silence'
  | 'hang-up';

type Injection = (received: Received) => WrongAnswer | undefined | Promise<WrongAnswer | undefined>;

const knownFields = ['code', 'id', 'orderId', 'companyId'];

const lateMs = 3_000;
const tooLateMs = 6_000;

const isGone = async ({ platform, notice }: Received): Promise<boolean> => {
  const found = await platform.send({ method: 'GET', path: `/coupons/code/${encodeURIComponent(notice.code)}` });
  return found.kind === 'refused';
};

/** An injection that returns undefined keeps the right response. */
const injections: Partial<Record<FaultName, Injection>> = {
  async 'answers after its work'({ jobs, notice }) {
    await jobs.take(notice);
    return undefined;
  },
  async 'looks up before it answers'(received) {
    await isGone(received);
    return undefined;
  },
  async 'answers 404 for a coupon that is gone'(received) {
    return (await isGone(received)) ? { status: 404, isProcessed: false } : undefined;
  },
  async 'answers late'({ work }) {
    await work.pause(lateMs);
    return undefined;
  },
  async 'answers too late'({ work }) {
    await work.pause(tooLateMs);
    return undefined;
  },
  'never answers': () => 'silence',
  'hangs up on notifications': () => 'hang-up',
  'falls silent on a missing coupon': ({ jobs }) => (jobs.hasCrashed() ? 'hang-up' : undefined),
  'answers with a redirect': () => ({ status: 302, isProcessed: true, headers: { location: '/thanks' } }),
  'answers 500 though it took it': () => ({ status: 500, isProcessed: true }),
  'answers 500 on a repetition': ({ isKnown }) => (isKnown ? { status: 500, isProcessed: false } : undefined),
  'answers 409 on a repetition': ({ isKnown }) => (isKnown ? { status: 409, isProcessed: false } : undefined),
  'answers 500 without an order': ({ notice }) =>
    notice.orderId === null ? { status: 500, isProcessed: false } : undefined,
  'rejects unknown fields': ({ payload }) =>
    Object.keys(payload).some((name) => !knownFields.includes(name)) ? { status: 400, isProcessed: false } : undefined,
  'rejects nested fields': ({ payload }) =>
    Object.values(payload).some(isObject) ? { status: 400, isProcessed: false } : undefined,
  'rejects codes with other signs': ({ notice }) =>
    /^[a-z\d-]+$/i.test(notice.code) ? undefined : { status: 400, isProcessed: false },
  'takes one at a time': ({ jobs }) => (jobs.isBusy() ? { status: 503, isProcessed: false } : undefined),
};

/** How a receiver with that fault responds; undefined for the right response. */
export const wrongAnswer = async (
  fault: FaultName | undefined,
  received: Received,
): Promise<WrongAnswer | undefined> => {
  const inject = fault && injections[fault];
  return inject?.(received);
};
