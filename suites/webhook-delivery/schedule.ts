import type { Step } from '../../fixtures/capture/attempt.ts';
import type { CheckContext, Clock, FlowShop } from '../check-context.ts';
import { expectHolds } from '../expect.ts';
import type { Rule } from '../rule.ts';
import type { Deliveries } from '../subject.ts';
import { atLeast, gapsSeconds, lookAgainWithinMs, retriesSeconds, shown, triesOfWhatAStallSpoils } from './attempts.ts';

const source = 'Events › Delivery';
const needs = ['create orders', 'completed flow', 'webhooks'] as const;

const failing: Step = { status: 500 };

/** Nine waits that double from two seconds take 1,022. Waits that will not fit into twice that are not waited for. */
const longestScheduleSeconds = 2_100;

/**
 * An eleventh attempt of doubling waits would take as long again as the ten together: it is waited for in full only
 * where time is scaled so that it comes within so many real seconds.
 */
const afterTheTenthSeconds = 120;

/** The next wait if the waits go on growing as they last did, at least twofold; what a busy machine may have added is no growth. */
const nextGap = (gaps: readonly number[], slackSeconds: number): number => {
  const [before = 1, last] = gaps.slice(-2);
  if (last === undefined) return 2 * before;
  return last * (before > slackSeconds ? Math.max(2, last / before) : 2);
};

interface Schedule {
  seen: Deliveries;
  gaps: number[];
}

const slackSecondsOf = ({ slackMs, scale }: Clock): number => slackMs / 1000 / scale;

/** Does the work and tells how much later than asked for this machine woke up at worst meanwhile, in real milliseconds. */
const withLateness = async <T>(clock: Clock, work: Promise<T>): Promise<{ result: T; worstLatenessMs: number }> => {
  let isDone = false;
  let worstLatenessMs = 0;
  const watch = async (): Promise<void> => {
    while (!isDone) {
      const due = clock.now() + 1000 * clock.scale;
      await clock.wait(1);
      worstLatenessMs = Math.max(worstLatenessMs, clock.now() - due);
    }
  };
  const watching = watch();
  try {
    return { result: await work, worstLatenessMs };
  } finally {
    isDone = true;
    await watching;
  }
};

/** Watches until the waits look right, or have looked wrong often enough. */
const watchedCalmly = async (
  clock: Clock,
  watch: () => Promise<Schedule>,
  looksRight: (gaps: number[]) => boolean,
): Promise<Schedule & { worstLatenessMs: number }> => {
  const giveUpAt = clock.now() + lookAgainWithinMs;
  for (let tried = 1; ; tried += 1) {
    const { result, worstLatenessMs } = await withLateness(clock, watch());
    const isLast = tried === triesOfWhatAStallSpoils || clock.now() > giveUpAt;
    if (isLast || looksRight(result.gaps)) return { ...result, worstLatenessMs };
  }
};

/** Ends the check when waits that look wrong may have been bent by this machine. */
const mustHaveBeenPunctual = ({ clock, unverified }: CheckContext, worstLatenessMs: number): void => {
  if (worstLatenessMs > clock.slackMs / 4) {
    unverified('not-observable', `this machine was up to ${Math.round(worstLatenessMs)} ms late itself`);
  }
};

/** Watches a delivery that always fails until ten attempts came or the next one is long overdue. */
const watchedSchedule = async (shop: FlowShop, clock: Clock): Promise<Schedule> => {
  const order = await shop.triggeredOrder({}, [failing]);
  let seen = await shop.firstDelivery(order);
  for (;;) {
    const { length } = seen.attempts;
    const gaps = gapsSeconds(seen, clock);
    if (length >= 10) return { seen, gaps };
    const next = nextGap(gaps, slackSecondsOf(clock));
    const tenthSeconds = gaps.reduce((sum, gap) => sum + gap, next);
    if (tenthSeconds > longestScheduleSeconds) {
      return shop.unverified(
        'not-observable',
        `the next wait would be ${Math.round(next)} seconds after ${shown(gaps)}: too long to be watched`,
      );
    }
    // jitter may have shortened the last wait and lengthened the next one
    seen = await shop.deliveries(order, atLeast(length + 1), Math.max(3 * next, retriesSeconds(1)));
    if (seen.attempts.length === length) return { seen, gaps };
  }
};

/** The first gaps of three schedules: a busy machine lengthens some, so the shortest of three is nearest to the truth. */
const firstGaps = async ({ clock }: CheckContext, shop: FlowShop, count: number): Promise<Schedule> => {
  const steps = [...Array<Step>(count).fill(failing), { status: 204 }];
  const orders = await Promise.all([1, 2, 3].map(() => shop.triggeredOrder({}, steps)));
  const schedules: Schedule[] = [];
  for (const order of orders) {
    await shop.firstDelivery(order);
    const seen = await shop.deliveries(order, atLeast(count + 1), retriesSeconds(count));
    if (seen.attempts.length <= count) return shop.unverified('not-reached', `fewer than ${count} retries came`);
    schedules.push({ seen, gaps: gapsSeconds(seen, clock) });
  }
  const shortest = Array.from({ length: count }, (_, index) =>
    Math.min(...schedules.map(({ gaps }) => gaps[index] ?? Number.NaN)),
  );
  const [first] = schedules;
  return first ? { seen: first.seen, gaps: shortest } : shop.unverified('not-reached', 'no order was made');
};

/** What three steps of exponential growth come to at least: a factor of 1.5 is cubed, and jitter takes a quarter and gives one. */
const growthOverThree = 1.9;

export const schedule: readonly Rule[] = [
  {
    id: 'DLV-20',
    text: 'A delivery that goes on failing is attempted at most ten times, or eleven where the first one does not count',
    source: 'Limits',
    statements: ['S178', 'S220'],
    level: 'must',
    depth: 'full',
    needs,
    async check({ clock, flowShop }) {
      const shop = await flowShop('completed flow');
      const { seen: ten, gaps } = await watchedSchedule(shop, clock);
      const within = (seconds: number): number =>
        Math.max(afterTheTenthSeconds, Math.min(seconds, afterTheTenthSeconds / clock.scale));
      // jitter may lengthen a wait by a quarter
      const next = 1.25 * nextGap(gaps, slackSecondsOf(clock));
      const eleven = await shop.deliveries({ id: ten.order }, atLeast(11), within(next));
      const mayGoOn = eleven.attempts.length > 10;
      const seen = mayGoOn ? await shop.deliveries({ id: ten.order }, atLeast(12), within(2 * next)) : eleven;
      const { length } = seen.attempts;
      expectHolds(seen, 'attempts', 'at most ten, beside the first where it does not count', length, length <= 11);
    },
  },
  {
    id: 'DLV-21',
    text: 'A delivery that goes on failing is attempted ten times',
    source,
    statements: ['S178', 'S220'],
    // "up to" ten
    level: 'should',
    depth: 'full',
    needs,
    async check({ clock, flowShop }) {
      const { seen } = await watchedSchedule(await flowShop('completed flow'), clock);
      const { length } = seen.attempts;
      expectHolds(seen, 'attempts', 'ten', length, length >= 10);
    },
  },
  {
    id: 'DLV-22',
    text: 'The waits between attempts grow exponentially from the first to the last',
    source,
    statements: ['S178', 'S220'],
    level: 'must',
    depth: 'full',
    needs,
    async check(context) {
      const { clock, flowShop, unverified } = context;
      const shop = await flowShop('completed flow');
      const grow = (gaps: readonly number[]): boolean =>
        gaps.slice(0, -3).every((gap, index) => {
          const later = gaps[index + 3] ?? Number.NaN;
          // a busy machine lengthens short waits; beside the last ones that does not count
          const lengthened = index === gaps.length - 4 ? 0 : 4 * slackSecondsOf(clock);
          return later + lengthened >= growthOverThree * gap;
        });
      const watched = await watchedCalmly(clock, () => watchedSchedule(shop, clock), grow);
      const { seen, gaps, worstLatenessMs } = watched;
      if (gaps.length < 7) unverified('not-observable', `only ${gaps.length} waits came, too few to tell their growth`);
      const grows = grow(gaps);
      if (!grows) mustHaveBeenPunctual(context, worstLatenessMs);
      expectHolds(
        seen,
        'waits in seconds',
        `each at least ${growthOverThree} times the one three before it`,
        shown(gaps),
        grows,
      );
    },
  },
  {
    id: 'DLV-23',
    text: 'The first retry comes about two seconds after the failure',
    source,
    statements: ['S178', 'S220'],
    level: 'should',
    needs,
    async check(context) {
      const { clock, flowShop } = context;
      const shop = await flowShop('completed flow');
      const areAboutTwo = (gaps: readonly number[]): boolean =>
        gaps.every((gap) => gap >= 1 && gap <= 3 + slackSecondsOf(clock));
      const watched = await watchedCalmly(clock, () => firstGaps(context, shop, 1), areAboutTwo);
      const { seen, gaps, worstLatenessMs } = watched;
      const isAboutTwo = areAboutTwo(gaps);
      if (!isAboutTwo) mustHaveBeenPunctual(context, worstLatenessMs);
      expectHolds(seen, 'first wait in seconds', 'about 2: from 1 to 3', shown(gaps), isAboutTwo);
    },
  },
  {
    id: 'DLV-24',
    text: 'The waits grow from the start: the fourth is clearly longer than the two seconds of the first',
    source,
    statements: ['S178'],
    // the factor is not given: with 1.5 and a quarter of jitter the fourth wait is above 5 seconds
    level: 'should',
    needs,
    async check(context) {
      const { clock, flowShop } = context;
      const shop = await flowShop('completed flow');
      const isFourthLong = ([, , , fourth = Number.NaN]: readonly number[]): boolean => fourth >= 4;
      const watched = await watchedCalmly(clock, () => firstGaps(context, shop, 4), isFourthLong);
      const { seen, gaps, worstLatenessMs } = watched;
      const isLong = isFourthLong(gaps);
      // an answer that is noted late shortens the wait after it
      if (!isLong) mustHaveBeenPunctual(context, worstLatenessMs);
      expectHolds(seen, 'first waits in seconds', 'the fourth at least 4', shown(gaps), isLong);
    },
  },
];
