import { counted } from '../../core/counted.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import {
  type Comparison,
  changesInWords,
  compareResults,
  hasOtherRules,
  isSameAddress,
  triedIn,
} from '../compare-results.ts';
import { excerpt } from '../kit/printable.ts';
import { describeRef, type RunRef, type RunSummary, refOf, type SummedVerdict } from './run-summary.ts';

interface Seen {
  run: RunSummary;
  verdict: SummedVerdict;
  isBroken: boolean;
  /** The probability that such a run finds the rule broken. */
  chance: number;
}

/** Whether the rule failed in only some tries of the run. */
const isIntermittent = ({ verdict }: Seen): boolean => verdict.stability?.kind === 'intermittent';

/** Empty if the run did not judge the rule. */
const seenIn = (run: RunSummary, verdict: SummedVerdict): Seen[] => {
  const { outcome, stability } = verdict;
  if (outcome === 'unverified' || outcome === 'error') return [];
  const isBroken = outcome !== 'pass';
  const isSometimes = stability?.kind === 'intermittent' && stability.of > 0;
  const chance = isSometimes ? Math.min(1, stability.failed / stability.of) : Number(isBroken);
  return [{ run, verdict, isBroken, chance }];
};

/** A run with another outcome than the last run before that judged the rule. */
interface Flip {
  run: RunRef;
  /** Other differences, which may be the reason: `Selo 0.2.0 for 0.1.0`, `another seed`. */
  besides: string[];
}

const maxVersionLength = 40;

const differ = (what: string, before: string, after: string): string[] =>
  before === after ? [] : [`${what} ${excerpt(after, maxVersionLength)} for ${excerpt(before, maxVersionLength)}`];

const besidesOf = (before: Seen, after: Seen): string[] => [
  ...differ('Selo', before.run.suite.version, after.run.suite.version),
  ...(hasOtherRules(before.run, after.run) ? ['other rules of Selo'] : []),
  ...differ('depth', before.run.run.depth, after.run.run.depth),
  ...(isSameAddress(before.run.target.baseUrl, after.run.target.baseUrl) ? [] : ['another address']),
  ...(before.verdict.search?.seed === after.verdict.search?.seed ? [] : ['another seed']),
];

/** Takes the runs oldest first. */
const flipsIn = (seen: readonly Seen[]): Flip[] =>
  seen.flatMap((after, index) => {
    const before = seen[index - 1];
    if (!before || before.isBroken === after.isBroken) return [];
    return [{ run: refOf(after.run), besides: besidesOf(before, after) }];
  });

export const recordKinds = ['failing', 'always', 'flaky', 'unsettled', 'holding'] as const;
/**
 * `failing`: passed, and fails since a run. `always`: failed whenever it was judged. `flaky`: fails now and then.
 * `unsettled`: changed, but the runs are too few or too different to be sure. `holding`: failed, and passes since.
 */
export type RecordKind = (typeof recordKinds)[number];

/** The outcomes of a rule over the runs that judged it. */
export interface RuleRecord {
  rule: string;
  /** The text of the rule in the last run. */
  text: string;
  level: SummedVerdict['level'];
  kind: RecordKind;
  /** Number of runs that judged it. */
  judged: number;
  /** Number of these runs in which it failed or warned. */
  failed: number;
  /** Number of these runs in which only some tries failed. */
  intermittent: number;
  /** Oldest first. */
  flips: Flip[];
  /** The number of last runs with the same outcome, and the first of them. */
  alike: { runs: number; since: RunRef };
}

/** Number of unexplained changes: fewer may be a fault that came and was fixed. */
const flakyFlips = 3;
/** Below this probability, equal outcomes in a row are not chance. */
const unlikely = 0.05;

interface Streak {
  before: readonly Seen[];
  /** The last runs, with equal outcomes. */
  alike: readonly Seen[];
  isBroken: boolean;
}

/** Whether the last runs would be unlikely if nothing had changed. */
const hasSettled = ({ before, alike, isBroken }: Streak): boolean => {
  const broken = before.reduce((sum, { chance }) => sum + chance, 0) / before.length;
  return (isBroken ? broken : 1 - broken) ** alike.length < unlikely;
};

const kindOf = (streak: Streak, flips: readonly Flip[]): RecordKind => {
  const { before, alike, isBroken } = streak;
  if (isBroken && alike.some(isIntermittent)) return 'flaky';
  if (before.length === 0) return 'always';
  // passing with another seed does not show that a property is fixed
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
      rule,
      text,
      level,
      kind: kindOf(streak, flips),
      judged: seen.length,
      failed: seen.filter(({ isBroken }) => isBroken).length,
      intermittent: seen.filter(isIntermittent).length,
      flips,
      alike: { runs: streak.alike.length, since: refOf((seen[begins] ?? last).run) },
    },
  ];
};

/**
 * The records of all rules that failed in a run, most urgent first. Runs that did not judge a rule, faults of Selo, and
 * runs of one repeated case do not count. Takes the runs oldest first.
 */
export const ruleRecords = (runs: readonly RunSummary[]): RuleRecord[] => {
  const whole = runs.filter(({ run }) => run.path === undefined);
  const seen = whole.flatMap((run) => run.verdicts.flatMap((verdict) => seenIn(run, verdict)));
  const byRule = Map.groupBy(seen, ({ verdict }) => verdict.rule);
  return [...byRule.values()]
    .flatMap(recordOf)
    .toSorted((a, b) => recordKinds.indexOf(a.kind) - recordKinds.indexOf(b.kind));
};

/** Standard deviations around the mean that contain 95 % of a normal distribution. */
const deviations = 1.96;

/**
 * The 95 % Wilson interval of a share, which is also valid for small samples: 1 of 3 gives 6 to 79 %. Without a sample,
 * it is 0 to 1.
 */
export const wilsonInterval = (found: number, tried: number): { lowest: number; highest: number } => {
  if (tried === 0) return { lowest: 0, highest: 1 };
  const share = found / tried;
  const square = deviations ** 2;
  const middle = share + square / (2 * tried);
  const reach = deviations * Math.sqrt((share * (1 - share)) / tried + square / (4 * tried ** 2));
  const whole = 1 + square / tried;
  return { lowest: Math.max(0, (middle - reach) / whole), highest: Math.min(1, (middle + reach) / whole) };
};

const wordFor = ({ level }: RuleRecord): string => (level === 'must' ? 'failed' : 'warned');

const runs = (count: number): string => counted(count, 'run');

/** How often the rule failed: `failed in 3 of the last 8 runs`. */
const share = (record: RuleRecord): string => {
  const { failed, judged } = record;
  if (failed === judged) return `${wordFor(record)} in ${judged === 1 ? 'the only run' : `all ${judged} runs`}`;
  return `${wordFor(record)} in ${failed} of the last ${runs(judged)}`;
};

/** A record as a short label; empty for a rule that passes again, and after only one run. */
export const markOf = (record: RuleRecord): string => {
  const { kind, alike } = record;
  if (kind === 'holding' || record.judged === 1) return '';
  if (kind !== 'failing') return share(record);
  return `${record.level === 'must' ? 'failing' : 'warning'} since ${alike.since.startedAt.slice(0, 10)}`;
};

const inARow = (count: number): string => (count === 1 ? 'in the last run that judged it' : `${count} runs in a row`);

const rangeOf = ({ failed, judged }: RuleRecord): string => {
  const { lowest, highest } = wilsonInterval(failed, judged);
  return `${Math.round(lowest * 100)} to ${Math.round(highest * 100)} %`;
};

const differencesOf = ({ flips }: RuleRecord): string[] => {
  const last = flips.at(-1);
  if (!last || last.besides.length === 0) return [];
  return [`at its last change there was also ${last.besides.join(', ')}, which may be why`];
};

const claimOf = (record: RuleRecord): string[] => {
  const { kind, judged, failed, intermittent, flips, alike } = record;
  const since = `since ${describeRef(alike.since)}, ${inARow(alike.runs)}`;
  const earlier = `before that it ${wordFor(record)} in ${failed - alike.runs} of ${runs(judged - alike.runs)}`;
  switch (kind) {
    case 'failing':
      return [`${record.level === 'must' ? 'failing' : 'warning'} ${since}`, ...(failed > alike.runs ? [earlier] : [])];
    case 'holding':
      return [`passes ${since}`, `${wordFor(record)} in ${failed} of ${runs(judged - alike.runs)} before`];
    case 'always':
      return [
        `${share(record)} that judged it, ${judged === 1 ? '' : 'the first of them '}${describeRef(alike.since)}`,
      ];
    case 'flaky':
      return [
        share(record),
        ...(intermittent > 0 ? [`in ${intermittent} of them only in some tries`] : []),
        `the share of runs that fail it may be anything from ${rangeOf(record)}`,
      ];
    case 'unsettled':
      return [
        share(record),
        `${counted(flips.length, 'change')}: too few, or too much else was different, to distinguish a rule that fails now and then from one that broke and was fixed`,
      ];
  }
};

export const describeRecord = (record: RuleRecord): string => [...claimOf(record), ...differencesOf(record)].join('; ');

/** A run with the earlier runs of its target. */
export interface RunHistory {
  /** Oldest first; the run itself is the last one. */
  runs: readonly RunSummary[];
  /** Of the rules that did not always pass, most urgent first. */
  records: readonly RuleRecord[];
  /** The changes of the run, if an earlier one is comparable. */
  since?: SinceLast;
}

/** Compares a run with earlier ones. Takes them oldest first. */
export const historyOf = (earlier: readonly RunSummary[], run: RunSummary): RunHistory => {
  const runs = [...earlier, run];
  const since = compareWithLast(earlier, run);
  return { runs, records: ruleRecords(runs), ...omitUndefined({ since }) };
};

/** The changes since an earlier run of the same target. */
export interface SinceLast {
  /** The earlier run. */
  run: RunRef;
  comparison: Comparison;
  /** Number of later runs that were skipped, because they tested fewer of these rules. */
  passedOver: number;
}

/**
 * Compares a run with the earlier one that tested most of its rules; of several, the latest. Takes the runs oldest
 * first. Undefined if none shares a rule.
 */
export const compareWithLast = (earlier: readonly RunSummary[], run: RunSummary): SinceLast | undefined => {
  const rules = new Set(triedIn(run).map(({ rule }) => rule));
  const [best] = earlier
    .map((before, index) => ({
      before,
      index,
      shared: triedIn(before).filter(({ rule }) => rules.has(rule)).length,
    }))
    // a run of one repeated case says nothing about a whole property
    .filter(({ before, shared }) => shared > 0 && before.run.path === run.run.path)
    .toSorted((a, b) => b.shared - a.shared || b.index - a.index);
  return (
    best && {
      run: refOf(best.before),
      comparison: compareResults(best.before, run),
      passedOver: earlier.length - 1 - best.index,
    }
  );
};

/** The changes in one line. */
export const describeSince = ({ run, comparison }: SinceLast): string =>
  `since ${describeRef(run)}: ${changesInWords(comparison)}`;

export interface TrendPoint {
  run: RunSummary;
  /** Number of failed rules. */
  failing: number;
  /** Shares from 0 to 1, if any rule was judged. */
  conformance?: number;
  coverage?: number;
  /** An interrupted run, one repeated case, or few of the rules: its shares are not comparable. */
  isPartial: boolean;
}

/** Runs with a smaller share of the rules are partial. */
const wholeShare = 0.5;

export const trendOf = (runs: readonly RunSummary[]): TrendPoint[] => {
  const most = Math.max(0, ...runs.map(({ verdicts }) => verdicts.length));
  return runs.map((run) => {
    const { counts, conformance, coverage, verdicts } = run;
    return {
      run,
      ...(conformance.judged > 0 ? { conformance: conformance.held / conformance.judged } : {}),
      ...(coverage.applicable > 0 ? { coverage: coverage.judged / coverage.applicable } : {}),
      failing: counts.fail,
      isPartial: run.run.interrupted || run.run.path !== undefined || verdicts.length < most * wholeShare,
    };
  });
};

const maxAddressLength = 200;

/** What distinguishes a run from the others or from the one before, in printable words. */
export const remarksOn = ({ run: { run, suite, target }, isPartial }: TrendPoint, before?: TrendPoint): string[] => {
  const last = before?.run;
  return [
    ...(run.interrupted ? ['interrupted'] : []),
    ...(run.path === undefined ? [] : ['one drawn case again']),
    ...(isPartial && !run.interrupted && run.path === undefined ? ['some of the rules'] : []),
    ...(last && last.run.depth === run.depth ? [] : [`${run.depth} depth`]),
    ...(last && last.suite.version === suite.version ? [] : [`Selo ${excerpt(suite.version, maxVersionLength)}`]),
    ...(last && isSameAddress(last.target.baseUrl, target.baseUrl) ? [] : [excerpt(target.baseUrl, maxAddressLength)]),
  ];
};
