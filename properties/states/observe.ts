import { expectNoCoupon, readByCode } from '../../suites/flows/order-coupon.ts';
import { expectAnswer, expectHolds, expectRefusal } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import type { Coupon, Customer, Machine, Order } from './machine.ts';

const expectCustomer = async (machine: Machine, customer: Customer): Promise<void> => {
  const found = await machine.shop.get(path`/customers/phone/${customer.phone}`);
  const { id, isDeleted, shownNames, read: control } = customer;
  if (isDeleted) expectRefusal(found, { status: 422, message: 'Customer not found', control });
  else expectAnswer(found, 200, { id, ...shownNames });
};

const isThere = ({ state }: Coupon): boolean => state === 'unused' || state === 'used';

const expectOrder = async ({ shop }: Machine, { given, status, isDeleted, customer, made }: Order): Promise<void> => {
  if (customer.isDeleted) return;
  const found = await shop.get(path`/orders/${given.id}`);
  if (isDeleted) expectRefusal(found, { status: 404, message: 'Order not found', control: given.read });
  else expectAnswer(found, 200, { id: given.id, externalId: given.externalId, status });
  if (made && isThere(made)) {
    expectAnswer(await shop.get(path`/coupons/order/${given.id}`), 200, { code: made.code, id: made.id });
  }
};

/** The fields that a lookup of an unused or used coupon must show. */
const shownOf = ({ level }: Machine, { code, id, kind, state, isUsedByOrder }: Coupon) => {
  if (state === 'used') return { code, id, used: true, ...(isUsedByOrder ? { isValid: false } : {}) };
  // it may become valid on a later day
  if (kind === 'giftback') return { code, id, used: false };
  // it is inferred that only its own redemption uses a registered coupon
  return { code, id, ...(kind !== 'shared' && level === 'should' ? { used: false } : {}) };
};

const expectCoupon = async (machine: Machine, coupon: Coupon): Promise<void> => {
  const { shop } = machine;
  if (coupon.state === 'open') return;
  if (coupon.state !== 'canceled') {
    expectAnswer(await readByCode(shop, coupon.code), 200, shownOf(machine, coupon));
    return;
  }
  // how soon a giftback is canceled is open
  const found = await shop.clock.until(
    () => readByCode(shop, coupon.code),
    ({ status }) => status === 404,
    shop.clock.dispatchSeconds,
  );
  expectRefusal(found, { status: 404, message: 'Coupon not found', control: coupon.read });
};

/** Asserts that every record matches the model. */
export const observe = async (machine: Machine): Promise<void> => {
  const { customers, orders, coupons } = machine;
  const looks = await Promise.allSettled([
    ...customers.map((customer) => expectCustomer(machine, customer)),
    ...orders.map((order) => expectOrder(machine, order)),
    ...coupons.map((coupon) => expectCoupon(machine, coupon)),
  ]);
  for (const look of looks) if (look.status === 'rejected') throw look.reason;
};

/** Asserts that exactly the coupons of the flow were notified, after all notifications have arrived. */
export const observeNotifications = async ({ shop, orders, coupons }: Machine): Promise<void> => {
  await shop.afterSentinel();
  for (const { given, made, received, isDeleted, customer } of orders) {
    const seen = await shop.arrived(given);
    const codes = [...new Set(seen.attempts.map(({ code }) => code))];
    const expected = made ? [made.code] : [];
    expectHolds(seen, 'notified codes', expected.join() || 'none', codes, codes.join() === expected.join());
    if (!made && !received && !isDeleted && !customer.isDeleted) await expectNoCoupon(shop, given);
  }
  for (const { code, kind } of coupons) {
    if (kind !== 'registered' && kind !== 'shared') continue;
    const seen = await shop.arrived({ code });
    expectHolds(seen, 'notifications of a registered coupon', 'none', seen.attempts.length, seen.attempts.length === 0);
  }
};
