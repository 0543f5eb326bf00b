import { counted } from '../../core/counted.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import type { Result } from '../../core/result.ts';
import { type Counterexample, isFault, type Search, type Verdict } from '../../core/verdict.ts';
import { regressionFolder } from '../../properties/states/regression-file.ts';
import { excerpt, printable } from '../kit/printable.ts';
import { reasonKind } from './by-reason.ts';
import { inOrderOfSending } from './leading-exchanges.ts';
import { curlOf } from './repeat/curl.ts';
import { hurlFileOf, regressionFileOf, regressionOf, repeatCommand, requestsFileOf } from './repeat/repeat-command.ts';

const maxDrawnLength = 600;
/** Longer lists of requests are only in their file. */
const maxListed = 12;
const maxReasons = 2;
const maxReasonLength = 80;

type Fact = (label: string, ...lines: readonly string[]) => string[];

const sumOf = (counts: readonly { cases: number }[]): number => counts.reduce((sum, { cases }) => sum + cases, 0);

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** The reasons why cases could not be judged, the most frequent first. */
const reasonsInWords = (unjudged: NonNullable<Search['unjudged']>): string => {
  const kinds = [...Map.groupBy(unjudged, ({ reason }) => reasonKind(reason)).values()]
    .map((alike) => ({ reason: alike[0]?.reason ?? '', cases: sumOf(alike) }))
    .toSorted((a, b) => b.cases - a.cases);
  const others = sumOf(kinds.slice(maxReasons));
  return [
    ...kinds.slice(0, maxReasons).map(({ reason, cases }) => `${excerpt(reason, maxReasonLength)} (${cases})`),
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

/** How to repeat a fault. For a property, lists the requests of the case if there are not too many. */
export const describeRepeat = (result: Result, verdict: Verdict, fact: Fact): string[] => {
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
