import { curlOf } from './curl.ts';
import { excerpt, printable } from './printable.ts';
import type { ReportedExchange, ReportedVerdict, Result } from './result.ts';
import { timelineOf } from './timeline.ts';

const longestValue = 500;
const longestAnswer = 400;
/** A longer command helps nobody who reads a report; the result has its parts. */
const longestCommand = 20_000;

/** What a verdict that is no pass says, in one printable line of bounded length. */
export const findingOf = ({ violation, cause, reason = 'no reason given' }: ReportedVerdict): string => {
  if (violation) {
    const { pointer, expected, actual } = violation;
    return `${excerpt(pointer, longestValue)}: expected ${excerpt(expected, longestValue)}, got ${excerpt(actual, longestValue)}`;
  }
  return `${cause === undefined ? '' : `${cause}: `}${excerpt(reason, longestValue)}`;
};

const cameOf = (exchange: ReportedExchange): string => {
  if (!('status' in exchange)) return `no answer (${exchange.lost}: ${excerpt(exchange.reason, longestAnswer)})`;
  const { status, text } = exchange;
  return `came ${status}${text === '' ? ' without a body' : ` ${excerpt(text, longestAnswer)}`}`;
};

/**
 * How to see a verdict for oneself, as lines for a shell: the command that sends the deciding request again, with what
 * came as a comment; for notifications the attempts that arrived. Empty where no request or notification decided.
 */
export const traceOf = (result: Result, { violation, exchanges, deliveries, rule }: ReportedVerdict): string[] => {
  const exchange = exchanges.find(({ number }) => number === violation?.exchange);
  if (exchange) {
    const command = curlOf(exchange, result.target);
    const told =
      command.length > longestCommand
        ? `# request ${exchange.number} of ${printable(rule)} is too long to stand here: the result has it`
        : command;
    return [told, `# ${cameOf(exchange)}`];
  }
  const delivery = deliveries.findLast(({ order }) => order === violation?.order);
  if (!delivery) return [];
  const attempts = timelineOf(delivery, result.target.timeScale).map((line) => `#   ${line.trim()}`);
  return [`# attempts to notify of order ${printable(delivery.order)}:`, ...attempts];
};
