import type { Context } from './context.ts';
import { createCouponLookup } from './coupon-lookup.ts';
import { injectCouponFault } from './faulty-coupons.ts';
import { isObject, textIn } from './json.ts';
import type { Coupon, CouponJob } from './records.ts';

/** What a coupon of the platform is worth, for whom and how long. */
type Terms = Pick<Coupon, 'type' | 'amount' | 'minPurchaseValue' | 'combinable' | 'startDate' | 'expiryDate' | 'phone'>;

/** The platform may store a phone as digits only. */
const phoneIn = (customer: unknown): string | null => {
  const digits = textIn(customer, 'phone')?.replaceAll(/\D/g, '') ?? '';
  return digits === '' ? null : `+${digits}`;
};

/** Reads a coupon of the platform; undefined if the shop does not understand it. */
const readCoupon = (shown: unknown): Terms | undefined => {
  if (!isObject(shown)) return undefined;
  const { type, amount, minPurchaseValue, acumulative, startDate, expiryDate, customer } = shown;
  if ((type !== 'percent' && type !== 'fixed_cart') || typeof amount !== 'number') return undefined;
  return {
    type,
    amount,
    minPurchaseValue: typeof minPurchaseValue === 'number' ? minPurchaseValue : 0,
    combinable: acumulative === true,
    ...(typeof startDate === 'string' && { startDate }),
    expiryDate: typeof expiryDate === 'string' ? expiryDate : null,
    phone: phoneIn(customer),
  };
};

/** Makes the shop's own coupon from a notified one, and sends its id to the platform. Both may be continued later. */
export interface CouponMaker {
  make(job: CouponJob): Promise<void>;
  sendId(job: CouponJob): Promise<void>;
  /** Whether a lookup has ended the receiver of a faulty shop. */
  hasCrashed(): boolean;
}

export const createCouponMaker = (context: Context): CouponMaker => {
  const { state, save, platform, newId, note, settings, surroundings } = context;
  const { is, does, fault } = settings.behavior;
  const lookup = createCouponLookup(context);

  /** Sends the platform its own coupon as if the shop had made it, as a faulty shop does. */
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
    if (found.kind === 'refused' && (found.status === 401 || found.status === 403)) {
      // that says nothing about the coupon, which may be notified again
      job.step = 'unread';
      return save();
    }
    if (found.kind === 'refused') {
      // a newer giftback has replaced this one, so there is nothing to create
      job.step = 'gone';
      return save();
    }
    const terms = readCoupon(found.body);
    if (terms === undefined) return note(`the shop does not understand coupon ${job.code}`);
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
    if (is('removes its own coupons at a giftback')) {
      state.coupons = state.coupons.filter(({ origin, phone }) => origin !== 'shop' || phone !== coupon.phone);
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

  return { make, sendId, hasCrashed: lookup.hasCrashed };
};
