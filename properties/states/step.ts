import fc from 'fast-check';
import { recordOf } from '../arbitraries.ts';

export type Status = 'completed' | 'on-hold' | 'canceled' | 'processing';
type ByKey = 'id' | 'code';
type Via = 'POST' | 'PUT';

/**
 * One step of a script, as plain data that can be printed, shrunk and kept as a test. Numbers count back from the latest
 * record that the step can use. A step without a record is skipped.
 */
export type Step =
  | { do: 'post order'; customer: number; status: Status }
  | { do: 'change order'; order: number; status: Status }
  | { do: 'post order again'; order: number }
  | { do: 'delete order'; order: number }
  | { do: 'redeem'; by: Via; coupon: number; status: Status }
  | { do: 'try code'; by: Via; code: 'unknown' | 'shared'; order: number }
  | { do: 'register coupon'; customer: number; awaitingOrder: boolean }
  | { do: 'register shared coupon' }
  | { do: 'mark coupon as used'; coupon: number; by: ByKey }
  | { do: 'name coupon'; coupon: number; by: ByKey }
  | { do: 'post customer again'; customer: number }
  | { do: 'rename customer'; customer: number }
  | { do: 'delete customer'; customer: number };

export type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>;

const nth = fc.nat({ max: 3 });
// mostly the first customer, because many faults need several steps of one customer
const customer = fc.constantFrom(0, 0, 0, 1);
const by = fc.constantFrom<ByKey>('id', 'code');
const via = fc.constantFrom<Via>('POST', 'PUT');
// mostly completed, because most faults begin with a flow
const status = fc.constantFrom<Status>('on-hold', 'completed', 'completed', 'completed', 'canceled', 'processing');

interface Weighed {
  arbitrary: fc.Arbitrary<Step>;
  weight: number;
}

const ordersAndCoupons: readonly Weighed[] = [
  { weight: 9, arbitrary: recordOf({ do: fc.constant('post order'), customer, status }) },
  { weight: 6, arbitrary: recordOf({ do: fc.constant('change order'), order: nth, status }) },
  { weight: 3, arbitrary: recordOf({ do: fc.constant('delete order'), order: nth }) },
  { weight: 6, arbitrary: recordOf({ do: fc.constant('redeem'), by: via, coupon: nth, status }) },
  { weight: 4, arbitrary: recordOf({ do: fc.constant('mark coupon as used'), coupon: nth, by }) },
  { weight: 3, arbitrary: recordOf({ do: fc.constant('name coupon'), coupon: nth, by }) },
];

const others: readonly Weighed[] = [
  {
    weight: 4,
    arbitrary: recordOf({
      do: fc.constant('try code'),
      by: fc.constantFrom<Via>('PUT', 'PUT', 'POST'),
      code: fc.constantFrom('unknown', 'shared'),
      order: nth,
    }),
  },
  { weight: 2, arbitrary: recordOf({ do: fc.constant('register shared coupon') }) },
  { weight: 2, arbitrary: recordOf({ do: fc.constant('post customer again'), customer }) },
  { weight: 2, arbitrary: recordOf({ do: fc.constant('rename customer'), customer }) },
  { weight: 2, arbitrary: recordOf({ do: fc.constant('delete customer'), customer }) },
];

const registering = (awaitingOrder: fc.Arbitrary<boolean>): Weighed => ({
  weight: 6,
  arbitrary: recordOf({ do: fc.constant('register coupon'), customer, awaitingOrder }),
});

const maxLength = 20;

/** Long scripts are as likely as short ones. An empty one is legal, so that shrinking can remove the last step. */
const scriptOf = (steps: readonly Weighed[]): fc.Arbitrary<Step[]> =>
  fc.noBias(fc.array(fc.oneof(...steps), { maxLength, size: 'max' }));

/** Scripts of steps whose effects the document states. */
export const statedSteps = scriptOf([...ordersAndCoupons, ...others, registering(fc.constant(false))]);

/** Scripts that also have steps with inferred effects. */
export const inferredSteps = scriptOf([
  ...ordersAndCoupons,
  registering(fc.constantFrom(true, true, false)),
  { weight: 3, arbitrary: recordOf({ do: fc.constant('post order again'), order: nth }) },
]);
