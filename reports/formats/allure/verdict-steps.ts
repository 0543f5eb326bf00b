import { Status } from 'allure-js-commons';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import { describeSubject, type StoredDeliveries } from '../../../core/deliveries.ts';
import type { StoredExchange } from '../../../core/exchange.ts';
import type { Result } from '../../../core/result.ts';
import { type Verdict, violationOf } from '../../../core/verdict.ts';
import { inOrderOfSending } from '../../failures/leading-exchanges.ts';
import { excerpt } from '../../kit/printable.ts';
import { deliveryText, exchangeText } from './evidence-text.ts';

const maxNameLength = 200;
const maxValueLength = 500;

type ReportedAssertion = Pick<StoredExchange['assertions'][number], 'pointer' | 'expected' | 'actual' | 'held'>;

interface Step {
  name: string;
  /** Milliseconds since 1970. */
  start: number;
  stop: number;
  held: boolean;
}

const stepOf = ({ name, start, stop, held }: Step, within: readonly RuntimeMessage[]): RuntimeMessage[] => [
  { type: 'step_start', data: { name: excerpt(name, maxNameLength), start } },
  ...within,
  { type: 'step_stop', data: { stop, status: held ? Status.PASSED : Status.FAILED } },
];

const assertionStep = ({ pointer, expected, actual, held }: ReportedAssertion, at: number): RuntimeMessage[] => {
  const values = { expected, actual };
  const parameters = Object.entries(values).map(([name, value]) => ({ name, value: excerpt(value, maxValueLength) }));
  const name = held ? `${pointer}: ${expected}` : `${pointer}: expected ${expected}, got ${actual}`;
  return stepOf({ name, start: at, stop: at, held }, [{ type: 'step_metadata', data: { parameters } }]);
};

const attachment = (name: string, content: string): RuntimeMessage => ({
  type: 'attachment_content',
  data: { name: excerpt(name, maxNameLength), content, encoding: 'utf8', contentType: 'text/plain' },
});

interface Grouped {
  name: string;
  start: number;
  stop: number;
  assertions: readonly ReportedAssertion[];
  evidence: RuntimeMessage;
}

const groupSteps = ({ name, start, stop, assertions, evidence }: Grouped): RuntimeMessage[] =>
  stepOf({ name, start, stop, held: assertions.every(({ held }) => held) }, [
    evidence,
    ...assertions.flatMap((assertion) => assertionStep(assertion, stop)),
  ]);

const exchangeSteps = (exchange: StoredExchange, { target }: Result): RuntimeMessage[] => {
  const { number, sentAt, durationMs, request, assertions } = exchange;
  const start = Date.parse(sentAt);
  const came = 'status' in exchange ? exchange.status : exchange.lost;
  return groupSteps({
    name: `${request.method} ${request.path} → ${came}`,
    start,
    stop: start + Math.round(durationMs),
    assertions,
    evidence: attachment(`exchange ${number}`, exchangeText(exchange, target)),
  });
};

const deliverySteps = (delivery: StoredDeliveries, { run, target }: Result): RuntimeMessage[] => {
  const { about, attempts, assertions } = delivery;
  const arrivals = attempts.map(({ receivedAtMs }) => Math.round(receivedAtMs));
  return groupSteps({
    name: `notifications of ${describeSubject(about)}: ${attempts.length}`,
    start: arrivals[0] ?? Date.parse(run.startedAt),
    stop: arrivals.at(-1) ?? Date.parse(run.startedAt),
    assertions,
    evidence: attachment(`notifications of ${describeSubject(about)}`, deliveryText(delivery, target)),
  });
};

/**
 * The assertions of a rule as steps, grouped by exchange and delivery, each with its evidence. They are reported in
 * sequence, because Allure nests steps in the open one.
 */
export const stepsOf = (result: Result, verdict: Verdict): RuntimeMessage[] => {
  const { exchanges, deliveries } = verdict;
  const violation = violationOf(verdict);
  const isReported = [...exchanges, ...deliveries].some(({ assertions }) => assertions.some(({ held }) => !held));
  return [
    ...inOrderOfSending(exchanges).flatMap((exchange) => exchangeSteps(exchange, result)),
    ...deliveries.flatMap((delivery) => deliverySteps(delivery, result)),
    // a violation found by comparing several answers belongs to none of them
    ...(violation && !isReported ? assertionStep({ ...violation, held: false }, Date.parse(result.run.endedAt)) : []),
  ];
};
