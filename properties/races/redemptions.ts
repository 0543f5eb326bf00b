import fc from 'fast-check';
import { valueAt } from '../../core/json.ts';
import { expectAccepted, expectAnswer, expectHolds } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { mustBeAccepted, mustNotBeProfilesFault } from '../../suites/session/given.ts';
import { recordOf } from '../arbitraries.ts';
import { property } from '../property.ts';
import { acceptedOf, atOnce, lateMs, statusesOf } from './at-once.ts';

const redemption = recordOf({
  by: fc.constantFrom('POST', 'PUT'),
  status: fc.constantFrom('on-hold', 'completed'),
  lateMs,
});

export const redemptions = property({
  id: 'LAW-54',
  text: 'A coupon that simultaneous orders redeem is used and no longer valid, and every posted order is stored',
  source: 'States and transitions › Moves that are shown',
  statements: ['S087'],
  rules: ['ORD-26', 'ORD-27', 'ORD-28', 'ORD-29', 'ORD-31'],
  level: 'must',
  needs: ['create orders'],
  cases: { quick: 8, full: 30 },
  drawn: fc.array(redemption, { minLength: 2, maxLength: 5 }),
  async holds({ get, post, put, given, body, clock, unique, unverified }, drawn) {
    const owner = await given.owner();
    const coupon = await given.coupon({ phone: owner.phone });
    if (valueAt(coupon.read.body, '/used') !== false) unverified('not-reached', 'a new coupon is not shown as unused');
    const rivals = await Promise.all(
      drawn.map(async (each) => ({
        ...each,
        order:
          each.by === 'PUT'
            ? await given.order({ phone: coupon.phone, status: 'on-hold' })
            : { ...owner, id: '', externalId: unique.name('redeeming') },
      })),
    );
    const answers = await atOnce(clock, rivals, ({ by, status, order: { id, ...order } }) => {
      const sent = { body: body.order({ ...order, status, couponCode: coupon.code }) };
      return by === 'PUT' ? put(path`/orders/${id}`, sent) : post('/orders', sent);
    });
    for (const [index, answer] of answers.entries()) {
      if (rivals[index]?.by !== 'POST') continue;
      await mustNotBeProfilesFault(answer, () =>
        post('/orders', { body: body.order({ ...owner, externalId: unique.name('plain') }) }),
      );
      expectAccepted(answer);
    }
    // every PUT but the first may be refused as a second use
    for (const answer of answers.slice(0, 1)) {
      const { length } = acceptedOf(answers);
      expectHolds(answer, 'redemptions', 'at least one of them accepted', statusesOf(answers), length > 0);
    }
    const read = mustBeAccepted(await get(path`/coupons/code/${coupon.code}`), 'reading the coupon');
    expectAnswer(read, 200, { used: true, isValid: false });
  },
});
