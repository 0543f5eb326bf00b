import type { CallOptions, CheckContext } from '../check-context.ts';
import { expectHolds } from '../expect.ts';
import { valueAt } from '../json.ts';
import { path } from '../path.ts';
import { mustBeAccepted } from '../session/given.ts';

/** Asserts that a creation, a change and a deletion leave no trace when they carry each of these headers; with the right ones the change is accepted. */
export const comesToNothing = async (
  { get, post, put, del, body, given, unique }: CheckContext,
  credentials: readonly NonNullable<CallOptions['headers']>[],
): Promise<void> => {
  const customer = await given.customer();
  const coupon = await given.coupon({ phone: customer.phone });
  const couponPath = path`/coupons/code/${coupon.code}`;
  const customerPath = path`/customers/${customer.id}`;
  for (const headers of credentials) {
    const code = unique.name('code');
    await post('/coupons', { body: body.coupon({ phone: customer.phone, code }), headers });
    const unmade = await get(path`/coupons/code/${code}`);
    expectHolds(
      unmade,
      'status',
      'no coupon under the code',
      unmade.status,
      unmade.status < 200 || unmade.status >= 300,
    );

    const externalId = unique.name('intruder');
    await put(couponPath, { body: { externalId }, headers });
    const unchanged = await get(couponPath);
    const shown = valueAt(unchanged.body, '/externalId');
    expectHolds(unchanged, '/externalId', 'what it was before the refused change', shown, shown !== externalId);

    await del(customerPath, { headers });
    const undeleted = await get(customerPath);
    expectHolds(undeleted, 'status', 'the customer, still there', undeleted.status, undeleted.status === 200);
  }
  mustBeAccepted(
    await put(couponPath, { body: { externalId: unique.name('owner') } }),
    'the same change with both credentials',
  );
};
