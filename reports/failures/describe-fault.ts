import { describeSubject } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import type { JudgedWaiver, Result } from '../../core/result.ts';
import { causeOf, isFault, reasonOf, type Verdict } from '../../core/verdict.ts';
import { regressionFolder } from '../../properties/states/regression-file.ts';
import { termsOf, waiverOf } from '../conclude.ts';
import { impactOf } from '../groups.ts';
import { colorOf, type Paint, signOf } from '../kit/paint.ts';
import { excerpt, factsIn, printable } from '../kit/printable.ts';
import { adviceInWords } from './advice.ts';
import { answerInWords, timelineOf } from './evidence-in-words.ts';
import { groupsByCause, rulesOfSameCause } from './grouping.ts';
import { causingExchange, inOrderOfSending, showingDelivery, showingExchange } from './leading-exchanges.ts';
import {
  curlOf,
  hurlFileOf,
  regressionFileOf,
  regressionOf,
  repeatCommand,
  requestsFileOf,
} from './repeat/commands.ts';
import {
  changesInWords,
  drawInWords,
  inSentences,
  passedInWords,
  stabilityInWords,
  statementsOf,
  stepsInWords,
} from './verdict-in-words.ts';

const indent = '    ';
/** Longer lists of requests are only in their file. */
const maxListed = 12;
const fact = factsIn({ indent, labelWidth: 10 });

const titleOf = ({ rule, text, outcome }: Verdict, paint: Paint): string =>
  `${paint(colorOf[outcome], `${signOf[outcome]} ${rule}`)}  ${text}`;

const evidenceOf = (result: Result, verdict: Verdict, part: string): string =>
  `result.json#/verdicts/${result.verdicts.indexOf(verdict)}${part}`;

/** The steps that led to a fault, and the last write as a command. */
const leadingSteps = (result: Result, verdict: Verdict): string[] => {
  const steps = stepsInWords(verdict);
  const cause = causingExchange(verdict);
  return fact('steps', ...steps, ...(cause ? [curlOf(cause, result.target)] : []));
};

/** The request that shows a fault as a command, with its answer; for notifications, the attempts. */
const showingEvidence = (result: Result, verdict: Verdict): string[] => {
  const exchange = showingExchange(verdict);
  if (exchange) {
    return [
      ...leadingSteps(result, verdict),
      ...fact('request', curlOf(exchange, result.target)),
      ...fact('answer', answerInWords(exchange)),
      ...fact('changed', ...changesInWords(verdict)),
      ...fact('passed', ...passedInWords(verdict)),
      ...fact('evidence', evidenceOf(result, verdict, `/exchanges/${verdict.exchanges.indexOf(exchange)}`)),
    ];
  }
  const delivery = showingDelivery(verdict);
  if (!delivery) return fact('evidence', evidenceOf(result, verdict, ''));
  return [
    ...leadingSteps(result, verdict),
    ...fact('attempts', ...timelineOf(delivery, result.target.timeScale)),
    ...fact('passed', ...passedInWords(verdict)),
    ...fact('evidence', evidenceOf(result, verdict, `/deliveries/${verdict.deliveries.indexOf(delivery)}`)),
  ];
};

/** The statements of the document and the impact on partners, if the target is at fault. */
const describeStatements = (verdict: Verdict): string[] => {
  if (!isFault(verdict)) return [];
  const impact = impactOf(verdict);
  return [...fact('document', ...statementsOf(verdict)), ...(impact === undefined ? [] : fact('impact', impact))];
};

const describeSameCause = (result: Result, verdict: Verdict): string[] => {
  const others = rulesOfSameCause(result, verdict);
  return others.length === 0 ? [] : fact('same as', `${others.map(printable).join(', ')}: probably one cause`);
};

/** How to repeat a fault. For a property, lists the requests of the case if there are not too many. */
const describeRepeat = (result: Result, verdict: Verdict): string[] => {
  if (!isFault(verdict)) return [];
  const script =
    verdict.exchanges.length === 0
      ? []
      : [`${requestsFileOf(verdict)} and ${hurlFileOf(verdict)} send the same by curl and Hurl`];
  if (!verdict.search?.counterexample) return fact('repeat', repeatCommand(result, verdict), ...script);
  const sent = inOrderOfSending(verdict.exchanges);
  const isReported = ({ request, assertions }: StoredExchange): boolean =>
    request.method !== 'GET' || assertions.some(({ held }) => !held);
  const said = sent.length > maxListed ? sent.filter(isReported) : sent;
  const listed = said.length > maxListed ? [] : said;
  const lines = listed.map(
    (exchange) => `${'status' in exchange ? exchange.status : exchange.lost}  ${curlOf(exchange, result.target)}`,
  );
  const inFile = `${sent.length} in all, in ${requestsFileOf(verdict)}`;
  const which = listed.length === sent.length ? ':' : '; those that change something, and the one that shows it:';
  const regression = regressionOf(result, verdict);
  return [
    ...(sent.length === 0 ? [] : fact('requests', lines.length > 0 ? inFile + which : inFile, ...lines)),
    ...fact('repeat', repeatCommand(result, verdict)),
    ...(regression === undefined
      ? []
      : fact('test', `${regressionFileOf(verdict)}: put it into ${regressionFolder}/ to keep it`)),
  ];
};

/** Describes a verdict that is `fail`, `warn` or `error` for the person who must act on it. */
export const describeFault = (result: Result, verdict: Verdict, paint: Paint): string[] => {
  const { source, level } = verdict;
  const reason = reasonOf(verdict);
  const sentences = inSentences(verdict);
  const facts = [source, level, ...stabilityInWords(verdict)].join(' · ');
  const waiver = waiverOf(result, verdict);
  const draw = drawInWords(result, verdict);
  return [
    titleOf(verdict, paint),
    `${indent}${paint('dim', facts)}`,
    ...(waiver ? fact('waived', `${printable(termsOf(waiver))}: ${printable(waiver.reason)}`) : []),
    ...(draw ? [...fact('drawn', draw.drawn), ...fact('found', draw.found)] : []),
    ...describeStatements(verdict),
    ...describeSameCause(result, verdict),
    ...(sentences ? [...fact('expected', sentences.expected), ...fact('got', sentences.got)] : []),
    ...(reason === undefined ? [] : fact('reason', printable(reason))),
    ...showingEvidence(result, verdict),
    ...describeRepeat(result, verdict),
    ...fact('to do', printable(adviceInWords(verdict))),
  ];
};

/** Describes a fault whose probable cause another one has shown in full. */
const describeInBrief = (result: Result, verdict: Verdict, paint: Paint): string[] => {
  const sentences = inSentences(verdict);
  return [
    titleOf(verdict, paint),
    ...(sentences ? [...fact('expected', sentences.expected), ...fact('got', sentences.got)] : []),
    ...fact('repeat', repeatCommand(result, verdict)),
  ];
};

/** Describes faults: of those with one probable cause, the first in full and the others in brief. */
export const describeFaults = (result: Result, faults: readonly Verdict[], paint: Paint): string[][] =>
  groupsByCause(faults).flatMap(([first, ...others]) =>
    first
      ? [[...describeFault(result, first, paint), ...others.flatMap((other) => describeInBrief(result, other, paint))]]
      : [],
  );

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
