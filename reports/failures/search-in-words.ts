import { counted } from '../../core/counted.ts';
import type { Result } from '../../core/result.ts';
import type { Counterexample, Search, Verdict } from '../../core/verdict.ts';
import { excerpt, printable } from '../kit/printable.ts';
import { reasonKind } from './by-reason.ts';

const maxDrawnLength = 600;
const maxReasons = 2;
const maxReasonLength = 80;

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
