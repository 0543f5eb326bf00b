import fc from 'fast-check';
import { valueAt } from '../../core/json.ts';
import { showsCoupon } from '../../suites/coupons/awaiting.ts';
import { expectHolds } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { recordOf } from '../arbitraries.ts';
import { property } from '../property.ts';
import { atOnce, lateMs, simultaneous } from './at-once.ts';

export const awaitingCoupon = property({
  id: 'LAW-68',
  text: 'Only one of several simultaneous orders of a phone receives the coupon that awaits the next order',
  source: 'Resources and their fields › Coupon registration input (`POST /coupons`)',
  statements: ['S061'],
  rules: ['COUP-31', 'COUP-33'],
  ...simultaneous,
  needs: ['create orders'],
  cases: { quick: 6, full: 20 },
  drawn: fc.array(recordOf({ status: fc.constantFrom('on-hold', 'completed', 'canceled'), lateMs }), {
    minLength: 2,
    maxLength: 4,
  }),
  async holds(context, drawn) {
    const { get, given, clock, unverified } = context;
    const owner = await given.owner();
    const coupon = await given.coupon({ phone: owner.phone, awaitingOrder: true });
    const orders = await atOnce(clock, drawn, ({ status }) => given.order({ ...owner, status }));
    const shown: boolean[] = [];
    for (const order of orders) {
      const read = mustBeAccepted(await get(path`/orders/${order.id}`), 'reading an order');
      shown.push(await showsCoupon(context, { ...order, read }, coupon));
    }
    const receivers = shown.filter(Boolean).length;
    const read = mustBeAccepted(await get(path`/coupons/code/${coupon.code}`), 'reading the coupon');
    if (receivers === 0 && valueAt(read.body, '/used') !== true)
      unverified('not-reached', 'no order received the coupon');
    expectHolds(read, 'orders that show the coupon', 'at most one', receivers, receivers <= 1);
  },
});
