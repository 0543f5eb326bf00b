import fc from 'fast-check';
import type { CouponFields } from '../../fixtures/bodies.ts';
import { expectAccepted, expectAnswer } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { recordOf } from '../arbitraries.ts';
import { property } from '../property.ts';

/** Two decimals, as in a price: the document does not say how many are stored. */
const inHundredths = (from: number, to: number): fc.Arbitrary<number> =>
  fc.integer({ min: from * 100, max: to * 100 }).map((hundredths) => hundredths / 100);

const whole = (from: number, to: number): fc.Arbitrary<number> => fc.integer({ min: from, max: to });

/** Mostly small prices, where errors of binary fractions are frequent, and large ones, where digits get lost. */
const price = fc.oneof(
  { withCrossShrink: true },
  { weight: 1, arbitrary: whole(1, 100) },
  { weight: 4, arbitrary: inHundredths(0.01, 20) },
  { weight: 1, arbitrary: inHundredths(20, 1000) },
  { weight: 2, arbitrary: inHundredths(1000, 999_999.99) },
  { weight: 1, arbitrary: whole(1000, 999_999) },
);

type Value = Required<Pick<CouponFields, 'type' | 'amount' | 'minPurchaseValue'>>;

const minPurchaseValue = price;

const value: fc.Arbitrary<Value> = fc.oneof(
  recordOf<Value>({
    type: fc.constant('percent'),
    // more than 100 percent may be refused
    amount: fc.oneof(whole(1, 100), inHundredths(0.01, 100)),
    minPurchaseValue,
  }),
  recordOf<Value>({ type: fc.constant('fixed_cart'), amount: price, minPurchaseValue }),
);

/** Whether a target may refuse the discount, because it is larger than the purchase or almost nothing. */
const mayMakeNoSense = ({ type, amount, minPurchaseValue }: Value): boolean =>
  amount < 1 || (type === 'fixed_cart' && amount > minPurchaseValue);

export const amounts = property({
  id: 'LAW-28',
  text: 'The amount and the minimum purchase of a coupon are returned as the numbers that were sent, to the hundredth',
  source: 'Resources and their fields › Coupon registration input (`POST /coupons`)',
  statements: ['S057'],
  rules: ['COUP-9', 'COUP-10'],
  level: 'must',
  needs: ['writes'],
  cases: { quick: 10, full: 60 },
  drawn: value,
  async holds({ get, post, given, body, unique, unverified }, sent) {
    const { phone } = await given.owner();
    const code = unique.name('code');
    const answer = await post('/coupons', { body: body.coupon({ phone, code, ...sent }) });
    if (answer.status === 422 && mayMakeNoSense(sent)) {
      return unverified('not-observable', 'the target refuses such an amount, and which of them make sense is open');
    }
    expectAccepted(answer);
    expectAnswer(mustBeAccepted(await get(path`/coupons/code/${code}`), 'reading back the coupon'), 200, { ...sent });
  },
});
