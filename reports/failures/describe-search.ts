import { counted } from '../../core/counted.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import type { Result } from '../../core/result.ts';
import { isFault, type Verdict } from '../../core/verdict.ts';
import { regressionFolder, regressionTestOf } from '../../properties/states/regression-file.ts';
import { excerpt, printable } from '../kit/printable.ts';
import { curlOf, shellWord } from './curl.ts';
import { reasonKind } from './reason-kind.ts';
import { rulesBehind } from './rules-behind.ts';

const longestDrawn = 600;
/** More requests than these are in their file alone. */
const mostListed = 12;
/** Of why cases could not be judged. */
const mostReasons = 2;
const longestReason = 80;

type SearchOf = NonNullable<Verdict['search']>;
type Labelled = (label: string, ...lines: readonly string[]) => string[];

const sumOf = (counts: readonly { cases: number }[]): number => counts.reduce((sum, { cases }) => sum + cases, 0);

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** Why cases could not be judged, the most frequent reason first. */
const reasonsInWords = (unjudged: NonNullable<SearchOf['unjudged']>): string => {
  const kinds = [...Map.groupBy(unjudged, ({ reason }) => reasonKind(reason)).values()]
    .map((alike) => ({ reason: alike[0]?.reason ?? '', cases: sumOf(alike) }))
    .toSorted((a, b) => b.cases - a.cases);
  const others = sumOf(kinds.slice(mostReasons));
  return [
    ...kinds.slice(0, mostReasons).map(({ reason, cases }) => `${excerpt(reason, longestReason)} (${cases})`),
    ...(others > 0 ? [`other reasons (${others})`] : []),
  ].join(', ');
};

/** How many cases were judged of those that were to be, and why not all were. */
export const casesInWords = ({ cases, planned, endedBy, unjudged = [] }: SearchOf): string => {
  if (cases >= planned) return counted(planned, 'case');
  const ends = { time: 'the time was over', requests: 'the requests were used up' };
  const why = unjudged.length === 0 ? '' : `: ${reasonsInWords(unjudged)}`;
  if (!endedBy) return `${planned - cases} of ${planned} cases could not be judged${why}`;
  const cutOff = `${cases} of ${planned} cases: ${ends[endedBy]}`;
  return why === '' ? cutOff : `${cutOff}, and ${sumOf(unjudged)} could not be judged${why}`;
};

const howFound = ({ planned, counterexample }: SearchOf, { path: repeated }: Result['run']): string => {
  if (!counterexample) return '';
  if (repeated !== undefined) return `repeated by its path, ${repeated}`;
  const { path, shrinks, isSmallest } = counterexample;
  const place = Number.parseInt(path, 10) + 1;
  const shrunk = shrinks === 0 ? 'as it was drawn' : `shrunk ${times(shrinks)}`;
  return `case ${place} of ${planned}, ${shrunk}; ${isSmallest ? 'nothing smaller breaks it' : 'not everything smaller was tried'}`;
};

const plainWord = /^[\w./:@%+=,-]+$/;

/** The command that repeats what broke a rule, or the one case that failed a property, on fresh data. */
export const repeatCommand = ({ target, run }: Result, verdict: Verdict): string => {
  const { rule, search } = verdict;
  const named = target.options.map((word) => (plainWord.test(word) ? word : shellWord(word, [])));
  const path = search?.counterexample?.path;
  // a case is found by its path at any depth
  const how = path === undefined ? ['--depth', run.depth] : ['--path', path];
  const rules = [...rulesBehind(verdict).map(({ id }) => id), rule];
  return ['npx selo run', ...named, '--rule', ...rules, '--seed', run.seed, ...how].join(' ');
};

/** Requests as they were sent: their numbers say in which order they were answered. */
export const inOrderOfSending = (exchanges: readonly StoredExchange[]): StoredExchange[] =>
  exchanges.toSorted((a, b) => Date.parse(a.sentAt) - Date.parse(b.sentAt) || a.number - b.number);

/** Name of the file that holds all requests of the case which failed a property. */
export const requestsFileOf = ({ rule }: Verdict): string => `${rule}.sh`;
/** Name of the file that has them for Hurl. */
export const hurlFileOf = ({ rule }: Verdict): string => `${rule}.hurl`;

/** Name of the file that holds the script which failed a property as a test. */
export const regressionFileOf = ({ rule }: Verdict): string => `${rule.toLowerCase()}.suite.ts`;

/** The script that failed a property as a test; undefined for properties that follow none. */
export const regressionOf = ({ run }: Result, { rule, search }: Verdict): string | undefined =>
  search?.counterexample && regressionTestOf({ rule, ...search, ...search.counterexample, foundAt: run.startedAt });

/** What was drawn when a property failed, and how it was found. */
export const describeDraw = ({ run }: Result, { search }: Verdict, fact: Labelled): string[] => {
  if (!search?.counterexample) return [];
  return [
    ...fact('drawn', excerpt(search.counterexample.drawn, longestDrawn)),
    ...fact('found', printable(howFound(search, run))),
  ];
};

/** How to repeat a fault; of a property also all requests of the case, where they are not too many. */
export const describeRepeat = (result: Result, verdict: Verdict, fact: Labelled): string[] => {
  if (!isFault(verdict)) return [];
  const script =
    verdict.exchanges.length === 0
      ? []
      : [`${requestsFileOf(verdict)} and ${hurlFileOf(verdict)} send the same by curl and Hurl`];
  if (!verdict.search?.counterexample) return fact('repeat', repeatCommand(result, verdict), ...script);
  const sent = inOrderOfSending(verdict.exchanges);
  const isReported = ({ request, assertions }: StoredExchange): boolean =>
    request.method !== 'GET' || assertions.some(({ held }) => !held);
  const said = sent.length > mostListed ? sent.filter(isReported) : sent;
  const listed = said.length > mostListed ? [] : said;
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

/** How far the properties of a run were tried: the sum, then those that were tried on fewer cases than planned. */
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
