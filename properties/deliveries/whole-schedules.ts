import type { FlowShop } from '../../suites/check-context.ts';
import { expectHolds } from '../../suites/judge/expect.ts';
import type { Deliveries } from '../../suites/subject.ts';
import { atLeast } from '../../suites/webhook-delivery/attempts.ts';
import { someOf } from '../arbitraries.ts';
import { property } from '../property.ts';
import { awaited } from './awaited.ts';
import { evenFailure, type Failure, failing } from './steps.ts';

const needs = ['create orders', 'completed flow', 'webhooks'] as const;

/** On the scale of the embedded platform, a hang takes longer than most waits. */
const maxHangs = 4;

const countHangs = (drawn: readonly Failure[]): number => {
  const repeated = Array<Failure | undefined>(Math.max(0, 10 - drawn.length)).fill(drawn.at(-1));
  return [...drawn, ...repeated].filter((failure) => failure === 'hang').length;
};

/** What the receiver answers. The last failure repeats for every further attempt. */
const failures = someOf(evenFailure, 11).filter((drawn) => countHangs(drawn) <= maxHangs);

/** The attempts of a notification that fails like this, once there are ten or the next one is long overdue. */
const failingDelivery = async (shop: FlowShop, drawn: readonly Failure[]): Promise<Deliveries> => {
  const order = await shop.triggeredOrder({}, drawn.map(failing));
  await shop.firstDelivery(order);
  return awaited(shop, order, 10);
};

/** The doubled wait before an eleventh attempt, with a quarter more for jitter. */
const eleventhSeconds = 1.25 * 2 ** 10;

export const atMostTen = property({
  id: 'LAW-63',
  text: 'A delivery is attempted at most ten times, whatever the failures',
  source: 'Limits',
  statements: ['S220'],
  rules: ['DLV-20'],
  level: 'must',
  needs,
  depth: 'full',
  cases: { quick: 1, full: 4 },
  drawn: failures,
  async holds({ flowShop }, drawn) {
    const shop = await flowShop('completed flow');
    const { about } = await failingDelivery(shop, drawn);
    if (about.kind !== 'order') return shop.unverified('not-reached', 'the delivery is not of an order');
    const seen = await shop.deliveries(about, atLeast(11), eleventhSeconds);
    const { length } = seen.attempts;
    expectHolds(seen, 'attempts', 'at most ten', length, length <= 10);
  },
});

export const upToTen = property({
  id: 'LAW-64',
  text: 'A delivery is attempted ten times, whatever the failures',
  source: 'Events › Delivery',
  statements: ['S178'],
  rules: ['DLV-21'],
  // the document says "up to" ten
  level: 'should',
  needs,
  depth: 'full',
  cases: { quick: 1, full: 4 },
  drawn: failures,
  async holds({ flowShop }, drawn) {
    const shop = await flowShop('completed flow');
    const seen = await failingDelivery(shop, drawn);
    const { length } = seen.attempts;
    expectHolds(seen, 'attempts', 'ten', length, length >= 10);
  },
});
