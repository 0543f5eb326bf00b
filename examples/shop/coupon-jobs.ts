import type { Context } from './context.ts';
import { createCouponMaker } from './coupon-maker.ts';
import type { CouponJob } from './records.ts';

/** The fields of a notification that the shop uses. */
export type CouponNotice = Pick<CouponJob, 'code' | 'orderId' | 'platformId'>;

/** Processes notifications, with one job for each coupon code. */
export interface CouponJobs {
  knows(code: string): boolean;
  isBusy(): boolean;
  hasCrashed(): boolean;
  /** Saves a notification, so that it survives a restart, and processes it. Resolves when that has ended. */
  take(notice: CouponNotice): Promise<void>;
  /** Creates another coupon for a code, as a faulty shop does. */
  makeAgain(code: string): void;
  /** Continues the jobs that a restart interrupted. */
  resume(): void;
}

/** The wait of a variant between creating a coupon and sending its id. */
const batchMs = 300;

/** The times and counts of some faults. */
const injected = { memoryMs: 200, maxJobs: 10, beginning: 16 };

export const createCouponJobs = (context: Context): CouponJobs => {
  const { state, save, work, newId, settings } = context;
  const { is, does } = settings.behavior;
  const { make, sendId, hasCrashed } = createCouponMaker(context);
  const running = new Set<string>();
  let lastInLine = Promise.resolve();

  const run = async (job: CouponJob): Promise<void> => {
    if (is('sets its id before it looks')) {
      await sendId(job);
      await make(job);
      job.step = 'done';
      return save();
    }
    if (is('second coupon in a burst') || job.step === 'received') await make(job);
    if (job.step !== 'made') return;
    if (does('sets external ids later')) await work.pause(batchMs);
    await sendId(job);
  };

  const begin = (job: CouponJob): Promise<void> => {
    running.add(job.code);
    const inLine = lastInLine;
    const ended = work.begin(async () => {
      try {
        if (does('works one after another')) await inLine;
        await run(job);
      } finally {
        running.delete(job.code);
      }
    });
    lastInLine = ended;
    return ended;
  };

  /** Forgets the notification after a while. */
  const forget = async (code: string): Promise<void> => {
    // a restart ends the wait, so that the code stays known
    await work.pause(injected.memoryMs);
    delete state.jobs[code];
  };

  const isUnfinished = ({ step }: CouponJob): boolean => step === 'received' || step === 'made';

  const keyOf = (code: string): string => {
    if (is('takes codes in any case for the same')) return code.toUpperCase();
    return is('takes codes for the same by their beginning') ? code.slice(0, injected.beginning) : code;
  };

  const jobOf = ({ code, orderId }: CouponNotice): CouponJob | undefined => {
    const known = state.jobs[keyOf(code)];
    if (known !== undefined || orderId === null || !is('takes all coupons of an order for one')) return known;
    return Object.values(state.jobs).find((other) => other.orderId === orderId);
  };

  const takeNew = ({ code, orderId, platformId }: CouponNotice): Promise<void> => {
    if (is('drops notifications under load') && running.size >= injected.maxJobs) return Promise.resolve();
    const isSkipped = is('skips notifications without an order') && orderId === null;
    const job: CouponJob = { code, id: newId(), orderId, platformId, step: isSkipped ? 'gone' : 'received' };
    state.jobs[keyOf(code)] = job;
    save();
    if (isSkipped) return Promise.resolve();
    if (is('second coupon after a while')) forget(code).catch(() => {});
    return begin(job);
  };

  /** Begins a finished job again when its notification is repeated, as a faulty shop does. */
  const injectRepetition = (job: CouponJob): void => {
    if (job.step !== 'done') return;
    if (is('second coupon on a repetition')) Object.assign(job, { id: newId(), step: 'received' });
    if (is('sets its id on every repetition')) job.step = 'made';
    if (is('sets another id on every repetition')) Object.assign(job, { id: newId(), step: 'made' });
  };

  return {
    knows: (code) => state.jobs[keyOf(code)] !== undefined,
    isBusy: () => running.size > 0,
    hasCrashed,
    take(notice) {
      const known = jobOf(notice);
      if (known === undefined) return takeNew(notice);
      injectRepetition(known);
      if (known.step === 'unread') known.step = 'received';
      const isTakenUp = running.has(notice.code) && !is('second coupon in a burst');
      return isUnfinished(known) && !isTakenUp ? begin(known) : Promise.resolve();
    },
    makeAgain(code) {
      const coupon = state.coupons.find((each) => each.code === code);
      if (coupon !== undefined) state.coupons.push({ ...coupon, id: newId() });
      save();
    },
    resume() {
      if (is('second coupon after a restart')) state.jobs = {};
      if (is('forgets its work on a restart')) return;
      for (const job of Object.values(state.jobs)) if (isUnfinished(job)) void begin(job);
    },
  };
};
