import { omitUndefined } from '../core/omit-undefined.ts';
import type { Cause } from '../core/outcome.ts';
import type { Result } from '../core/result.ts';
import type { Verdict, Violation } from '../core/verdict.ts';
import { excerpt, type Paint } from './kit/printable.ts';

/** The parts of a verdict that are compared. A history keeps only some of them. */
type ComparedVerdict = Pick<Verdict, 'rule' | 'text' | 'level' | 'outcome'> & {
  cause?: Cause;
  reason?: string;
  violation?: Violation;
};

/** The parts of a run that are compared: of a result, or of its summary in a history. */
export interface ComparedRun {
  suite: { version: string; rules?: string };
  run: Pick<Result['run'], 'depth' | 'interrupted'>;
  target: Pick<Result['target'], 'baseUrl'>;
  verdicts: readonly ComparedVerdict[];
}

/** What happened to a rule between two runs, the gravest first. */
export const changeKinds = [
  'newly failing',
  'newly unverified',
  'newly warned',
  'fixed',
  'judged again',
  'added',
  'removed',
  'reworded',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export interface RuleChange {
  rule: string;
  kind: ChangeKind;
  /** In the words of the later run, if it has the rule. */
  text: string;
  before?: Verdict['outcome'];
  after?: Verdict['outcome'];
  /** The violation, or the reason why the rule was not judged. */
  said?: string;
}

export interface Comparison {
  changes: RuleChange[];
  /** Number of rules with the same outcome and words in both runs. */
  unchanged: number;
  /** Number of rules that only one of the runs tested: the other did not select or reach them. */
  onlyTried: { before: number; after: number };
  /** What makes the runs hard to compare, such as another target or depth. */
  differences: string[];
}

type Judged = Pick<ComparedRun, 'suite'>;

/** Whether two runs by one version of Selo were judged by different sources of it; false if one does not say. */
export const hasOtherRules = ({ suite: one }: Judged, { suite: other }: Judged): boolean =>
  one.version === other.version && one.rules !== undefined && other.rules !== undefined && one.rules !== other.rules;

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

const placeOf = (baseUrl: string): string => {
  const { protocol, hostname, host, pathname } = new URL(baseUrl);
  // a server on this machine has another port in each run
  return `${protocol}//${loopback.includes(hostname) ? 'loopback' : host}${pathname}`;
};

/** Whether two base URLs name the same target, as far as an address can say. */
export const isSameAddress = (one: string, other: string): boolean => placeOf(one) === placeOf(other);

const isBad = ({ outcome }: ComparedVerdict): boolean => outcome === 'fail' || outcome === 'error';

const kindOf = (before: ComparedVerdict, after: ComparedVerdict): ChangeKind | undefined => {
  if (isBad(after)) return isBad(before) ? undefined : 'newly failing';
  if (after.outcome === 'unverified') return before.outcome === 'unverified' ? undefined : 'newly unverified';
  if (before.outcome === 'unverified') return 'judged again';
  if (isBad(before)) return 'fixed';
  if (before.outcome !== after.outcome) return after.outcome === 'warn' ? 'newly warned' : 'fixed';
  return undefined;
};

const messageOf = ({ violation, reason }: ComparedVerdict): string | undefined =>
  violation === undefined ? reason : `${violation.pointer}: expected ${violation.expected}, got ${violation.actual}`;

const changeOf = (before: ComparedVerdict | undefined, after: ComparedVerdict | undefined): RuleChange | undefined => {
  if (after === undefined) {
    return before && { rule: before.rule, kind: 'removed', text: before.text, before: before.outcome };
  }
  const { rule, text, level, outcome } = after;
  const said = messageOf(after);
  const seen = { rule, text, after: outcome, ...omitUndefined({ said }) };
  if (before === undefined) return { ...seen, kind: 'added' };
  const isReworded = before.text !== text || before.level !== level;
  const kind = kindOf(before, after) ?? (isReworded ? 'reworded' : undefined);
  return kind && { ...seen, kind, before: before.outcome };
};

const differ = (what: string, before: string, after: string): string[] =>
  before === after ? [] : [`${what}: ${before} before, ${after} after`];

/** The verdicts of a run, without the rules that an interrupted run did not reach. */
export const triedIn = ({ run, verdicts }: ComparedRun): ComparedVerdict[] =>
  verdicts.filter(({ cause }) => !(run.interrupted && cause === 'not-reached'));

const byRule = (verdicts: readonly ComparedVerdict[]): Map<string, ComparedVerdict> =>
  new Map(verdicts.map((verdict) => [verdict.rule, verdict]));

/** Compares a run with a later one. The gravest changes come first. */
export const compareResults = (before: ComparedRun, after: ComparedRun): Comparison => {
  const [earlier, later] = [byRule(triedIn(before)), byRule(triedIn(after))];
  const isSameCatalogue = before.suite.version === after.suite.version && !hasOtherRules(before, after);
  // two runs by one version have the same catalogue: a missing rule was not selected
  const isLeftOut = (rule: string, run: ComparedRun): boolean =>
    isSameCatalogue || run.verdicts.some((verdict) => verdict.rule === rule);
  const onlyBefore = [...earlier.keys()].filter((rule) => !later.has(rule) && isLeftOut(rule, after));
  const onlyAfter = [...later.keys()].filter((rule) => !earlier.has(rule) && isLeftOut(rule, before));
  const apart = new Set([...onlyBefore, ...onlyAfter]);
  const rules = [...new Set([...later.keys(), ...earlier.keys()])].filter((rule) => !apart.has(rule));
  const changes = rules.flatMap((rule) => changeOf(earlier.get(rule), later.get(rule)) ?? []);
  return {
    changes: changes.toSorted((a, b) => changeKinds.indexOf(a.kind) - changeKinds.indexOf(b.kind)),
    unchanged: rules.length - changes.length,
    onlyTried: { before: onlyBefore.length, after: onlyAfter.length },
    differences: [
      ...(isSameAddress(before.target.baseUrl, after.target.baseUrl)
        ? []
        : differ('target', before.target.baseUrl, after.target.baseUrl)),
      ...differ('depth', before.run.depth, after.run.depth),
      ...differ('Selo', before.suite.version, after.suite.version),
      ...(hasOtherRules(before, after) ? [`Selo ${after.suite.version}: its rules were changed between the two`] : []),
    ],
  };
};

const looks: Record<ChangeKind, { sign: string; color: Parameters<Paint>[0] }> = {
  'newly failing': { sign: '✗', color: 'red' },
  'newly unverified': { sign: '?', color: 'cyan' },
  'newly warned': { sign: '!', color: 'yellow' },
  fixed: { sign: '✓', color: 'green' },
  'judged again': { sign: '✓', color: 'green' },
  added: { sign: '+', color: 'bold' },
  removed: { sign: '-', color: 'dim' },
  reworded: { sign: '~', color: 'dim' },
};

const maxIdLength = 60;
const maxTextLength = 500;

const outcomesOf = ({ before, after }: RuleChange): string =>
  [before, after].filter((outcome) => outcome !== undefined).join(' → ');

/** The number of rules for each kind of change, in one line. */
export const changesInWords = ({ changes, unchanged, onlyTried: { before, after } }: Comparison): string =>
  [
    ...changeKinds.flatMap((kind) => {
      const count = changes.filter((change) => change.kind === kind).length;
      return count === 0 ? [] : [`${count} ${kind}`];
    }),
    `${unchanged} unchanged`,
    ...(before > 0 ? [`${before} only in the earlier run`] : []),
    ...(after > 0 ? [`${after} now tested`] : []),
  ].join(' · ');

/** The changes from one run to another, for a terminal: by kind, then the counts. */
export const comparisonReport = (comparison: Comparison, paint: Paint): string[] => {
  const { changes, differences } = comparison;
  const groups = changeKinds.flatMap((kind) => {
    const own = changes.filter((change) => change.kind === kind);
    if (own.length === 0) return [];
    const { sign, color } = looks[kind];
    return [
      paint('bold', kind),
      ...own.flatMap((change) => [
        `${paint(color, `${sign} ${excerpt(change.rule, maxIdLength)}`)} ${excerpt(change.text, maxTextLength)} (${outcomesOf(change)})`,
        ...(change.said === undefined ? [] : [`    ${excerpt(change.said, maxTextLength)}`]),
      ]),
      '',
    ];
  });
  return [
    ...differences.map((difference) => excerpt(difference, maxTextLength)),
    ...groups,
    changesInWords(comparison),
  ];
};
