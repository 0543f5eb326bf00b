import type { Attempt } from '../../fixtures/capture/attempt.ts';
import type { GivenOrder, RegistrationShop } from '../check-context.ts';
import { expectHolds } from '../judge/expect.ts';
import { mustBeAccepted } from '../session/given.ts';

/** Whether an attempt came to a registered URL. A proxy may have removed the beginning of its path. */
export const cameTo =
  (url: string) =>
  (attempt: Attempt): boolean =>
    url.endsWith(attempt.url);

/** Asserts that an order's coupon is notified at this URL within the dispatch time, and at no other. */
export const expectNotifiedAt = async (shop: RegistrationShop, order: GivenOrder, url: string): Promise<void> => {
  const { clock, company } = shop;
  const first = await shop.deliveries(order, ({ attempts }) => attempts.length > 0, clock.dispatchSeconds);
  const hasCome = first.attempts.length > 0;
  if (hasCome) await shop.afterSentinel();
  // a flow that did not run, or a notification that names another order, is the fault of another rule
  const seen = await shop.arrived(hasCome ? order : await shop.couponOf(order));
  const urls = [...new Set(seen.attempts.map((attempt) => attempt.url))];
  const expected = `only ${new URL(url).pathname}, which company ${company} registered`;
  const actual = urls.length > 0 ? urls : 'none, although the flow made a coupon';
  expectHolds(seen, 'URLs notified', expected, actual, urls.length > 0 && seen.attempts.every(cameTo(url)));
};

/** Deletes the registration of the run, so that the company can register again. */
export const unregister = async (shop: RegistrationShop): Promise<void> => {
  mustBeAccepted(await shop.del(shop.registration.path), 'deleting the registration');
};
