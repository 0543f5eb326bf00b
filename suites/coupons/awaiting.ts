import { valueAt } from '../../core/json.ts';
import type { Body, CouponFields } from '../../fixtures/bodies.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext, GivenCoupon, GivenOrder } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectHolds, expectThat, isAccepted } from '../judge/expect.ts';
import { path } from '../path.ts';
import { withoutAddress } from '../records/without-address.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { expectRegistered, providerCoupon } from './registration.ts';

const source = 'Resources and their fields › Coupon registration input (`POST /coupons`)';
const moves = 'States and transitions › Moves that are shown';

type Coupon = Pick<GivenCoupon, 'id' | 'code' | 'phone'>;

const readCoupon = async ({ get }: CheckContext, { code }: Coupon): Promise<Exchange> =>
  mustBeAccepted(await get(path`/coupons/code/${code}`), 'reading the coupon');

/** Whether an order, or the lookup by its id, shows this coupon. */
export const showsCoupon = async ({ get }: CheckContext, order: GivenOrder, { id, code }: Coupon): Promise<boolean> => {
  const ofOrder = await get(path`/coupons/order/${order.id}`);
  const used = JSON.stringify(valueAt(order.read.body, '/couponUsed') ?? null);
  return (
    valueAt(order.read.body, '/couponCode') === code ||
    used.includes(code) ||
    used.includes(id) ||
    valueAt(ofOrder.body, '/code') === code
  );
};

/** A target may assign the coupon after it responded to the order. */
const assignmentSeconds = 5;

/**
 * Whether an order received a coupon that was unused before. The document does not say how it shows, so any sign
 * counts.
 */
const receives = async (
  context: CheckContext,
  order: GivenOrder,
  coupon: Coupon,
): Promise<{ held: boolean; read: Exchange }> => {
  const isUsed = (read: Exchange): boolean => valueAt(read.body, '/used') === true;
  const isNamed =
    (valueAt(order.read.body, '/couponUsed') ?? null) !== null || (await showsCoupon(context, order, coupon));
  const read = isNamed
    ? order.read
    : await context.clock.until(() => readCoupon(context, coupon), isUsed, assignmentSeconds);
  return { held: isNamed || isUsed(read), read };
};

/** Asserts that an order received a coupon that was unused before. */
export const expectReceived = async (context: CheckContext, order: GivenOrder, coupon: Coupon): Promise<void> => {
  const { held, read } = await receives(context, order, coupon);
  expectHolds(read, 'the order', 'shows the coupon, or the coupon is used', held ? 'it does' : 'neither', held);
};

const expectNotShown = async (
  context: CheckContext,
  order: GivenOrder,
  coupon: Coupon,
  aspect = 'the order',
): Promise<void> => {
  const isShown = await showsCoupon(context, order, coupon);
  expectHolds(order.read, aspect, 'does not show the coupon', isShown ? 'it does' : 'it does not', !isShown);
};

const expectUntouched = async (context: CheckContext, order: GivenOrder, coupon: Coupon): Promise<void> => {
  await expectNotShown(context, order, coupon);
  expectAnswer(await readCoupon(context, coupon), 200, { used: false });
};

/** Ends the check if the next plain order of the phone does not receive the awaiting coupon. */
const mustBeReceived = async (context: CheckContext, coupon: Coupon): Promise<void> => {
  const order = await context.given.order({ phone: coupon.phone });
  if ((await receives(context, order, coupon)).held) return;
  context.unverified(
    'not-reached',
    'the next order of the phone did not receive the coupon, so nothing shows that it awaited one',
  );
};

/** What a registration may say besides its required fields. Orders of checks exceed the minimum purchase. */
const furtherTerms = { minPurchaseValue: 1, expiryDate: '2031-05-17T12:30:00Z' } as const;

/** Other registrations than the plain one. */
const otherRegistrations = ({ offers }: CheckContext): readonly Partial<CouponFields>[] => [
  furtherTerms,
  ...(offers(['provider coupons']) ? [providerCoupon] : []),
];

const received = (id: Rule['id'], text: string, awaitingOrder: true | undefined): Rule => ({
  id,
  text,
  source,
  statements: ['S061'],
  level: 'must',
  needs: ['create orders'],
  async check(context) {
    const { given } = context;
    const coupon = await expectRegistered(context, { awaitingOrder });
    await expectReceived(context, await given.order({ phone: coupon.phone }), coupon);
    for (const fields of otherRegistrations(context)) {
      const other = await given.coupon({ ...fields, awaitingOrder });
      await expectReceived(context, await given.order({ phone: other.phone, status: 'completed' }), other);
    }
  },
});

/** Faults for which a target refuses an order. It may accept an order without an address if it knows the customer's. */
const faults: readonly [what: string, faulty: (order: Body, phone: string) => unknown][] = [
  ['an invalid status', (order) => ({ ...order, status: 'paid' })],
  ['no address', withoutAddress],
];

const keptForTheNext: Rule = {
  id: 'COUP-46',
  text: 'An order that is refused leaves the awaiting coupon of its phone to the next order',
  source,
  statements: ['S061', 'S195'],
  level: 'must',
  needs: ['create orders'],
  async check(context) {
    const { given, post, body, unique, unverified } = context;
    let refusals = 0;
    for (const [what, faulty] of faults) {
      const coupon = await given.coupon({ awaitingOrder: true });
      const { phone } = coupon;
      const { couponCode: _, ...first } = await given.order({ phone, couponCode: unique.name('another') });
      const before = await readCoupon(context, coupon);
      if (valueAt(before.body, '/used') !== false)
        unverified('not-reached', 'the coupon was not unused before the refusal');
      const sent = body.order({ ...first, externalId: unique.name('refused') });
      if (isAccepted(await post('/orders', { body: faulty(sent, phone) }))) continue;
      refusals += 1;
      const isUnused = (shown: unknown): boolean => shown === false;
      expectThat(await readCoupon(context, coupon), '/used', `false: an order was refused for ${what}`, isUnused);
      const order = await given.order({ phone });
      const { held, read } = await receives(context, order, coupon);
      if (!held) await mustBeReceived(context, await given.coupon({ awaitingOrder: true }));
      const expected = `shows the coupon, or the coupon is used: the order before was refused for ${what}`;
      expectHolds(read, 'the order', expected, held ? 'it does' : 'neither', held);
    }
    if (refusals === 0) unverified('not-reached', 'the target accepts an order with an invalid status');
  },
};

const putPath = (by: 'id' | 'code', { id, code }: Coupon): string =>
  by === 'id' ? path`/coupons/${id}` : path`/coupons/code/${code}`;

const markedAsUsed = (id: Rule['id'], by: 'id' | 'code', statement: `S${number}`): Rule => ({
  id,
  text: `\`PUT\` by ${by} with \`used\` true and \`awaitingOrder\` false marks a coupon as used`,
  source: moves,
  statements: ['S046', 'S090', 'S153', statement],
  level: 'must',
  needs: ['writes'],
  async check(context) {
    const coupon = await context.given.coupon({ awaitingOrder: true });
    expectAccepted(await context.put(putPath(by, coupon), { body: { used: true, awaitingOrder: false } }));
    expectAnswer(await readCoupon(context, coupon), 200, { used: true });
  },
});

const withdrawn = (id: Rule['id'], by: 'id' | 'code', statement: `S${number}`): Rule => ({
  id,
  text: `A coupon that a \`PUT\` by ${by} marks as used with both fields is not given to the next order of its phone`,
  source: moves,
  statements: ['S090', 'S061', 'S153', statement],
  level: 'must',
  needs: ['create orders'],
  async check(context) {
    const coupon = await context.given.coupon({ awaitingOrder: true });
    const body = { used: true, awaitingOrder: false };
    mustBeAccepted(await context.put(putPath(by, coupon), { body }), 'marking the coupon as used');
    await expectNotShown(context, await context.given.order({ phone: coupon.phone }), coupon);
  },
});

export const awaiting: readonly Rule[] = [
  markedAsUsed('COUP-27', 'id', 'S135'),
  markedAsUsed('COUP-28', 'code', 'S136'),
  withdrawn('COUP-29', 'id', 'S135'),
  withdrawn('COUP-30', 'code', 'S136'),
  {
    id: 'COUP-31',
    text: 'A `PUT` with only `used` true leaves the coupon awaiting an order',
    source: moves,
    statements: ['S090'],
    level: 'must',
    needs: ['create orders'],
    async check(context) {
      const coupon = await context.given.coupon({ awaitingOrder: true });
      // whether a used coupon is given out is open, so it is made unused again in the same way
      for (const used of [true, false]) {
        const updated = await context.put(path`/coupons/code/${coupon.code}`, { body: { used } });
        mustBeAccepted(updated, `putting used ${used}`);
        if (valueAt((await readCoupon(context, coupon)).body, '/used') !== used) {
          return context.unverified('not-observable', `the coupon does not become used ${used} by PUT`);
        }
      }
      await expectReceived(context, await context.given.order({ phone: coupon.phone }), coupon);
    },
  },
  received(
    'COUP-32',
    'A coupon registered without `awaitingOrder` is given to the next order of its phone without `couponCode`',
    undefined,
  ),
  received(
    'COUP-33',
    'A coupon registered with `awaitingOrder` true is given to the next order of its phone without `couponCode`',
    true,
  ),
  {
    id: 'COUP-44',
    text: 'An awaiting coupon is given to the next order of its phone even if it is posted as canceled or as processing',
    source,
    statements: ['S061'],
    level: 'should',
    inferred: 'The document says that the next order receives the coupon, and does not mention its status.',
    needs: ['create orders'],
    async check(context) {
      const { given } = context;
      for (const status of ['canceled', 'processing']) {
        const coupon = await given.coupon({ awaitingOrder: true });
        await expectReceived(context, await given.order({ phone: coupon.phone, status }), coupon);
      }
    },
  },
  {
    id: 'COUP-48',
    text: 'An awaiting coupon is not given to an existing order that is updated, but to the next new one',
    source,
    statements: ['S061'],
    level: 'should',
    inferred: 'The document says that an order that arrives receives the coupon, and does not mention updates.',
    needs: ['create orders'],
    async check(context) {
      const { given, get, put, body, unverified } = context;
      const order = await given.order({ status: 'on-hold' });
      const coupon = await given.coupon({ phone: order.phone, awaitingOrder: true });
      const update = body.order({ ...order, status: 'processing' });
      mustBeAccepted(await put(path`/orders/${order.id}`, { body: update }), 'updating the order');
      const read = await get(path`/orders/external/${String(order.externalId)}`);
      if (valueAt(read.body, '/id') !== order.id)
        unverified('not-reached', 'the lookup does not show the updated order');
      await expectUntouched(context, { ...order, read }, coupon);
      await mustBeReceived(context, coupon);
    },
  },
  {
    id: 'COUP-34',
    text: 'A coupon registered with `awaitingOrder` false is not given to an order',
    source,
    statements: ['S061'],
    level: 'must',
    needs: ['create orders'],
    async check(context) {
      const { given } = context;
      for (const [fields, status] of [[{}, 'on-hold'] as const, [furtherTerms, 'completed'] as const]) {
        const coupon = await given.coupon({ ...fields, awaitingOrder: false });
        await expectUntouched(context, await given.order({ phone: coupon.phone, status }), coupon);
      }
    },
  },
  {
    id: 'COUP-35',
    text: 'An order with a `couponCode` leaves the awaiting coupon of its phone to the next order',
    source,
    statements: ['S061'],
    level: 'must',
    needs: ['create orders'],
    async check(context) {
      const { given, unique } = context;
      const coupon = await given.coupon({ awaitingOrder: true });
      const order = await given.order({ phone: coupon.phone, couponCode: unique.name('another') });
      await expectUntouched(context, order, coupon);
      await mustBeReceived(context, coupon);
    },
  },
  {
    id: 'COUP-36',
    text: 'An order of another phone does not use an awaiting coupon',
    source,
    statements: ['S061'],
    level: 'must',
    needs: ['create orders'],
    async check(context) {
      const coupon = await context.given.coupon({ awaitingOrder: true });
      await expectUntouched(context, await context.given.order(), coupon);
      await mustBeReceived(context, coupon);
    },
  },
  {
    id: 'COUP-37',
    text: 'An awaiting coupon goes to the next order of its phone and not to the one after it',
    source,
    statements: ['S061'],
    level: 'must',
    needs: ['create orders'],
    async check(context) {
      const coupon = await context.given.coupon({ awaitingOrder: true });
      await mustBeReceived(context, coupon);
      const second = await context.given.order({ phone: coupon.phone });
      await expectNotShown(context, second, coupon, 'the second order');
    },
  },
  keptForTheNext,
];
