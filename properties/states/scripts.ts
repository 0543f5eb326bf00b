import { type Property, property } from '../property.ts';
import { follow } from './follow.ts';
import { machines } from './machines.ts';
import { inferredSteps, statedSteps } from './step.ts';

const cases = { quick: 4, full: 30 };

const ids = (section: Uppercase<string>, ...numbers: number[]) =>
  numbers.map((number) => `${section}-${number}` as const);

const stated = [
  ...ids('CUST', 11, 12, 13),
  ...ids('ORD', 19, 26, 27, 28, 29, 30, 31, 32, 33, 34),
  ...ids('COUP', 27, 28),
  ...ids('FLOW', 1, 2, 6, 7, 8, 11, 21, 22, 23, 24, 25, 26),
  ...ids('DLV', 26, 27, 28, 32, 33),
];

export const states: readonly Property[] = [
  property({
    id: 'LAW-41',
    text: 'After any sequence of customer, order and coupon calls, all records and webhooks match the documented state transitions',
    source: 'States and transitions',
    statements: ['S087'],
    rules: stated,
    ...machines['LAW-41'],
    cases,
    drawn: statedSteps,
    holds: (context, script) => follow(context, script, machines['LAW-41']),
  }),
  property({
    id: 'LAW-42',
    text: 'After any sequence of calls, including resends and coupons that await an order, all records match the documented state transitions',
    source: 'States and transitions',
    statements: ['S061'],
    inferred: 'It also follows resends with a known `externalId`, which the document leaves open.',
    rules: ['ORD-17', 'COUP-29', 'COUP-30', 'COUP-33', 'COUP-34', 'COUP-35', 'COUP-36', 'COUP-37'],
    ...machines['LAW-42'],
    cases,
    drawn: inferredSteps,
    holds: (context, script) => follow(context, script, machines['LAW-42']),
  }),
  property({
    id: 'LAW-43',
    text: 'After any sequence of calls, no customer has more than one coupon of a flow that runs once per customer',
    source: 'What the service does',
    statements: ['S024'],
    rules: ['FLOW-9', 'DLV-31'],
    ...machines['LAW-43'],
    cases,
    drawn: statedSteps,
    holds: (context, script) => follow(context, script, machines['LAW-43']),
  }),
];
