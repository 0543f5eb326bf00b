import { hasOtherRules, isSameAddress } from '../compare-results.ts';
import { excerpt } from '../kit/printable.ts';
import { type RunRef, type RunSummary, refOf, type SummedVerdict } from './run-summary.ts';

/** A rule as one run judged it. */
interface Seen {
  run: RunSummary;
  verdict: SummedVerdict;
  isBroken: boolean;
  /** How likely a run like this finds it broken. */
  chance: number;
}

/** Whether it failed in some of the run's tries alone. */
const isIntermittent = ({ verdict }: Seen): boolean => verdict.stability?.kind === 'intermittent';

/** What a run says of a rule; nothing where it did not judge it. */
const seenIn = (run: RunSummary, verdict: SummedVerdict): Seen[] => {
  const { outcome, stability } = verdict;
  if (outcome === 'unverified' || outcome === 'error') return [];
  const isBroken = outcome !== 'pass';
  const isSometimes = stability?.kind === 'intermittent' && stability.of > 0;
  const chance = isSometimes ? Math.min(1, stability.failed / stability.of) : Number(isBroken);
  return [{ run, verdict, isBroken, chance }];
};

/** A run in which a rule came out unlike in the last run before that judged it. */
interface Flip {
  run: RunRef;
  /** What else was not as before, and may be why, in printable words: `Selo 0.2.0 for 0.1.0`, `another seed`. */
  besides: string[];
}

const longestVersion = 40;

const differ = (what: string, before: string, after: string): string[] =>
  before === after ? [] : [`${what} ${excerpt(after, longestVersion)} for ${excerpt(before, longestVersion)}`];

const besidesOf = (before: Seen, after: Seen): string[] => [
  ...differ('Selo', before.run.suite.version, after.run.suite.version),
  ...(hasOtherRules(before.run, after.run) ? ['other rules of Selo'] : []),
  ...differ('depth', before.run.run.depth, after.run.run.depth),
  ...(isSameAddress(before.run.target.baseUrl, after.run.target.baseUrl) ? [] : ['another address']),
  ...(before.verdict.search?.seed === after.verdict.search?.seed ? [] : ['another seed']),
];

/** Takes what runs say of one rule, oldest first. */
const flipsIn = (seen: readonly Seen[]): Flip[] =>
  seen.flatMap((after, index) => {
    const before = seen[index - 1];
    if (!before || before.isBroken === after.isBroken) return [];
    return [{ run: refOf(after.run), besides: besidesOf(before, after) }];
  });

/** What the runs say of a rule that did not hold in all of them. */
export const recordKinds = ['failing', 'always', 'flaky', 'unsettled', 'holding'] as const;
/**
 * `failing`: held, and has failed since a run. `always`: failed whenever it was judged. `flaky`: fails now and then.
 * `unsettled`: changed, and the runs are too few, or too different, to say which. `holding`: failed, and has held since.
 */
export type RecordKind = (typeof recordKinds)[number];

/** What became of a rule over the runs that judged it. */
export interface RuleRecord {
  rule: string;
  /** As the last of these runs words it. */
  text: string;
  level: SummedVerdict['level'];
  kind: RecordKind;
  /** Runs that judged it. */
  judged: number;
  /** Of these, runs in which it failed or was warned of. */
  failed: number;
  /** Of these, runs in which it failed in some of its tries alone. */
  intermittent: number;
  /** Oldest first. */
  flips: Flip[];
  /** How many of the last runs that judged it came out alike, and the first of them. */
  alike: { runs: number; since: RunRef };
}

/** Changes of outcome that nothing else explains: fewer may be a fault that came and was fixed. */
const flakyFlips = 3;
/** A row of runs alike is chance below this. */
const unlikely = 0.05;

interface Streak {
  before: readonly Seen[];
  /** The last runs, which came out alike. */
  alike: readonly Seen[];
  isBroken: boolean;
}

/** If all went on as before, runs in a row as the last ones would hardly have come. */
const hasSettled = ({ before, alike, isBroken }: Streak): boolean => {
  const broken = before.reduce((sum, { chance }) => sum + chance, 0) / before.length;
  return (isBroken ? broken : 1 - broken) ** alike.length < unlikely;
};

const kindOf = (streak: Streak, flips: readonly Flip[]): RecordKind => {
  const { before, alike, isBroken } = streak;
  if (isBroken && alike.some(isIntermittent)) return 'flaky';
  if (before.length === 0) return 'always';
  // a property that passed on other draws is not fixed by that
  const isOtherDraws = flips.at(-1)?.besides.includes('another seed') && !isBroken;
  if (hasSettled(streak) && !isOtherDraws) return isBroken ? 'failing' : 'holding';
  const unexplained = flips.filter(({ besides }) => besides.length === 0).length;
  return before.some(isIntermittent) || unexplained >= flakyFlips ? 'flaky' : 'unsettled';
};

const recordOf = (seen: readonly Seen[]): RuleRecord[] => {
  const last = seen.at(-1);
  if (!last || !seen.some(({ isBroken }) => isBroken)) return [];
  const begins = seen.findLastIndex(({ isBroken }) => isBroken !== last.isBroken) + 1;
  const streak = { before: seen.slice(0, begins), alike: seen.slice(begins), isBroken: last.isBroken };
  const flips = flipsIn(seen);
  const { rule, text, level } = last.verdict;
  return [
    {
      ...{ rule, text, level, kind: kindOf(streak, flips), judged: seen.length },
      failed: seen.filter(({ isBroken }) => isBroken).length,
      intermittent: seen.filter(isIntermittent).length,
      flips,
      alike: { runs: streak.alike.length, since: refOf((seen[begins] ?? last).run) },
    },
  ];
};

/**
 * What became of each rule that did not hold in every run that judged it; those that were not judged, our own faults, and
 * runs that repeated one drawn case count as nothing. Takes the runs oldest first; the records come by kind, the most pressing first.
 */
export const ruleRecords = (runs: readonly RunSummary[]): RuleRecord[] => {
  const whole = runs.filter(({ run }) => run.path === undefined);
  const seen = whole.flatMap((run) => run.verdicts.flatMap((verdict) => seenIn(run, verdict)));
  const byRule = Map.groupBy(seen, ({ verdict }) => verdict.rule);
  return [...byRule.values()]
    .flatMap(recordOf)
    .toSorted((a, b) => recordKinds.indexOf(a.kind) - recordKinds.indexOf(b.kind));
};
