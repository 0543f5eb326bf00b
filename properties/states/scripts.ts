import { type Property, property } from '../property.ts';
import { follow } from './follow.ts';
import { machines } from './machines.ts';
import { inferredSteps, statedSteps } from './step.ts';

const cases = { quick: 4, full: 30 };

const stated = [
  ...['CUST-11', 'CUST-12', 'CUST-13', 'ORD-19', 'ORD-26', 'ORD-27', 'ORD-28', 'ORD-29', 'ORD-30', 'ORD-31'],
  ...['ORD-32', 'ORD-33', 'ORD-34', 'COUP-27', 'COUP-28', 'FLOW-1', 'FLOW-2', 'FLOW-6', 'FLOW-7', 'FLOW-8', 'FLOW-11'],
  ...[
    'FLOW-21',
    'FLOW-22',
    'FLOW-23',
    'FLOW-24',
    'FLOW-25',
    'FLOW-26',
    'DLV-26',
    'DLV-27',
    'DLV-28',
    'DLV-32',
    'DLV-33',
  ],
] as const;

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
