import fc from 'fast-check';
import type { Step } from '../../core/control-api.ts';
import { valueAt } from '../../core/json.ts';
import type { FlowShop } from '../../suites/check-context.ts';
import { expectHolds, expectThat } from '../../suites/judge/expect.ts';
import type { Deliveries } from '../../suites/subject.ts';
import { expectNoFurtherAttempt } from '../../suites/webhook-delivery/attempts.ts';
import { recordOf } from '../arbitraries.ts';
import { property } from '../property.ts';
import { awaited } from './awaited.ts';
import { failing, failure, successStatus } from './steps.ts';

const source = 'Events › Delivery';
const needs = ['create orders', 'completed flow', 'webhooks'] as const;

/** Asserts that every attempt has the same coupon and the registered bearer token. */
const expectSameFacts = (seen: Deliveries, bearerToken: string): void => {
  const [first] = seen.attempts;
  for (const index of seen.attempts.keys()) {
    for (const field of ['code', 'id', 'orderId', 'companyId']) {
      const reported = valueAt(first?.json, `/${field}`);
      expectThat(seen, `/${index}/json/${field}`, `${reported}, as in the first attempt`, (own) => own === reported);
    }
    const expected = 'Bearer and the registered token';
    expectThat(seen, `/${index}/headers/authorization`, expected, (header) => header === `Bearer ${bearerToken}`);
  }
};

const answersIn = ({ attempts }: Deliveries): string => {
  const answers = attempts.map(({ answer }) => (answer?.kind === 'status' ? answer.status : (answer?.kind ?? 'none')));
  return `${answers.length}: the receiver gave ${answers.join(', ')}`;
};

const isServerError = (step: Step): boolean => 'status' in step && step.status >= 500;

/**
 * Whether the attempts end because the platform makes fewer than ten. If it goes on after the same failures with another
 * status as the last one, they end because of that last failure.
 */
const endsAtLimit = async (shop: FlowShop, failures: readonly Step[]): Promise<boolean> => {
  const last = failures.at(-1);
  const other: Step = { status: last && isServerError(last) ? 404 : 500 };
  const order = await shop.triggeredOrder({}, [...failures.slice(0, -1), other, { status: 200 }]);
  await shop.firstDelivery(order);
  return (await awaited(shop, order, failures.length + 1)).attempts.length <= failures.length;
};

/** Asserts that an order's notification is retried until the last of these answers, which accepts it, and not after it. */
const expectUntilAccepted = async (shop: FlowShop, steps: readonly Step[]): Promise<void> => {
  const { clock } = shop;
  const { bearerToken } = shop.registered();
  const retries = steps.length - 1;
  const order = await shop.triggeredOrder({}, steps);
  await shop.firstDelivery(order);
  const came = await awaited(shop, order, steps.length);
  const { length } = came.attempts;
  if (length > 1 && length < steps.length && (await endsAtLimit(shop, steps.slice(0, length)))) {
    expectSameFacts(came, bearerToken);
    // the failures that are left are retried if they come first
    for (const failed of steps.slice(length - 1, -1)) await expectUntilAccepted(shop, [failed, ...steps.slice(-1)]);
    return;
  }
  expectHolds(came, 'attempts', `${steps.length}: one after each failure`, answersIn(came), length >= steps.length);
  // twice the wait that would follow if the last answer had failed
  await clock.wait(2 ** (retries + 2));
  const seen = await shop.arrived(order);
  expectSameFacts(seen, bearerToken);
  expectNoFurtherAttempt([{ seen, accepted: steps.length }]);
};

export const untilAccepted = property({
  id: 'LAW-61',
  text: 'A notification is retried unchanged after any failure until the first 2xx, and not after it',
  source,
  statements: ['S177'],
  rules: ['DLV-8', 'DLV-9', 'DLV-11', 'DLV-12', 'DLV-13', 'DLV-14', 'DLV-15', 'DLV-17', 'DLV-18'],
  level: 'must',
  needs,
  cases: { quick: 8, full: 40 },
  drawn: recordOf({ failures: fc.array(failure, { maxLength: 3 }), accepted: successStatus }),
  async holds({ flowShop }, { failures, accepted }) {
    const shop = await flowShop('completed flow');
    await expectUntilAccepted(shop, [...failures.map(failing), { status: accepted }]);
  },
});

/** Less than a second, because "a few seconds" has no number. */
const lateSeconds = fc.constantFrom(0, 0.9, 0.5, 0.2);

export const slowAnswers = property({
  id: 'LAW-62',
  text: 'A response that comes within one second counts, whatever the attempt',
  source,
  statements: ['S176'],
  rules: ['DLV-10', 'DLV-18'],
  // the document does not say how many "a few seconds" are
  level: 'should',
  needs,
  drawn: recordOf({
    failures: fc.array(recordOf({ status: fc.constantFrom(500, 404, 302), lateSeconds }), { maxLength: 3 }),
    accepted: recordOf({ status: fc.constantFrom(200, 204, 202), lateSeconds }),
  }),
  async holds({ clock, flowShop }, { failures, accepted }) {
    const shop = await flowShop('completed flow');
    const steps = [...failures, accepted].map(({ status, lateSeconds: late }) => ({
      status,
      delayMs: late * 1000 * clock.scale,
    }));
    await expectUntilAccepted(shop, steps);
  },
});
