import type { StoredAttempt } from '../../../core/attempt.ts';
import { describeSubject, type StoredDeliveries } from '../../../core/deliveries.ts';
import type { StoredExchange } from '../../../core/exchange.ts';
import type { Result } from '../../../core/result.ts';
import { answerOf, timelineOf } from '../../failures/evidence-in-words.ts';
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
export const exchangeText = (exchange: StoredExchange, target: Result['target']): string => {
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
export const deliveryText = (delivery: StoredDeliveries, target: Result['target']): string => {
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
