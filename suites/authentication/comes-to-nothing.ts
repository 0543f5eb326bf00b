import type { CallOptions, CheckContext } from '../check-context.ts';
import { expectNothing } from '../expect.ts';
import { valueAt } from '../json.ts';
import { path } from '../path.ts';
import { mustBeAccepted } from '../session/given.ts';
import { expectStillThere } from '../still-there.ts';

/** Asserts that a creation, a change and a deletion leave no trace when they carry each of these headers; with the right ones the change is accepted. */
export const comesToNothing = async (
  { get, post, put, del, body, given, unique }: CheckContext,
  credentials: readonly NonNullable<CallOptions['headers']>[],
): Promise<void> => {
  const customer = await given.customer();
  const coupon = await given.coupon({ phone: customer.phone });
  const couponPath = path`/coupons/code/${coupon.code}`;
  const customerPath = path`/customers/${customer.id}`;
  const before = await get(customerPath);
  for (const headers of credentials) {
    const code = unique.name('code');
    await post('/coupons', { body: body.coupon({ phone: customer.phone, code }), headers });
    const unmade = await get(path`/coupons/code/${code}`);
    expectNothing(unmade, { what: 'no coupon under the code', control: coupon.read });

    const externalId = unique.name('intruder');
    await put(couponPath, { body: { externalId }, headers });
    const unchanged = await get(couponPath);
    expectStillThere(unchanged, {
      before: coupon.read,
      what: 'the coupon as it was before the refused change',
      isUntouched: ({ body: shown }) => valueAt(shown, '/externalId') !== externalId,
    });

    await del(customerPath, { headers });
    expectStillThere(await get(customerPath), { before, what: 'the customer, whose deletion was refused' });
  }
  mustBeAccepted(
    await put(couponPath, { body: { externalId: unique.name('owner') } }),
    'the same change with both credentials',
  );
};
