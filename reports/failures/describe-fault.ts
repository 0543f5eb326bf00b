import { describeSubject } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import { valueAt } from '../../core/json.ts';
import type { JudgedWaiver, Result } from '../../core/result.ts';
import {
  causeOf,
  type FaultVerdict,
  isFault,
  reasonOf,
  type Stability,
  type Verdict,
  violationOf,
} from '../../core/verdict.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { regressionFolder } from '../../properties/states/regression-file.ts';
import { termsOf, waiverOf } from '../conclude.ts';
import { impactOf } from '../groups.ts';
import { colorOf, excerpt, factsIn, type Paint, printable, signOf } from '../kit/printable.ts';
import { isPlainlyStated } from '../listed-rules.ts';
import { answerInWords, isOfList, routeInWords, subjectOf, timelineOf } from './evidence-in-words.ts';
import {
  areOfOneKind,
  causingExchange,
  groupsByCause,
  inOrderOfSending,
  lastSteps,
  rulesOfSameCause,
  showingDelivery,
  showingExchange,
} from './leading-exchanges.ts';
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

/** Who must act on a verdict, and how. */
interface Advice {
  who: 'platform' | 'profile' | 'Selo' | 'nobody';
  what: string;
}

const whenOf = ({ kind, failed, of }: Stability): string => {
  if (kind === 'stable') return '';
  if (kind === 'intermittent') return `; it failed in ${failed} of ${of} tries`;
  const times = of === 1 ? 'the only time' : `all ${of} times`;
  return `; it failed ${times} that it was judged: this counts, and --rerun-failed shows whether it is stable`;
};

const weightOf = (verdict: Verdict): string => {
  if (verdict.level !== 'should') return '';
  return isPlainlyStated(verdict.rule)
    ? ' (recommended: the document implies this and does not say it outright)'
    : ' (recommended: the document leaves room here)';
};

/** `wrong` if another answer has the wrong value as well, `right` if another read does not. */
const shownElsewhere = (verdict: Verdict): 'wrong' | 'right' | undefined => {
  const violation = violationOf(verdict);
  const showing = showingExchange(verdict);
  const cause = causingExchange(verdict);
  if (!violation?.pointer.startsWith('/') || !showing || !cause) return undefined;
  const { steps } = lastSteps(verdict);
  const valuesOf = (answers: readonly StoredExchange[]): string[] =>
    answers
      .flatMap((step) =>
        'text' in step && areOfOneKind(step, showing) ? [valueAt(parsedJson(step.text), violation.pointer)] : [],
      )
      .filter((value) => value !== undefined)
      .map((value) => JSON.stringify(value));
  const [written, ...reads] = steps.slice(steps.indexOf(cause));
  if (valuesOf(written ? [written, ...reads] : []).includes(violation.actual)) return 'wrong';
  const byOthers = reads.filter((read) => routeInWords(read) !== routeInWords(showing));
  return valuesOf(byOthers).length > 0 ? 'right' : undefined;
};

/** Whether a read shows one company the record that another one created. */
const isForeignRead = (verdict: Verdict, showing: StoredExchange, cause: StoredExchange): boolean =>
  violationOf(verdict)?.pointer === 'body' && cause.request.method === 'POST' && cause.company !== showing.company;

/** The routes that may be at fault, the likelier first. */
const suspectsOf = (verdict: Verdict): string => {
  const showing = showingExchange(verdict);
  const cause = causingExchange(verdict);
  if (!showing) {
    const subject = subjectOf(verdict);
    return cause && violationOf(verdict)?.about !== undefined
      ? `${subject} that follow ${routeInWords(cause)}`
      : subject;
  }
  const shown = routeInWords(showing);
  if (!cause || routeInWords(cause) === shown) return shown;
  // a read itself decides what a list contains, and which companies see a record
  if (isOfList(violationOf(verdict)?.pointer) || isForeignRead(verdict, showing, cause)) {
    return `${shown}, or else ${routeInWords(cause)}`;
  }
  const elsewhere = shownElsewhere(verdict);
  if (elsewhere === 'wrong') return `${routeInWords(cause)}: another answer shows the same value`;
  if (elsewhere === 'right') return `${shown}: another read shows another value`;
  return `${routeInWords(cause)}, or else how ${shown} shows what it did`;
};

const adviceOnFault = (verdict: FaultVerdict): Advice => {
  const when = verdict.stability ? whenOf(verdict.stability) : '';
  return { who: 'platform', what: `correct ${suspectsOf(verdict)}${when}${weightOf(verdict)}` };
};

/** The keys that the reason names after each capability. */
const additions = (reason: string): string => {
  const keys = reason.split('; ').flatMap((part) => /: (\S*\w[.[]\S.*)$/.exec(part)?.[1] ?? []);
  return keys.length === 0 ? 'add what the reason names to the profile' : `add to the profile: ${keys.join('; ')}`;
};

/** What to do about a verdict that is not a pass. */
export const adviceOn = (verdict: Verdict): Advice => {
  if (isFault(verdict)) return adviceOnFault(verdict);
  if (verdict.outcome === 'pass') return { who: 'nobody', what: 'nothing to do' };
  if (verdict.outcome === 'error') {
    return { who: 'Selo', what: 'this is a fault of the suite and says nothing about the target: report it' };
  }
  switch (verdict.cause) {
    case 'not-offered':
      return { who: 'nobody', what: 'nothing to do, unless the target does have it: then declare it in the profile' };
    case 'not-declared':
      return { who: 'profile', what: `${additions(verdict.reason)}, then run again` };
    case 'profile': {
      const [, key] = /`([^`]+)`/.exec(verdict.reason) ?? [];
      return {
        who: 'profile',
        what: `correct ${key === undefined ? 'what the reason names' : `\`${key}\``} in the profile, then run again`,
      };
    }
    case 'not-observable':
      return { who: 'profile', what: 'make it visible as the reason says, then run again' };
    case 'unavailable':
      return { who: 'nobody', what: 'the target gave no answer to judge: run again later with --rerun-failed' };
    case 'not-reached':
      if (verdict.requests === 0) return { who: 'nobody', what: 'run again' };
      return {
        who: 'platform',
        what: 'setup failed, so the rule was skipped: see why the step before was not accepted',
      };
  }
};

const owners: Record<Advice['who'], string> = {
  platform: 'the platform team',
  profile: "the profile's owner",
  Selo: 'the maintainers of Selo',
  nobody: '',
};

/** Advice in one line: who, then what. */
export const describeAdvice = ({ who, what }: Advice): string => (who === 'nobody' ? what : `${owners[who]}: ${what}`);

/** What to do about a verdict that is not a pass, in one line. */
export const adviceInWords = (verdict: Verdict): string => describeAdvice(adviceOn(verdict));

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
