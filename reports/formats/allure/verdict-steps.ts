import { Status } from 'allure-js-commons';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import type { StoredAttempt } from '../../../core/attempt.ts';
import { describeSubject, type StoredDeliveries } from '../../../core/deliveries.ts';
import type { StoredExchange } from '../../../core/exchange.ts';
import type { Result } from '../../../core/result.ts';
import { type Verdict, violationOf } from '../../../core/verdict.ts';
import { answerOf, timelineOf } from '../../failures/evidence-in-words.ts';
import { inOrderOfSending } from '../../failures/leading-exchanges.ts';
import { curlOf } from '../../failures/repeat/commands.ts';
import { excerpt, printable, printableLines } from '../../kit/printable.ts';

/** One page contains the evidence of all rules. The result has complete bodies. */
const maxBodyLength = 8_000;
const maxLineLength = 2_000;
const maxAttempts = 24;

const bodyIn = (text: string): string[] => {
  if (text === '') return [];
  const shown = text.length > maxBodyLength ? text.slice(0, maxBodyLength) : text;
  const left = text.length > maxBodyLength ? [`… (${text.length} characters)`] : [];
  return ['', printableLines(shown), ...left];
};

const headersIn = (headers: Record<string, string>): string[] =>
  Object.entries(headers).map((header) => excerpt(header.join(': '), maxLineLength));

const answerIn = (exchange: StoredExchange): string[] => {
  if (!('status' in exchange)) return [`no answer: ${exchange.lost}, ${excerpt(exchange.reason, maxLineLength)}`];
  return [`${exchange.status}`, ...headersIn(exchange.headers), ...bodyIn(exchange.text)];
};

/** An exchange as text: request, answer, and the command that sends it again. */
const exchangeText = (exchange: StoredExchange, target: Result['target']): string => {
  const { number, company, sentAt, durationMs, request } = exchange;
  const { method, path, headers, body = '' } = request;
  const command = curlOf(exchange, target);
  return [
    printable(`# exchange ${number}, as ${company}, at ${sentAt}`),
    '',
    excerpt(`${method} ${path}`, maxLineLength),
    ...headersIn(headers),
    ...bodyIn(body),
    '',
    `# after ${durationMs.toFixed(0)} ms`,
    '',
    ...answerIn(exchange),
    '',
    '# to send it again',
    '',
    command.length > maxBodyLength ? '# too long to stand here: the result has its parts' : command,
    '',
  ].join('\n');
};

const attemptIn = (attempt: StoredAttempt): string[] => [
  '',
  excerpt(`${attempt.method} ${attempt.url}`, maxLineLength),
  ...headersIn(attempt.headers),
  ...bodyIn(attempt.body),
  '',
  `# ${answerOf(attempt)}`,
];

/** The attempts of a notification as text. */
const deliveryText = (delivery: StoredDeliveries, target: Result['target']): string => {
  const { about, company, attempts } = delivery;
  const left = attempts.length - maxAttempts;
  return [
    printable(`# notifications of ${describeSubject(about)} to ${company}`),
    ...timelineOf(delivery, target.timeScale).map((line) => `# ${line}`),
    ...attempts.slice(0, maxAttempts).flatMap(attemptIn),
    ...(left > 0 ? ['', `# and ${left} more`] : []),
    '',
  ].join('\n');
};

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
