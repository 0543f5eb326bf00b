import { expectHolds } from '../../suites/judge/expect.ts';
import { apartSeconds, shown } from '../../suites/webhook-delivery/attempts.ts';
import { someOf } from '../arbitraries.ts';
import { property } from '../property.ts';
import { awaited } from './awaited.ts';
import { failing, failure } from './steps.ts';

/** A timer may fire a little early. */
const earlyMs = 2;

/** The shortest wait of exponential backoff from about two seconds: a factor of 1.5, from one second. */
const shortestSeconds = (retry: number): number => 1.5 ** retry;

export const waits = property({
  id: 'LAW-65',
  text: 'After failures of every kind, the waits follow exponential backoff from about two seconds',
  source: 'Events › Delivery',
  statements: ['S178'],
  rules: ['DLV-22', 'DLV-23', 'DLV-24'],
  // the document says "about" and gives no factor
  level: 'should',
  needs: ['create orders', 'completed flow', 'webhooks'],
  drawn: someOf(failure, 4),
  async holds({ clock, flowShop, unverified }, failures) {
    const shop = await flowShop('completed flow');
    const steps = [...failures.map(failing), { status: 204 }];
    const order = await shop.triggeredOrder({}, steps);
    await shop.firstDelivery(order);
    const seen = await awaited(shop, order, steps.length);
    if (seen.attempts.length < 2) unverified('not-reached', 'no retry came');
    const apart = apartSeconds(seen, clock);
    const isLongEnough = apart.every(
      (seconds, retry) => seconds >= shortestSeconds(retry) - earlyMs / 1000 / clock.scale,
    );
    const expected = `at least ${shown(apart.map((_, retry) => shortestSeconds(retry)))}`;
    expectHolds(seen, 'seconds from attempt to attempt', expected, shown(apart), isLongEnough);
  },
});
