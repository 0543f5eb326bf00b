import { isDeepStrictEqual } from 'node:util';
import { counted } from '../../core/counted.ts';
import { describeSubject } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import { valueAt } from '../../core/json.ts';
import type { CleanUpReport, Result } from '../../core/result.ts';
import {
  type Counterexample,
  type FaultVerdict,
  isFault,
  type Search,
  stabilityOf,
  type Verdict,
  violationOf,
} from '../../core/verdict.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { documented } from '../../suites/documented.ts';
import { reasonKind, refusalMessage } from '../kit/exchange-labels.ts';
import { excerpt, type Paint, printable } from '../kit/printable.ts';
import { ownStatementsOf } from '../listed-rules.ts';
import { aspectOf, fieldOf, isOfList, requestInWords, routeInWords, subjectOf } from './evidence-in-words.ts';
import { areOfOneKind, causingExchange, lastSteps, recordIn, showingExchange } from './leading-exchanges.ts';

const maxValueLength = 500;

const maxStatements = 3;

/** Higher for a statement that names the field or the route of the fault. */
const closeness = (sentence: string, verdict: Verdict): number => {
  const field = violationOf(verdict)
    ?.pointer.split('/')
    .findLast((part) => part !== '' && !/^\d+$/.test(part));
  const showing = showingExchange(verdict);
  const namesField = field !== undefined && sentence.includes(`\`${field}\``);
  const namesRoute = showing !== undefined && sentence.includes(routeInWords(showing).slice(0, -1));
  return (namesField ? 2 : 0) + (namesRoute ? 1 : 0);
};

/** The statements behind a rule with their ids, those that name the field or the route of the fault first. */
export const statementsOf = (verdict: Verdict): string[] => {
  const stated = ownStatementsOf(verdict.rule).map((id) => ({
    id,
    sentence: documented[id]?.sentence ?? '',
  }));
  const closest = stated.toSorted((a, b) => closeness(b.sentence, verdict) - closeness(a.sentence, verdict));
  const others = closest.slice(maxStatements).map(({ id }) => id);
  return [
    ...closest.slice(0, maxStatements).map(({ id, sentence }) => `${id}  ${sentence}`),
    ...(others.length > 0 ? [`and ${others.toSorted().join(', ')}`] : []),
  ];
};

/** A string without its JSON quotes, even if the JSON was cut off. */
const withoutQuotes = (shown: string): string => {
  if (!shown.startsWith('"')) return shown;
  const text = parsedJson(shown);
  return typeof text === 'string' ? text : shown.slice(1).replaceAll('\\"', '"');
};

const withMessage = (exchange: StoredExchange): string => {
  const message = 'text' in exchange ? refusalMessage(exchange.status, exchange.text) : undefined;
  return message === undefined ? '' : ` with the message ${excerpt(JSON.stringify(message), maxValueLength)}`;
};

/** Puts a reason into parentheses: `6: one after each failure` becomes `6 (one after each failure)`. */
const withReason = (text: string): string =>
  text.replace(/^("(?:[^"\\]|\\.)*"|(?!one of)[^"{}[\]()]+?): (\S.*)$/s, '$1 ($2)');

const statusesOnly = /^\d{3}(?: or \d{3})*$/;

const ofAnswer = (verdict: FaultVerdict, showing: StoredExchange): { expected: string; got: string } => {
  const { violation } = verdict;
  const { pointer } = violation;
  const subject = requestInWords(verdict, showing, { among: [...lastSteps(verdict).steps, showing] });
  const expected = excerpt(withReason(violation.expected), maxValueLength);
  const actual = excerpt(violation.actual, maxValueLength);
  if (pointer === 'status') {
    const got = `it answers ${actual}${withMessage(showing)}`;
    if (statusesOnly.test(expected)) return { expected: `${subject} answers ${expected}`, got };
    const does = /^(?:nothing|no )/.test(expected) ? 'finds' : 'is';
    const says = /^(?:an?|the) /.test(expected) ? 'answers with' : does;
    return { expected: `${subject} ${says} ${expected}`, got };
  }
  if (pointer === 'body' || pointer === '') {
    return {
      expected: `${subject} answers with${/^(?:an?|the|no) /.test(expected) ? '' : ':'} ${expected}`,
      got: excerpt(withoutQuotes(violation.actual), maxValueLength),
    };
  }
  if (pointer.startsWith('header ')) {
    const name = excerpt(pointer.slice('header '.length), maxValueLength);
    return { expected: `${subject} answers with the header \`${name}\`: ${expected}`, got: `\`${name}\` is ${actual}` };
  }
  if (pointer.startsWith('/')) {
    const field = fieldOf(pointer);
    return {
      expected: `${subject} answers with \`${field}\`: ${expected}`,
      got: actual === 'nothing' ? `there is no \`${field}\`` : `\`${field}\` is ${actual}`,
    };
  }
  return { expected: `${subject}: ${excerpt(pointer, maxValueLength)}: ${expected}`, got: actual };
};

/** What shows a fault: a request, the notifications, or the platform as a whole. */
export const whereInWords = (verdict: Verdict): string => {
  const showing = showingExchange(verdict);
  if (showing) return requestInWords(verdict, showing);
  return subjectOf(verdict);
};

/** The expected and the actual behavior, each as a sentence that needs no other. */
export const inSentences = (verdict: Verdict): { expected: string; got: string } | undefined => {
  if (!isFault(verdict)) return undefined;
  const { violation } = verdict;
  const showing = showingExchange(verdict);
  if (showing) return ofAnswer(verdict, showing);
  const aspect = aspectOf(violation.pointer);
  const { about } = violation;
  const whose = about === undefined ? 'one order' : excerpt(describeSubject(about), maxValueLength);
  return {
    expected: `for ${whose}, ${aspect}: ${excerpt(withReason(violation.expected), maxValueLength)}`,
    got: `${aspect}: ${excerpt(withReason(withoutQuotes(violation.actual)), maxValueLength)}`,
  };
};

/** How often a fault was seen, such as `intermittent (1 of 4)`. */
export const stabilityInWords = (verdict: Verdict): string[] => {
  const stability = stabilityOf(verdict);
  return stability ? [`${stability.kind} (${stability.failed} of ${stability.of})`] : [];
};

const maxShortLength = 80;
const maxChanges = 6;
const maxPassed = 6;

const shortly = (value: unknown): string => excerpt(JSON.stringify(value) ?? 'nothing', maxShortLength);

/** The answer to a step: the value of the field in question, or why the request was refused. */
const outcomeInWords = (exchange: StoredExchange, pointer: string): string => {
  if (!('status' in exchange)) return exchange.lost;
  const { status, text } = exchange;
  if (status >= 400) {
    const message = refusalMessage(status, text);
    return message === undefined ? `${status}` : `${status} ${shortly(message)}`;
  }
  const value = isOfList(pointer) || !pointer.startsWith('/') ? undefined : valueAt(parsedJson(text), pointer);
  return value === undefined ? `${status}` : `${status}, \`${fieldOf(pointer)}\` is ${shortly(value)}`;
};

const creates = ({ request }: StoredExchange): boolean => request.method === 'POST';

/** The steps that led to a fault, one line each, after the number of other writes. */
export const stepsInWords = (verdict: Verdict): string[] => {
  const { steps, others } = lastSteps(verdict);
  const showing = showingExchange(verdict);
  const among = showing ? [...steps, showing] : steps;
  const lines = steps.map((step, index) => {
    const earlier = steps.slice(0, index);
    const before =
      earlier.findLast(({ request }) => request.method === step.request.method && request.path === step.request.path) ??
      (step.request.method === 'PUT' ? earlier.findLast((one) => creates(one) && areOfOneKind(one, step)) : undefined);
    // the field of another kind of record is not comparable
    const pointer = showing && areOfOneKind(step, showing) ? violationOf(verdict)?.pointer : undefined;
    return `${requestInWords(verdict, step, { before, among })} → ${outcomeInWords(step, pointer ?? '')}`;
  });
  return [
    ...(others > 0 ? [counted(others, 'other write')] : []),
    // a read is repeated until the change is visible
    ...lines.filter((line, index) => line !== lines[index - 1]),
  ];
};

/** How the record that shows a fault differs from its state before the causing write. */
export const changesInWords = (verdict: Verdict): string[] => {
  const showing = showingExchange(verdict);
  const pointer = violationOf(verdict)?.pointer;
  const now = showing && (pointer === 'body' || pointer === '') ? recordIn(showing) : undefined;
  const cause = causingExchange(verdict);
  if (!cause || now?.id === undefined) return [];
  const before = verdict.exchanges
    .filter(({ number }) => number < cause.number)
    .map(recordIn)
    .filter((record) => record !== undefined)
    .findLast((record) => record.id === now.id && Object.keys(record).length > 2);
  if (!before) return [];
  return Object.entries(now)
    .filter(([name, value]) => Object.hasOwn(before, name) && JSON.stringify(before[name]) !== JSON.stringify(value))
    .slice(0, maxChanges)
    .map(([name, value]) => `\`${excerpt(name, maxShortLength)}\`: ${shortly(before[name])} → ${shortly(value)}`);
};

/** Other attempts of the delivery that passed the same assertion. */
const passedAttempts = (verdict: Verdict): string[] => {
  const violation = violationOf(verdict);
  const withoutPlace = (pointer: string): string => pointer.replace(/^\/\d+(?=\/)/, '');
  const held = verdict.deliveries
    .filter(({ about }) => isDeepStrictEqual(about, violation?.about))
    .flatMap(({ assertions }) => assertions)
    .filter(
      ({ pointer, held: isHeld }) =>
        isHeld && pointer !== violation?.pointer && withoutPlace(pointer) === withoutPlace(violation?.pointer ?? ''),
    );
  return [...new Set(held.map(({ pointer }) => aspectOf(pointer)))].slice(0, maxPassed);
};

/** Other requests of the rule that passed the same assertion. They show how far the fault reaches. */
const passedRequests = (verdict: Verdict, showing: StoredExchange): string[] => {
  const failed = showing.assertions.find(({ held }) => !held);
  if (!failed) return [];
  const isAlike = (exchange: StoredExchange): boolean =>
    // accepted setup requests say nothing
    (failed.pointer !== 'status' || !failed.expected.startsWith('2') || exchange.request.method === 'GET') &&
    exchange.assertions.some(
      ({ pointer, expected, held }) => held && pointer === failed.pointer && expected === failed.expected,
    );
  const own = requestInWords(verdict, showing);
  const routesByWords = new Map<string, string>();
  const others = new Set<string>();
  for (const exchange of verdict.exchanges.filter(isAlike)) {
    const route = routeInWords(exchange);
    // describing thousands of requests takes long
    if (routesByWords.size === maxPassed) others.add(route);
    else routesByWords.set(requestInWords(verdict, exchange), route);
    routesByWords.delete(own);
  }
  for (const route of routesByWords.values()) others.delete(route);
  return [...routesByWords.keys(), ...(others.size > 0 ? [`and ${counted(others.size, 'other route')}`] : [])];
};

/** What else passed the assertion that failed. */
export const passedInWords = (verdict: Verdict): string[] => {
  const showing = showingExchange(verdict);
  return showing ? passedRequests(verdict, showing) : passedAttempts(verdict);
};

const maxDrawnLength = 600;
const maxReasons = 2;
const maxSearchReasonLength = 80;

const sumOf = (counts: readonly { cases: number }[]): number => counts.reduce((sum, { cases }) => sum + cases, 0);

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** The reasons why cases could not be judged, the most frequent first. */
const reasonsInWords = (unjudged: NonNullable<Search['unjudged']>): string => {
  const kinds = [...Map.groupBy(unjudged, ({ reason }) => reasonKind(reason)).values()]
    .map((alike) => ({ reason: alike[0]?.reason ?? '', cases: sumOf(alike) }))
    .toSorted((a, b) => b.cases - a.cases);
  const others = sumOf(kinds.slice(maxReasons));
  return [
    ...kinds.slice(0, maxReasons).map(({ reason, cases }) => `${excerpt(reason, maxSearchReasonLength)} (${cases})`),
    ...(others > 0 ? [`other reasons (${others})`] : []),
  ].join(', ');
};

/** The number of judged cases, and why it is smaller than planned. */
export const casesInWords = ({ cases, planned, endedBy, unjudged = [] }: Search): string => {
  if (cases >= planned) return counted(planned, 'case');
  const ends = { time: 'the time was over', requests: 'the requests were used up' };
  const why = unjudged.length === 0 ? '' : `: ${reasonsInWords(unjudged)}`;
  if (!endedBy) return `${planned - cases} of ${planned} cases could not be judged${why}`;
  const cutOff = `${cases} of ${planned} cases: ${ends[endedBy]}`;
  return why === '' ? cutOff : `${cutOff}, and ${sumOf(unjudged)} could not be judged${why}`;
};

const howFound = (
  { planned }: Search,
  { path, shrinks, isSmallest }: Counterexample,
  { path: repeated }: Result['run'],
): string => {
  if (repeated !== undefined) return `repeated by its path, ${repeated}`;
  const place = Number.parseInt(path, 10) + 1;
  const shrunk = shrinks === 0 ? 'as it was drawn' : `shrunk ${times(shrinks)}`;
  return `case ${place} of ${planned}, ${shrunk}; ${isSmallest ? 'nothing smaller breaks it' : 'not everything smaller was tried'}`;
};

/** What was drawn when a property failed, and how it was found; undefined for everything else. */
export const drawInWords = ({ run }: Result, { search }: Verdict): { drawn: string; found: string } | undefined =>
  search?.counterexample && {
    drawn: excerpt(search.counterexample.drawn, maxDrawnLength),
    found: printable(howFound(search, search.counterexample, run)),
  };

/** The number of properties and cases of a run, then the properties with fewer cases than planned. */
export const describeProperties = ({ run, verdicts }: Result): string[] => {
  const searches = verdicts.flatMap(({ rule, outcome, search }) => (search ? [{ rule, outcome, search }] : []));
  if (searches.length === 0) return [];
  const cases = searches.reduce((sum, { search }) => sum + search.cases, 0);
  const path = run.path === undefined ? '' : `, path ${run.path}`;
  const held = searches.filter(({ outcome, search }) => outcome === 'pass' && search.cases < search.planned);
  const short = Map.groupBy(held, ({ search }) => casesInWords(search));
  return [
    `properties: ${searches.length}, ${counted(cases, 'case')}, seed ${run.seed}${path}`,
    ...[...short].map(([said, rules]) => `  ${rules.map(({ rule }) => rule).join(', ')}  ${said}`),
  ];
};

const maxNamed = 12;

const secondsOf = (verdicts: readonly Verdict[], key: 'withinMs' | 'waitedMs'): string => {
  const longestMs = Math.max(...verdicts.map(({ settled }) => settled?.[key] ?? 0));
  return `${Number((longestMs / 1000).toPrecision(3))} s`;
};

/** The rules that waited for changes to become visible, and how long; empty if none did. */
export const describeSettled = ({ verdicts }: Pick<Result, 'verdicts'>): string[] => {
  const waited = verdicts.filter(({ settled }) => settled !== undefined);
  const needed = waited.filter(({ settled, outcome }) => settled?.isNeeded && outcome === 'pass');
  const others = waited.filter((verdict) => !needed.includes(verdict));
  const named = needed.slice(0, maxNamed).map(({ rule }) => rule);
  const more = needed.length > named.length ? ` and ${needed.length - named.length} more` : '';
  return [
    ...(needed.length === 0
      ? []
      : [
          `${counted(needed.length, 'rule')} passed only after reads settled (up to ${secondsOf(needed, 'withinMs')}): ${named.join(', ')}${more}`,
        ]),
    ...(others.length === 0
      ? []
      : [
          `${counted(others.length, 'rule')} waited up to ${secondsOf(others, 'withinMs')} after each change, ${secondsOf(others, 'waitedMs')} at most in all`,
        ]),
  ];
};

/** Records of one kind that are left at the target for one reason. */
interface ResidueGroup {
  kind: string;
  why: string;
  count: number;
  companies: string[];
  keys: string[];
}

/** The records that a clean-up could not delete, by kind and reason. */
export const residueGroups = ({ left }: CleanUpReport): ResidueGroup[] =>
  [...Map.groupBy(left, ({ kind, why }) => `${kind}: ${reasonKind(why)}`).values()].map((alike) => ({
    kind: alike[0]?.kind ?? '',
    why: alike[0]?.why ?? '',
    count: alike.length,
    companies: [...new Set(alike.map(({ company }) => company))],
    keys: alike.flatMap(({ key }) => key ?? []),
  }));

/** The first keys as a list, and how many more there are. */
export const keysInWords = (keys: readonly string[], shown: number): string =>
  keys.slice(0, shown).join(', ') + (keys.length > shown ? ` and ${keys.length - shown} more` : '');

/** How many records a run created, removed and left. */
export const cleanUpInWords = ({ created, removed, left }: CleanUpReport): string =>
  `${counted(created, 'record')} of this run found, ${removed} removed and confirmed to be gone, ${left.length} left`;

/** What a clean-up removed and what it left, for a terminal. */
export const describeResidue = (report: CleanUpReport, paint: Paint): string[] => {
  const total = `clean-up: ${cleanUpInWords(report)}`;
  return [
    report.left.length > 0 ? paint('yellow', total) : total,
    ...residueGroups(report).map(({ kind, why, count, keys }) => {
      const named = keys.length > 0 ? ` (${printable(keysInWords(keys, 3))})` : '';
      return `  ${count} × ${printable(`${kind}: ${why}`)}${named}`;
    }),
  ];
};
