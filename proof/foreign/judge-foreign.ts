import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Depth } from '../../core/result.ts';
import { type Route, routes } from '../../core/routes.ts';
import { causeOf, isFault, reasonOf, type Verdict } from '../../core/verdict.ts';
import { embeddedTimeScale } from '../../platform/embedded/start-embedded.ts';
import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import { allDefects } from '../../suites/all-defects.ts';
import { type Capability, missingCapabilities } from '../../suites/capability.ts';
import { changeOf, type Defect } from '../../suites/defect.ts';
import { visibleWrites } from '../../suites/records/record-writes.ts';
import { needsOf as needsOfRoute } from '../../suites/route-access.ts';
import { drawOf } from '../draw.ts';
import { describeVerdict, isFalsePositive, judgeOverConnections, passiveIds } from '../judge-embedded.ts';
import { judgeStored, type StoredRun } from '../recordings/verify-recording.ts';
import { isAbout, isLeftOut } from '../variants/judge-variant.ts';
import { type ReasonOfMiss, reasonOfMiss } from './misses.ts';
import { drawTarget, type ForeignTarget } from './target.ts';

export interface ForeignResult {
  seed: number;
  depth: Depth;
  drawn: string[];
  passed: number;
  unverified: number;
  /** Failures, and errors of our own. */
  falsePositives: string[];
  /** Rules that are unverified for a reason that neither the profile nor the draws explain. */
  unexplained: string[];
  /** Recordings that did not give the stored verdict again. */
  unverifiable: string[];
  /** The same target with one defect; absent if the rule of no defect passed on it. */
  broken?: {
    rule: string;
    text: string;
    isCaught: boolean;
    /** Why the defect need not be caught on this target. */
    miss?: ReasonOfMiss;
    description: string;
  };
  durationMs: number;
}

/** With few notifications, perhaps none was sent while the registration was certain. */
const needsMany: readonly string[] = ['PAS-21', 'PAS-23'];

/** Whether the profile or a drawn way explains why a rule is unverified. */
const isExplained = ({ unverified, depth }: ForeignTarget, verdict: Verdict): boolean => {
  const { rule } = verdict;
  const [cause, reason] = [causeOf(verdict), reasonOf(verdict)];
  if (cause === 'not-declared' || cause === 'not-offered') return true;
  if (depth === 'quick' && needsMany.includes(rule) && reason?.startsWith('no webhook of this run')) return true;
  return isLeftOut(rule, depth) || unverified.some((expected) => expected.cause === cause && isAbout(expected, rule));
};

const isRoute = (text: string): text is Route => Object.hasOwn(routes, text);

/**
 * What a rule needs to try the route of a defect. A rule about all routes skips those that the profile does not declare, and
 * writes whose effect it cannot read.
 */
const needsOf = ({ text }: Defect): readonly Capability[] => {
  const [route = ''] = /\b(?:GET|POST|PUT|DELETE) \/\S+/.exec(text) ?? [];
  if (!isRoute(route)) return [];
  return [...needsOfRoute(route), ...(visibleWrites.find((write) => write.route === route)?.needs ?? [])];
};

/** Draws one defect. Each has a lot of its own, so that a defect more or fewer leaves nearly all targets theirs. */
const drawDefect = (seed: number, defects: readonly Defect[]): Defect | undefined => {
  const lots = drawOf(`foreign ${seed}`).of('defect');
  const lotOf = ({ rule, text }: Defect): number => lots.of(`${rule} ${text}`).integer(0, Number.MAX_SAFE_INTEGER - 1);
  const drawn = defects.map((defect) => ({ defect, lot: lotOf(defect) }));
  return drawn.toSorted((one, other) => one.lot - other.lot)[0]?.defect;
};

/** Judges the target with a defect by the rule that the defect names. */
const judgeBroken = async (
  target: ForeignTarget,
  { verdicts, profile: described }: StoredRun,
): Promise<ForeignResult['broken']> => {
  const judged = new Set(verdicts.filter(({ outcome }) => outcome === 'pass').map(({ rule }) => rule));
  const isTried = (defect: Defect): boolean =>
    judged.has(defect.rule) && missingCapabilities(described, needsOf(defect)).length === 0;
  const drawn = drawDefect(target.seed, allDefects.filter(isTried));
  if (!drawn) return undefined;
  const { rule, text, ...change } = drawn;
  const { seed, depth, profile } = target;
  // a passive rule judges the requests of the others
  const isSelected = passiveIds.has(rule) ? () => true : ({ id }: { id: string }) => id === rule;
  const found = await judgeSimulated({ seed, depth, profile, ...target.world(changeOf(change)) }, isSelected);
  const verdict = found.find((each) => each.rule === rule);
  const miss = reasonOfMiss({ rule, text }, { drawn: target.drawn, depth, profile: described });
  return {
    rule,
    text,
    ...omitUndefined({ miss }),
    isCaught: verdict !== undefined && isFault(verdict),
    description: verdict ? describeVerdict(verdict) : 'not judged',
  };
};

const resultOf = (
  target: ForeignTarget,
  verdicts: readonly Verdict[],
): Omit<ForeignResult, 'unverifiable' | 'broken' | 'durationMs'> => {
  const silent = verdicts.filter(({ outcome }) => outcome === 'unverified');
  return {
    seed: target.seed,
    depth: target.depth,
    drawn: target.drawn,
    passed: verdicts.filter(({ outcome }) => outcome === 'pass').length,
    unverified: silent.length,
    falsePositives: verdicts.filter(isFalsePositive).map(describeVerdict),
    unexplained: silent.filter((verdict) => !isExplained(target, verdict)).map(describeVerdict),
  };
};

export const judgeForeign = async (seed: number): Promise<ForeignResult> => {
  const started = performance.now();
  const target = drawTarget(seed);
  const { depth, profile } = target;
  const judged = await judgeStored({ seed, depth, profile, ...target.world() });
  const broken = await judgeBroken(target, judged);
  return {
    ...resultOf(target, judged.verdicts),
    unverifiable: judged.recording.problems,
    ...omitUndefined({ broken }),
    durationMs: Math.round(performance.now() - started),
  };
};

export const judgeForeignOverConnections = async (seed: number): Promise<ForeignResult> => {
  const started = performance.now();
  const target: ForeignTarget = { ...drawTarget(seed), depth: 'quick' };
  const { platform = {} } = target.world();
  const options = { ...platform, policy: { ...platform.policy, timeScale: embeddedTimeScale } };
  const verdicts = await judgeOverConnections(options, target.profile, () => true, { depth: 'quick', seed });
  return {
    ...resultOf(target, verdicts),
    unverifiable: [],
    durationMs: Math.round(performance.now() - started),
  };
};
