import type { Step } from '../../core/control-api.ts';
import type { Clock, FlowShop, GivenOrder } from '../check-context.ts';
import { expectHolds } from '../judge/expect.ts';
import type { Rule } from '../rule.ts';
import type { Deliveries } from '../subject.ts';
import { apartSeconds, atLeast, retriesSeconds, shown } from './attempts.ts';
import { aboutNotifications } from './company-rules.ts';

const source = 'Events › Delivery';

const failing: Step = { status: 500 };

/** Nine waits that double from two seconds take 1,022 seconds. A schedule of more than twice that is not watched. */
const maxScheduleSeconds = 2_100;

/** The least time to wait for an eleventh attempt. */
const minWaitSeconds = 120;

/**
 * The next wait if the waits continue to grow as they last did, at least twofold. A wait within the slack shows no
 * growth.
 */
const nextGap = (gaps: readonly number[], slackSeconds: number): number => {
  const [before = 1, last] = gaps.slice(-2);
  if (last === undefined) return 2 * before;
  return last * (before > slackSeconds ? Math.max(2, last / before) : 2);
};

interface Schedule {
  order: GivenOrder;
  seen: Deliveries;
  gaps: number[];
}

const slackSecondsOf = ({ slackMs, scale }: Clock): number => slackMs / 1000 / scale;

/** Watches a delivery that always fails, until ten attempts arrived or the next one is long overdue. */
const watchedSchedule = async (shop: FlowShop): Promise<Schedule> => {
  const order = await shop.triggeredOrder({}, [failing]);
  let seen = await shop.firstDelivery(order);
  for (;;) {
    const { length } = seen.attempts;
    const gaps = apartSeconds(seen, shop.clock);
    if (length >= 10) return { order, seen, gaps };
    const next = nextGap(gaps, slackSecondsOf(shop.clock));
    const tenthSeconds = gaps.reduce((sum, gap) => sum + gap, next);
    if (tenthSeconds > maxScheduleSeconds) {
      return shop.unverified(
        'not-observable',
        `the next wait would be ${Math.round(next)} seconds after ${shown(gaps)}: too long to be watched`,
      );
    }
    // jitter may shorten the last wait and lengthen the next one
    seen = await shop.deliveries(order, atLeast(length + 1), Math.max(3 * next, retriesSeconds(1)));
    if (seen.attempts.length === length) return { order, seen, gaps };
  }
};

/** A schedule with enough waits to show how they grow. */
const longSchedule = async (shop: FlowShop): Promise<Schedule> => {
  const watched = await watchedSchedule(shop);
  const { length } = watched.gaps;
  if (length < 7) shop.unverified('not-observable', `only ${length} waits came, too few to show their growth`);
  return watched;
};

/** The first gaps of one schedule. */
const firstGaps = async (shop: FlowShop, count: number): Promise<Schedule> => {
  const order = await shop.triggeredOrder({}, [...Array<Step>(count).fill(failing), { status: 204 }]);
  await shop.firstDelivery(order);
  const seen = await shop.deliveries(order, atLeast(count + 1), retriesSeconds(count));
  if (seen.attempts.length <= count) return shop.unverified('not-reached', `fewer than ${count} retries came`);
  return { order, seen, gaps: apartSeconds(seen, shop.clock) };
};

/** The least growth over three waits: a factor of 1.5, cubed, with jitter of a quarter in both directions. */
const growthOverThree = 1.9;

/** The least ratio of a late wait to the first ones, even if each wait is drawn between 0 and its longest. */
const clearGrowth = 3;

/** Whether the waits grow by equal steps, the most common growth that is not exponential. */
const hasEqualSteps = (gaps: readonly number[]): boolean => {
  const steps = gaps.slice(1).map((gap, index) => gap - (gaps[index] ?? gap));
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  return steps.every((step) => Math.abs(step - mean) <= 0.5 + 0.2 * Math.abs(mean));
};

export const schedule: readonly Rule[] = [
  aboutNotifications({
    id: 'DLV-20',
    text: 'A delivery that keeps failing is attempted at most ten times',
    source: 'Limits',
    statements: ['S220', 'S178'],
    level: 'must',
    depth: 'full',
    async check(shop) {
      const { order, gaps } = await watchedSchedule(shop);
      // jitter may lengthen a wait by a quarter
      const next = Math.max(minWaitSeconds, 1.25 * nextGap(gaps, slackSecondsOf(shop.clock)));
      // the limit is one of attempts, so the first one counts
      const seen = await shop.deliveries(order, atLeast(11), next);
      const { length } = seen.attempts;
      expectHolds(seen, 'attempts', 'at most ten', length, length <= 10);
    },
  }),
  aboutNotifications({
    id: 'DLV-21',
    text: 'A delivery that keeps failing is attempted ten times',
    source,
    statements: ['S178', 'S220'],
    // the document says "up to"
    level: 'should',
    depth: 'full',
    async check(shop) {
      const { seen } = await watchedSchedule(shop);
      const { length } = seen.attempts;
      expectHolds(seen, 'attempts', 'ten', length, length >= 10);
    },
  }),
  aboutNotifications({
    id: 'DLV-22',
    text: 'The waits between attempts grow clearly, not by equal steps: late waits are several times the first',
    source,
    statements: ['S220', 'S178'],
    level: 'must',
    depth: 'full',
    isAboutTime: true,
    async check(shop) {
      const { seen, gaps } = await longSchedule(shop);
      const longest = Math.max(...gaps.slice(-4));
      const severalTimes = clearGrowth * (Math.max(...gaps.slice(0, 2)) - slackSecondsOf(shop.clock));
      const reported = `a late one at least ${clearGrowth} times the first two, and no equal steps`;
      expectHolds(seen, 'waits in seconds', reported, shown(gaps), longest >= severalTimes && !hasEqualSteps(gaps));
    },
  }),
  aboutNotifications({
    id: 'DLV-36',
    text: 'The waits between attempts grow exponentially from the first to the last',
    source,
    statements: ['S220', 'S178'],
    level: 'should',
    inferred: 'The document does not say that there is no longest wait, nor that there is no jitter.',
    depth: 'full',
    isAboutTime: true,
    async check(shop) {
      const { seen, gaps } = await longSchedule(shop);
      const grows = gaps.slice(0, -3).every((gap, index) => {
        const later = gaps[index + 3] ?? Number.NaN;
        // slack lengthens short waits, and matters little for the last ones
        const lengthened = index === gaps.length - 4 ? 0 : 4 * slackSecondsOf(shop.clock);
        return later + lengthened >= growthOverThree * gap;
      });
      const expected = `each at least ${growthOverThree} times the one three before it`;
      expectHolds(seen, 'waits in seconds', expected, shown(gaps), grows);
    },
  }),
  aboutNotifications({
    id: 'DLV-23',
    text: 'The first retry comes about two seconds after the failure',
    source,
    statements: ['S178', 'S220'],
    level: 'should',
    isAboutTime: true,
    async check(shop) {
      const { seen, gaps } = await firstGaps(shop, 1);
      const isAboutTwo = gaps.every((gap) => gap >= 1 && gap <= 3 + slackSecondsOf(shop.clock));
      expectHolds(seen, 'first wait in seconds', 'about 2: from 1 to 3', shown(gaps), isAboutTwo);
    },
  }),
  aboutNotifications({
    id: 'DLV-24',
    text: 'The waits grow from the start: the fourth wait is clearly longer than the first of two seconds',
    source,
    statements: ['S178'],
    // the document gives no factor: with 1.5 and a quarter of jitter, the fourth wait is above 5 seconds
    level: 'should',
    isAboutTime: true,
    async check(shop) {
      const { seen, gaps } = await firstGaps(shop, 4);
      const isLong = (gaps[3] ?? Number.NaN) >= 4;
      expectHolds(seen, 'first waits in seconds', 'the fourth at least 4', shown(gaps), isLong);
    },
  }),
];
