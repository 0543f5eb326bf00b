import { describeSubject } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import type { JudgedWaiver, Result } from '../../core/result.ts';
import { causeOf, reasonOf, type Verdict } from '../../core/verdict.ts';
import { termsOf } from '../judge-waivers.ts';
import { excerpt, printable } from '../kit/printable.ts';
import { timelineOf } from '../timeline.ts';
import { answerInWords } from './evidence-in-words.ts';
import { inSentences } from './fault-story.ts';
import { causingExchange, showingDelivery, showingExchange } from './leading-exchanges.ts';
import { curlOf } from './repeat/curl.ts';
import { stepsInWords } from './steps-in-words.ts';

const maxReasonLength = 500;
/** A longer command is not readable in a report. The result has its parts. */
const maxCommandLength = 20_000;

/** What a verdict that is not a pass says, in one printable line. */
export const findingOf = (verdict: Verdict): string => {
  const [cause, reason = 'no reason given'] = [causeOf(verdict), reasonOf(verdict)];
  const sentences = inSentences(verdict);
  if (sentences) return `expected: ${sentences.expected}; got: ${sentences.got}`;
  return `${cause === undefined ? '' : `${cause}: `}${excerpt(reason, maxReasonLength)}`;
};

/** The message of a verdict that is not a pass, with its waiver. */
export const messageOf = (verdict: Verdict, waiver: JudgedWaiver | undefined, finding = findingOf(verdict)): string => {
  if (verdict.outcome === 'error') return `a fault of the suite, not of the target: ${finding}`;
  return waiver
    ? `waived ${printable(termsOf(waiver))} (${excerpt(waiver.reason, maxReasonLength)}): ${finding}`
    : finding;
};

const commandFor = (result: Result, exchange: StoredExchange): string => {
  const command = curlOf(exchange, result.target);
  return command.length > maxCommandLength
    ? `# request ${exchange.number} is too long to stand here: the result has it`
    : command;
};

/** The requests that led to a fault, one line each, and the last write as a command. */
const leadingTrace = (result: Result, verdict: Verdict): string[] => {
  const cause = causingExchange(verdict);
  return [
    ...stepsInWords(verdict).map((step) => `# ${step}`),
    ...(cause ? [commandFor(result, cause), `# ${answerInWords(cause)}`] : []),
  ];
};

/**
 * How to reproduce a verdict, as lines for a shell: what led to it, then the deciding request with its answer as a
 * comment, or the attempts of a notification. Empty if nothing decided it.
 */
export const traceOf = (result: Result, verdict: Verdict): string[] => {
  const leading = leadingTrace(result, verdict);
  const exchange = showingExchange(verdict);
  if (exchange) return [...leading, commandFor(result, exchange), `# ${answerInWords(exchange)}`];
  const delivery = showingDelivery(verdict);
  if (!delivery) return [];
  const attempts = timelineOf(delivery, result.target.timeScale).map((line) => `#   ${line.trim()}`);
  return [...leading, `# attempts to notify of ${printable(describeSubject(delivery.about))}:`, ...attempts];
};
