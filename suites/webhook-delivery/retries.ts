import type { Step } from '../../core/control-api.ts';
import { isObject } from '../../core/json.ts';
import type { FlowShop, GivenOrder } from '../check-context.ts';
import { expectHolds, expectThat } from '../judge/expect.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import type { Deliveries } from '../subject.ts';
import { type Accepted, atLeast, expectNoFurtherAttempt, lastingSeconds, retriesSeconds } from './attempts.ts';
import { aboutNotifications, aboutRegistration } from './company-rules.ts';

const source = 'Events › Delivery';

interface Retried extends Pick<Rule, 'id' | 'text' | 'inferred'> {
  /** The failures of the receiver before it accepts. They may depend on the registered URL. */
  failures(url: string): Step[];
}

/**
 * The rule that failures are retried. One order meets every failure in turn, so that one schedule tests all of them. A
 * platform may make fewer than ten attempts: the failures that were not retried are then the first ones of further orders.
 */
const retried = ({ failures, ...about }: Retried): Rule =>
  aboutNotifications({
    ...about,
    source,
    statements: ['S177', 'S176', 'S178', 'S179'],
    level: about.inferred === undefined ? 'must' : 'should',
    async check(shop) {
      const { url } = shop.registered();
      const steps = failures(url);
      const hangs = steps.filter((step) => 'hang' in step).length;
      const atUrl = ({ attempts }: Deliveries) => attempts.filter((attempt) => url.endsWith(attempt.url));
      const failing = (first: readonly Step[]) => shop.triggeredOrder({}, [...first, { status: 204 }]);
      const attemptsOf = async (order: GivenOrder, failed: number): Promise<Deliveries> => {
        await shop.firstDelivery(order);
        return shop.deliveries(order, (seen) => atUrl(seen).length > failed, retriesSeconds(failed, hangs));
      };
      const expectEachRetried = (seen: Deliveries, failed: number): void => {
        const answers = atUrl(seen).map(({ answer }) => (answer?.kind === 'status' ? answer.status : answer?.kind));
        expectHolds(
          seen,
          'attempts at the registered URL',
          `${failed + 1}: one after each failure`,
          `${answers.length}: ${answers.length > 0 ? `the receiver gave ${answers.join(', ')}` : 'none arrived'}`,
          answers.length > failed,
        );
      };
      const seen = await attemptsOf(await failing(steps), steps.length);
      const { length } = atUrl(seen);
      if (length > 1 && length <= steps.length) {
        const orders = await Promise.all(steps.slice(length - 1).map((step) => failing([step])));
        for (const order of orders) expectEachRetried(await attemptsOf(order, 1), 1);
      } else expectEachRetried(seen, steps.length);
      if (hangs === 0) return;
      // if our own limit ended the silence, the platform counted the closed connection, not its timeout
      const waitedOut = seen.attempts.filter(({ answer, answeredAtMs }) => answer?.kind === 'hang' && answeredAtMs);
      const heldSeconds = waitedOut.map(({ answeredAtMs = 0, receivedAtMs }) =>
        Math.round((answeredAtMs - receivedAtMs) / 1000 / shop.clock.scale),
      );
      expectHolds(seen, 'seconds waited in vain', 'a few', heldSeconds, waitedOut.length === 0);
    },
  });

/** Asserts that the last response of each sequence, which accepts, ends the delivery. */
const expectFinal = async (shop: FlowShop, sequences: readonly (readonly Step[])[]): Promise<void> => {
  const { clock } = shop;
  const orders = await Promise.all(sequences.map((answers) => shop.triggeredOrder({}, answers)));
  for (const order of orders) await shop.firstDelivery(order);
  // a sender that retries an accepting response has done so before a longer sequence ends
  const longest = Math.max(...sequences.map(({ length }) => length));
  const longer = await shop.triggeredOrder({}, [...Array<Step>(longest).fill({ status: 500 }), { status: 200 }]);
  await shop.deliveries(longer, atLeast(longest + 1), clock.dispatchSeconds + retriesSeconds(longest));
  await clock.wait(2);
  const all: Accepted[] = [];
  for (const [index, order] of orders.entries()) {
    const seen = await shop.arrived(order);
    const accepted = sequences[index]?.length ?? 0;
    if (seen.attempts.length < accepted) shop.unverified('not-reached', 'no retry came');
    all.push({ seen, accepted });
  }
  expectNoFurtherAttempt(all);
};

const statuses =
  (...listed: number[]) =>
  (): Step[] =>
    listed.map((status) => ({ status }));

/** After this time, about seven of the ten attempts are over. */
const closedAtMostSeconds = 250;

/** How long a URL must be closed so that an attempt fails. The queue may take twice as long the next time. */
const closedFor = (dispatchSeconds: number): number => 1 + 2 * dispatchSeconds;

export const retries: readonly Rule[] = [
  aboutNotifications({
    id: 'DLV-9',
    text: 'Any 2xx response ends the delivery: no attempt follows 200, 201, 202, 204 or 299',
    source,
    statements: ['S177', 'S176'],
    level: 'must',
    check: (shop) =>
      expectFinal(
        shop,
        [200, 201, 202, 204, 299].map((status) => [{ status }]),
      ),
  }),
  aboutNotifications({
    id: 'DLV-10',
    text: 'A response that comes after one second still counts',
    source,
    statements: ['S176', 'S221'],
    // "a few seconds" is loose, but more than one
    level: 'should',
    check: (shop) => expectFinal(shop, [[{ status: 200, delayMs: 1000 * shop.clock.scale }]]),
  }),
  retried({
    id: 'DLV-11',
    text: 'A 3xx response without a destination counts as failure and is retried: 304, and 302 without `Location`',
    failures: statuses(304, 302),
  }),
  retried({
    id: 'DLV-35',
    text: 'A redirect counts as failure and is retried at the registered URL: no webhook goes to a URL that nobody registered',
    inferred: 'The document counts the status of an answer, and does not say that a redirection is not followed first.',
    failures: (url) => [301, 302, 307].map((status) => ({ status, headers: { location: `${url}/elsewhere` } })),
  }),
  retried({
    id: 'DLV-12',
    text: 'A 4xx response counts as failure and is retried: 400, 401, 404, 410 and 429',
    failures: statuses(410, 400, 401, 404, 429),
  }),
  retried({ id: 'DLV-13', text: 'A 5xx response counts as failure and is retried', failures: statuses(500, 503) }),
  retried({
    id: 'DLV-14',
    text: 'A response that does not come within a few seconds counts as failure and is retried',
    failures: () => [{ hang: true }],
  }),
  retried({
    id: 'DLV-15',
    text: 'A connection that is reset counts as failure and is retried',
    failures: () => [{ reset: true }],
  }),
  aboutRegistration({
    id: 'DLV-16',
    text: 'A connection that is refused counts as failure and is retried',
    source,
    statements: ['S177', 'S178'],
    level: 'must',
    async check(shop) {
      const { registration } = shop;
      const dispatchSeconds = await shop.dispatchSeconds();
      const closedSeconds = closedFor(dispatchSeconds);
      if (closedSeconds > closedAtMostSeconds) {
        shop.unverified(
          'not-observable',
          `a webhook takes ${Math.round(dispatchSeconds)} seconds: too few retries are left`,
        );
      }
      const { url, open } = await registration.closedUrl();
      mustBeAccepted(
        await shop.put(registration.path, { body: registration.body({ url }) }),
        'registering the closed URL',
      );
      const order = await shop.triggeredOrder();
      await shop.couponOf(order);
      await shop.clock.wait(closedSeconds);
      await open();
      const nextSeconds = 3 * dispatchSeconds + retriesSeconds(4);
      const seen = await shop.deliveries(order, atLeast(1), nextSeconds);
      if (seen.attempts.length === 0) {
        // a platform that makes fewer than ten attempts may be done before somebody listens
        const goesOn = (failed: Deliveries) => lastingSeconds(failed, shop.clock) >= 2 * closedSeconds;
        const other = await shop.deliveries(await shop.triggeredOrder({}, [{ status: 500 }]), goesOn, nextSeconds);
        const { length } = other.attempts;
        if (length > 1 && !goesOn(other)) {
          shop.unverified('not-observable', `${length} attempts may be over before somebody listens`);
        }
      }
      expectHolds(seen, 'attempts', 'one, now that somebody listens', seen.attempts.length, seen.attempts.length > 0);
    },
  }),
  aboutNotifications({
    id: 'DLV-17',
    text: 'A retry has the same `code`, `id`, `orderId` and `companyId` as the failed attempt',
    source,
    statements: ['S179', 'S181'],
    level: 'must',
    async check(shop) {
      const order = await shop.triggeredOrder({}, [{ status: 500 }, { reset: true }, { status: 204 }]);
      const coupon = await shop.couponOf(order);
      const { id } = order;
      // looked up by both, so that a retry with another order or another code is found
      await shop.deliveries(coupon, atLeast(3), shop.clock.dispatchSeconds + retriesSeconds(2));
      const [byOrder, byCode] = [await shop.arrived(order), await shop.arrived(coupon)];
      const seen = byCode.attempts.length > byOrder.attempts.length ? byCode : byOrder;
      const [first] = seen.attempts;
      if (seen.attempts.length < 2) shop.unverified('not-reached', 'no retry came');
      for (const field of ['code', 'id', 'orderId', 'companyId']) {
        const expected = isObject(first?.json) ? first.json[field] : undefined;
        for (const index of seen.attempts.keys()) {
          const asFirst = `${JSON.stringify(expected)}, as in the first attempt for order ${id}`;
          expectThat(seen, `/${index}/json/${field}`, asFirst, (sent) => sent !== undefined && sent === expected);
        }
      }
    },
  }),
  aboutNotifications({
    id: 'DLV-18',
    text: 'A retry that is accepted ends the delivery',
    source,
    statements: ['S177', 'S176', 'S178'],
    level: 'must',
    check: (shop) => expectFinal(shop, [[{ status: 500 }, { status: 200 }]]),
  }),
  aboutRegistration({
    id: 'DLV-19',
    text: 'A failing delivery does not delay the notification of another coupon',
    source,
    statements: ['S173', 'S178'],
    level: 'should',
    inferred: 'The document does not say that deliveries do not wait for each other.',
    // takes the company alone, so that no failing delivery of another check is in the way
    async check(shop) {
      // fails longer than the dispatch time, so that it would delay the other one
      const failing = await shop.triggeredOrder({}, [...Array<Step>(6).fill({ status: 500 }), { status: 204 }]);
      await shop.firstDelivery(failing);
      await shop.deliveries(failing, atLeast(2), retriesSeconds(1));
      const seen = await shop.deliveries(await shop.triggeredOrder(), atLeast(1), shop.clock.dispatchSeconds);
      const { length } = seen.attempts;
      expectHolds(seen, 'attempts', 'one, while the other delivery goes on', length, length > 0);
    },
  }),
];
