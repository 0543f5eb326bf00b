import { valueAt } from '../../core/json.ts';
import { expectRefusal, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'What the service does';

const isUnused = (used: unknown): boolean => used !== true;

export const coupons: readonly Rule[] = [
  {
    id: 'ISO-34',
    text: "A new order with a `couponCode` does not use another company's coupon",
    source,
    statements: ['S007', 'S087', 'S161'],
    level: 'must',
    needs: ['second company', 'create orders'],
    async check({ get, given, secondCompany, unverified }) {
      const coupon = await given.coupon();
      await secondCompany().given.order({ couponCode: coupon.code });
      const kept = await get(path`/coupons/code/${coupon.code}`);
      expectThat(kept, '/used', 'false', (used) => used === false);
      await given.order({ phone: coupon.phone, couponCode: coupon.code });
      const redeemed = await get(path`/coupons/code/${coupon.code}`);
      if (isUnused(valueAt(redeemed.body, '/used')))
        unverified('not-observable', "the owner's order does not use it up either");
    },
  },
  {
    id: 'ISO-35',
    text: "An updated order does not accept the code of another company's coupon",
    source,
    statements: ['S007', 'S152', 'S161'],
    level: 'must',
    needs: ['second company', 'create orders'],
    async check({ get, given, secondCompany }) {
      const coupon = await given.coupon();
      const other = secondCompany();
      const order = await other.given.order();
      const own = await other.given.coupon({ phone: order.phone });
      const at = path`/orders/${order.id}`;
      const putCode = (couponCode: string) => other.put(at, { body: other.body.order({ ...order, couponCode }) });
      const refused = await putCode(coupon.code);
      const control = mustBeAccepted(await putCode(own.code), "the same update with a code of the company's own");
      expectRefusal(refused, { status: 422, message: 'Coupon code not found', control });
      const kept = await get(path`/coupons/code/${coupon.code}`);
      expectThat(kept, '/used', 'false', (used) => used === false);
    },
  },
  {
    id: 'ISO-36',
    text: 'A coupon that awaits an order of its phone is not used by an order of the same phone in another company',
    source,
    statements: ['S007', 'S061', 'S161'],
    level: 'must',
    needs: ['second company', 'create customers', 'create orders'],
    async check({ get, given, secondCompany, unverified }) {
      const coupon = await given.coupon({ awaitingOrder: true });
      const other = secondCompany();
      await other.given.customer({ phone: coupon.phone });
      await other.given.order({ phone: coupon.phone });
      const at = path`/coupons/code/${coupon.code}`;
      const kept = await get(at);
      await given.order({ phone: coupon.phone });
      const taken = await get(at);
      // the document does not say what an awaiting coupon shows once an order has it: it can be judged only if it shows
      // as used
      if (isUnused(valueAt(taken.body, '/used')))
        unverified('not-observable', 'a coupon that an order took does not show as used');
      expectThat(kept, '/used', 'false', (used) => used === false);
    },
  },
];
