import type { Context } from './context.ts';
import { createCouponLookup } from './coupon-lookup.ts';
import { injectCouponFault } from './faulty-coupons.ts';
import { isObject, textIn } from './json.ts';
import { readCoupon } from './read-coupon.ts';
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

type Terms = NonNullable<ReturnType<typeof readCoupon>>;

/** The wait of a variant between creating a coupon and sending its id. */
const batchMs = 300;

/** The times and counts of some faults. */
const injected = { memoryMs: 200, maxJobs: 10, beginning: 16 };

export const createCouponJobs = (context: Context): CouponJobs => {
  const { state, save, work, platform, newId, note, settings, surroundings } = context;
  const { is, does, fault } = settings.behavior;
  const lookup = createCouponLookup(context);
  const running = new Set<string>();
  let lastInLine = Promise.resolve();

  /** Stores the platform's coupon as one of the shop. */
  const register = async ({ code, id }: CouponJob, terms: Terms): Promise<void> => {
    const { type, amount, minPurchaseValue, expiryDate, phone } = terms;
    const body = { externalId: id, code, type, amount, minPurchaseValue, expiryDate, phone, awaitingOrder: false };
    await platform.send({ method: 'POST', path: '/coupons', body });
  };

  /** The terms that a faulty shop mixes up with those of another coupon. */
  const faultyTerms = (terms: Terms): Terms => {
    const last = state.coupons.findLast(({ origin }) => origin === 'platform');
    if (is('gives coupons to another customer')) return { ...terms, phone: last?.phone ?? terms.phone };
    if (is('makes coupons by the terms of the last')) return { ...terms, amount: last?.amount ?? terms.amount };
    return terms;
  };

  /** Creates the shop's own coupon from the platform's. */
  const make = async (job: CouponJob): Promise<void> => {
    const found = await lookup.read(job);
    if (found.kind === 'unreachable') return note(`coupon ${job.code} has to wait: ${found.why}`);
    if (found.kind === 'refused') {
      // a newer giftback has replaced this one, so there is nothing to create
      job.step = 'gone';
      return save();
    }
    const terms = readCoupon(found.body);
    if (terms === undefined) return note(`coupon ${job.code} is none that the shop understands`);
    if (is('second coupon in a burst')) job.id = newId();
    if (is('makes coupons twice')) {
      state.coupons.push({ code: job.code, id: newId(), ...terms, origin: 'platform', isUsed: false });
    }
    const { code, id } = job;
    const coupon = { code, id, ...faultyTerms(terms), origin: 'platform' as const, isUsed: false };
    if (is('makes coupons by the configuration')) {
      const answered = await platform.send({ method: 'GET', path: '/coupons-config' });
      if (answered.kind === 'accepted' && isObject(answered.body))
        coupon.amount = Number(answered.body.giftbackPercent);
    }
    state.coupons.push(injectCouponFault(coupon, fault));
    job.step = 'made';
    save();
    if (is('registers notified coupons')) await register(job, terms);
    if (is('marks coupons as used when it makes them')) {
      const path = `/coupons/code/${encodeURIComponent(code)}`;
      await platform.send({ method: 'PUT', path, body: { used: true, awaitingOrder: false } });
    }
  };

  const externalIdOf = ({ id, platformId }: CouponJob): unknown => {
    if (is('sets the platform id as its own')) return platformId;
    if (is('sets one id for all coupons')) return 'coupon';
    if (is('sets its id as a number')) return surroundings.now();
    if (is('sets an id too long')) return 'x'.repeat(300);
    return id;
  };

  /** Sends the platform the shop's own id of the coupon. */
  const sendId = async (job: CouponJob): Promise<void> => {
    if (is('never sets its id')) return;
    const named = is('sets ids for the coupon that came last')
      ? (Object.keys(state.jobs).at(-1) ?? job.code)
      : job.code;
    const path = `/coupons/code/${encodeURIComponent(named)}`;
    const externalId = externalIdOf(job);
    const sent = await platform.send({ method: 'PUT', path, body: { externalId } });
    if (sent.kind === 'unreachable') return note(`the id of coupon ${job.code} has to wait: ${sent.why}`);
    job.step = sent.kind === 'accepted' ? 'done' : 'refused';
    save();
    if (sent.kind === 'refused') return note(`the id of coupon ${job.code} was refused: ${sent.why}`);
    if (does('never reads back')) return;
    const stored = await platform.send({ method: 'GET', path });
    if (stored.kind === 'accepted' && textIn(stored.body, 'externalId') !== externalId) {
      note(`coupon ${job.code} is stored under another id`);
    }
  };

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

  return {
    knows: (code) => state.jobs[keyOf(code)] !== undefined,
    isBusy: () => running.size > 0,
    hasCrashed: lookup.hasCrashed,
    take({ code, orderId, platformId }) {
      const ofOrder = ({ orderId: other }: CouponJob): boolean => orderId !== null && other === orderId;
      const known =
        state.jobs[keyOf(code)] ??
        (is('takes all coupons of an order for one') ? Object.values(state.jobs).find(ofOrder) : undefined);
      if (known === undefined) {
        if (is('drops notifications under load') && running.size >= injected.maxJobs) return Promise.resolve();
        const isSkipped = is('skips notifications without an order') && orderId === null;
        const job: CouponJob = { code, id: newId(), orderId, platformId, step: isSkipped ? 'gone' : 'received' };
        state.jobs[keyOf(code)] = job;
        save();
        if (isSkipped) return Promise.resolve();
        if (is('second coupon after a while')) forget(code).catch(() => {});
        return begin(job);
      }
      if (is('second coupon on a repetition') && known.step === 'done')
        Object.assign(known, { id: newId(), step: 'received' });
      if (is('sets its id on every repetition') && known.step === 'done') known.step = 'made';
      if (is('sets another id on every repetition') && known.step === 'done')
        Object.assign(known, { id: newId(), step: 'made' });
      const isTakenUp = running.has(code) && !is('second coupon in a burst');
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
