import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext, GivenCoupon, GivenOrder } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectHolds, expectRefusal, expectThat, isAccepted } from '../judge/expect.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted, mustNotBeProfilesFault } from '../session/given.ts';

const redemption = 'Endpoints › Rules per endpoint';
const moves = 'States and transitions › Moves that are shown';

const readCoupon = async ({ get }: CheckContext, { code }: { code: string }) =>
  mustBeAccepted(await get(path`/coupons/code/${code}`), 'reading the coupon');

const readOrder = async ({ get }: CheckContext, externalId: string) =>
  mustBeAccepted(await get(path`/orders/external/${externalId}`), 'reading back the order');

/** A customer with an unused coupon. */
const unusedCoupon = async ({ given, unverified }: CheckContext) => {
  const owner = await given.owner();
  const coupon = await given.coupon({ phone: owner.phone });
  if (valueAt(coupon.read.body, '/used') !== false) unverified('not-reached', 'a new coupon is not shown as unused');
  return { owner, coupon };
};

/** Other keys of a coupon, and texts that resemble its code. Whether the case of letters counts is open. */
const wrongCodes = ({ id, code, externalId }: GivenCoupon): readonly (readonly [what: string, wrong: string])[] => [
  ["the coupon's id", id],
  ...(externalId === undefined ? [] : [["the coupon's externalId", externalId] as const]),
  ['the beginning of its code', code.slice(0, -2)],
  ['the end of its code', code.slice(2)],
  ['its code and a digit more', `${code}0`],
  ['a pattern that fits its code', `${code.slice(0, -1)}_`],
];

const expectUnused = async (context: CheckContext, coupon: GivenCoupon, why: string): Promise<void> => {
  const read = await readCoupon(context, coupon);
  const used = valueAt(read.body, '/used');
  expectHolds(read, '/used', `false: ${why}`, used, used === false);
};

/** Ends the check if not even the right code uses the coupon. */
const mustBeUsed = async (context: CheckContext, coupon: GivenCoupon): Promise<void> => {
  if (valueAt((await readCoupon(context, coupon)).body, '/used') === true) return;
  context.unverified('not-reached', 'the coupon is not shown as used after an order with its own code');
};

const putCode = ({ put, body }: CheckContext, order: GivenOrder, couponCode: string) =>
  put(path`/orders/${order.id}`, { body: body.order({ ...order, couponCode }) });

const stated = { level: 'must' } as const;
const ofAnyStatus = {
  level: 'should',
  inferred: 'The document does not say explicitly that a canceled order, or one in processing, uses a coupon.',
} as const;

const usedBy = (
  id: Rule['id'],
  method: 'POST' | 'PUT',
  status: string,
  level: Pick<Rule, 'level' | 'inferred'> = stated,
): Rule => ({
  id,
  text: `An order ${method === 'POST' ? 'posted' : 'updated'} as ${status} with the code of an individual coupon marks the coupon as used and no longer valid`,
  source: moves,
  statements: ['S087', 'S046', 'S047', 'S063', ...(method === 'PUT' ? (['S152'] as const) : [])],
  ...level,
  needs: ['create orders'],
  async check(context) {
    const { given } = context;
    const { coupon } = await unusedCoupon(context);
    const { phone, code } = coupon;
    if (method === 'POST') await given.order({ phone, couponCode: code, status });
    else expectAccepted(await putCode(context, { ...(await given.order({ phone, status: 'on-hold' })), status }, code));
    expectAnswer(await readCoupon(context, coupon), 200, { used: true, isValid: false });
  },
});

export const redemptions: readonly Rule[] = [
  usedBy('ORD-26', 'POST', 'completed'),
  usedBy('ORD-27', 'POST', 'on-hold'),
  usedBy('ORD-28', 'PUT', 'completed'),
  usedBy('ORD-29', 'PUT', 'on-hold'),
  usedBy('ORD-39', 'POST', 'canceled', ofAnyStatus),
  usedBy('ORD-40', 'POST', 'processing', ofAnyStatus),
  usedBy('ORD-41', 'PUT', 'canceled', ofAnyStatus),
  usedBy('ORD-42', 'PUT', 'processing', ofAnyStatus),
  {
    id: 'ORD-30',
    text: 'An order posted with an unknown coupon code is stored with `couponUsed` null',
    source: redemption,
    statements: ['S063', 'S064', 'S088', 'S150', 'S151'],
    level: 'must',
    needs: ['create orders'],
    async check(context) {
      const { post, given, body, unique } = context;
      const order = { ...(await given.owner()), externalId: unique.name('order'), couponCode: unique.name('nobodys') };
      const answer = await post('/orders', { body: body.order(order) });
      // this message is about the code, so the profile is not at fault
      if (!String(valueAt(answer.body, '/message')).includes('Coupon code not found')) {
        await mustNotBeProfilesFault(answer, () => {
          const { couponCode: _, ...plain } = order;
          return post('/orders', { body: body.order({ ...plain, externalId: unique.name('plain') }) });
        });
      }
      expectAccepted(answer);
      expectAnswer(await readOrder(context, order.externalId), 200, { couponUsed: null });
    },
  },
  {
    id: 'ORD-31',
    text: 'An order posted with the code of a used coupon is stored',
    source: redemption,
    statements: ['S150'],
    level: 'must',
    needs: ['create orders'],
    async check(context) {
      const { get, post, given, body, unique } = context;
      const { owner, coupon } = await unusedCoupon(context);
      await given.order({ phone: owner.phone, couponCode: coupon.code });
      if (valueAt((await readCoupon(context, coupon)).body, '/used') !== true) {
        return context.unverified('not-reached', 'the coupon is not shown as used after the first order');
      }
      const externalId = unique.name('again');
      expectAccepted(await post('/orders', { body: body.order({ ...owner, couponCode: coupon.code, externalId }) }));
      expectAnswer(await get(path`/orders/external/${externalId}`), 200);
    },
  },
  {
    id: 'ORD-48',
    text: 'An order updated with the code of a used coupon is not refused with `Coupon code not found`',
    source: redemption,
    statements: ['S152', 'S200'],
    level: 'should',
    inferred: 'The document says that the coupon must exist, not that a used one is taken.',
    needs: ['create orders'],
    async check(context) {
      const { given } = context;
      const { owner, coupon } = await unusedCoupon(context);
      const first = await given.order({ ...owner, couponCode: coupon.code });
      await mustBeUsed(context, coupon);
      // the order that used the coupon, as a partner resends it, and another one
      for (const order of [first, await given.order(owner)]) {
        const answer = await putCode(context, order, coupon.code);
        const message = String(valueAt(answer.body, '/message'));
        const isTaken = answer.status < 300 || !message.includes('Coupon code not found');
        expectHolds(answer, '/message', 'another than `Coupon code not found`: the coupon exists', message, isTaken);
      }
    },
  },
  {
    id: 'ORD-32',
    text: 'An order posted with the code of a shared coupon is stored, and so is a second order of another customer',
    source: redemption,
    statements: ['S150', 'S134'],
    level: 'must',
    needs: ['create orders', 'shared coupons'],
    async check({ get, post, given, body, unique }) {
      const { code } = await given.sharedCoupon();
      for (const plain of [await given.order(), await given.order()]) {
        const externalId = unique.name('order');
        expectAccepted(await post('/orders', { body: body.order({ ...plain, couponCode: code, externalId }) }));
        expectAnswer(await get(path`/orders/external/${externalId}`), 200);
      }
    },
  },
  {
    id: 'ORD-33',
    text: 'An order updated with an unknown coupon code is refused with 422 `Coupon code not found`, whatever its status, and does not store the code',
    source: redemption,
    statements: ['S063', 'S152', 'S195', 'S200'],
    level: 'must',
    needs: ['create orders'],
    async check(context) {
      const { coupon } = await unusedCoupon(context);
      const order = await context.given.order({ phone: coupon.phone });
      const unknownCode = context.unique.name('nobodys');
      const refusals: Exchange[] = [];
      for (const status of [order.status, 'completed', 'canceled', 'processing']) {
        refusals.push(await putCode(context, { ...order, status }, unknownCode));
      }
      const unchanged = await readOrder(context, String(order.externalId));
      const control = mustBeAccepted(await putCode(context, order, coupon.code), "putting an individual coupon's code");
      for (const refused of refusals) {
        expectRefusal(refused, { status: 422, message: 'Coupon code not found', control });
      }
      expectAnswer(unchanged, 200, { id: order.id });
      const expected = 'another code than the refused one, or none';
      expectThat(unchanged, '/couponCode', expected, (code) => code !== unknownCode);
    },
  },
  {
    id: 'ORD-47',
    text: 'An order update that is refused for its unknown coupon code leaves the status of the order as it was',
    source: redemption,
    statements: ['S152', 'S195', 'S200'],
    level: 'should',
    inferred: 'The document says that such an update is refused, not that no part of it is stored.',
    needs: ['create orders'],
    async check(context) {
      const { body, given, put, unique } = context;
      const order = await given.order();
      const before = await readOrder(context, String(order.externalId));
      const update = (fields: object) =>
        put(path`/orders/${order.id}`, { body: { ...body.order({ ...order, status: 'completed' }), ...fields } });
      const refused = await update({ couponCode: unique.name('nobodys') });
      const unchanged = await readOrder(context, String(order.externalId));
      mustBeAccepted(await update({}), 'the same update without a code');
      // ORD-33 tests the refusal itself.
      if (refused.status < 300) context.unverified('not-reached', 'an update with an unknown coupon code was accepted');
      const status = valueAt(before.body, '/status');
      expectThat(unchanged, '/status', `${String(status)}, as before`, (shown) => shown === status);
    },
  },
  {
    id: 'ORD-34',
    text: 'An order updated with the code of a shared coupon is refused with 422 `Coupon code not found`',
    source: redemption,
    statements: ['S152', 'S195', 'S200'],
    level: 'must',
    needs: ['create orders', 'shared coupons'],
    async check(context) {
      const { coupon } = await unusedCoupon(context);
      const shared = await context.given.sharedCoupon();
      const order = await context.given.order({ phone: coupon.phone });
      const refused = await putCode(context, order, shared.code);
      const control = mustBeAccepted(await putCode(context, order, coupon.code), "putting an individual coupon's code");
      expectRefusal(refused, { status: 422, message: 'Coupon code not found', control });
    },
  },
  {
    id: 'ORD-44',
    text: 'An order posted with another key of a coupon, or with a part of its code, does not use the coupon',
    source: redemption,
    statements: ['S087', 'S088', 'S151', 'S043'],
    level: 'must',
    needs: ['create orders'],
    async check(context) {
      const { post, body, unique } = context;
      const { owner, coupon } = await unusedCoupon(context);
      for (const [what, couponCode] of wrongCodes(coupon)) {
        const externalId = unique.name('order');
        const answer = await post('/orders', { body: body.order({ ...owner, externalId, couponCode }) });
        mustBeAccepted(answer, 'posting an order with a code that no coupon has');
        expectAnswer(await readOrder(context, externalId), 200, { couponUsed: null });
        await expectUnused(context, coupon, `the order was sent with ${what}`);
      }
      await context.given.order({ phone: coupon.phone, couponCode: coupon.code });
      await mustBeUsed(context, coupon);
    },
  },
  {
    id: 'ORD-45',
    text: 'An order updated with another key of a coupon, or with a part of its code, is refused with 422 `Coupon code not found`',
    source: redemption,
    statements: ['S152', 'S087', 'S200', 'S043'],
    level: 'must',
    needs: ['create orders'],
    async check(context) {
      const { coupon } = await unusedCoupon(context);
      const order = await context.given.order({ phone: coupon.phone, status: 'on-hold' });
      const refusals: Exchange[] = [];
      for (const [what, wrong] of wrongCodes(coupon)) {
        refusals.push(await putCode(context, order, wrong));
        await expectUnused(context, coupon, `the order was sent with ${what}`);
      }
      const control = mustBeAccepted(await putCode(context, order, coupon.code), "putting the coupon's own code");
      for (const refused of refusals) {
        expectRefusal(refused, { status: 422, message: 'Coupon code not found', control });
      }
      await mustBeUsed(context, coupon);
    },
  },
  {
    id: 'ORD-46',
    text: 'An order uses only the coupon with its code, not one with a longer code and not another coupon of its phone',
    source: moves,
    statements: ['S087', 'S043', 'S063'],
    level: 'must',
    needs: ['create orders'],
    async check(context) {
      const { given } = context;
      for (const way of ['POST', 'PUT'] as const) {
        const { owner, coupon } = await unusedCoupon(context);
        const { phone } = owner;
        // a target that uses every coupon of a phone also uses the one with the longer code
        const others = [
          ['the code of another coupon of the phone', await given.coupon({ phone })],
          ['a code that begins like that of this coupon', await given.coupon({ phone, code: `${coupon.code}0` })],
        ] as const;
        if (way === 'POST') await given.order({ phone, couponCode: coupon.code });
        else {
          const order = await given.order({ phone, status: 'on-hold' });
          mustBeAccepted(await putCode(context, order, coupon.code), "putting the coupon's own code");
        }
        for (const [what, other] of others) await expectUnused(context, other, `the order was sent with ${what}`);
        await mustBeUsed(context, coupon);
      }
    },
  },
  {
    id: 'ORD-49',
    text: 'An order that is refused for its status, or an update of an unknown order, does not use the coupon whose code it has',
    source: moves,
    statements: ['S087', 'S046', 'S195', 'S205'],
    level: 'must',
    needs: ['create orders'],
    async check(context) {
      const { given, post, body, unique, unverified } = context;
      const { owner, coupon } = await unusedCoupon(context);
      const order = await given.order({ ...owner, status: 'on-hold' });
      const { code: couponCode } = coupon;
      for (const [what, send] of [
        ['an update of an unknown order', () => putCode(context, { ...order, id: unique.uuid() }, couponCode)],
        ['an update to an invalid status', () => putCode(context, { ...order, status: 'paid' }, couponCode)],
        [
          'a new order with an invalid status',
          () => {
            const externalId = unique.name('refused');
            return post('/orders', { body: body.order({ ...owner, externalId, couponCode, status: 'paid' }) });
          },
        ],
      ] as const) {
        // other rules test the refusal itself
        if (isAccepted(await send())) unverified('not-reached', `the target accepted ${what}`);
        await expectUnused(context, coupon, `${what} was refused`);
      }
      mustBeAccepted(await putCode(context, order, couponCode), "putting the coupon's own code");
      await mustBeUsed(context, coupon);
    },
  },
  {
    id: 'ORD-35',
    text: 'An order returns the `couponCode` that it was posted with',
    source: 'Resources and their fields › Order fields known',
    statements: ['S063', 'S121'],
    level: 'should',
    inferred: 'The document does not say that a lookup returns the code.',
    needs: ['create orders'],
    async check({ given, unique }) {
      const couponCode = unique.name('shown');
      const { read } = await given.order({ couponCode });
      expectAnswer(read, 200, { couponCode });
    },
  },
];
