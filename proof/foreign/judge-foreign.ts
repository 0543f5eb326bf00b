import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Depth } from '../../core/result.ts';
import { type Route, routes } from '../../core/routes.ts';
import { causeOf, isFault, reasonOf, type Verdict } from '../../core/verdict.ts';
import { embeddedTimeScale, startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { type ListedRule, listedRules } from '../../reports/listed-rules.ts';
import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import { allDefects } from '../../suites/all-defects.ts';
import { type Capability, missingCapabilities } from '../../suites/capability.ts';
import type { Defect } from '../../suites/defect.ts';
import { visibleWrites } from '../../suites/records/record-writes.ts';
import { needsOf as needsOfRoute } from '../../suites/route-access.ts';
import { describeVerdict, isFalsePositive, judgeTarget, passiveIds } from '../judge-embedded.ts';
import { judgeStored, type StoredRun } from '../recordings/verify-recording.ts';
import { drawOf } from './draw.ts';
import { type ReasonOfMiss, reasonOfMiss } from './misses.ts';
import { drawTarget, type ForeignTarget } from './target.ts';

export interface ForeignResult {
  seed: number;
  depth: Depth;
  drawn: string[];
  passed: number;
  unverified: number;
  /** Red verdicts and errors of our own, a line each. */
  falsePositives: string[];
  /** Rules that were not judged for a reason that the profile does not explain. */
  unexplained: string[];
  /** Stored verdicts that did not come out of their recording as they were stored. */
  unverifiable: string[];
  /** The same target with one defect; absent where no defect's rule passed on it. */
  broken?: {
    rule: string;
    text: string;
    isCaught: boolean;
    /** Why it need not be caught here. */
    miss?: ReasonOfMiss;
    description: string;
  };
  durationMs: number;
}

const rulesById: ReadonlyMap<string, ListedRule> = new Map(listedRules.map((rule) => [rule.id, rule]));

/** Of few notifications none may have been sent while it was certain what was registered. */
const needsMany: readonly string[] = ['PAS-21', 'PAS-23'];

/** Whether the profile or a drawn way says why a rule could not be judged. */
const isExplained = ({ unverified, depth }: ForeignTarget, verdict: Verdict): boolean => {
  const { rule } = verdict;
  const [cause, reason] = [causeOf(verdict), reasonOf(verdict)];
  const listed = rulesById.get(rule);
  if (cause === 'not-declared' || cause === 'not-offered') return true;
  if (depth === 'quick' && needsMany.includes(rule) && reason?.startsWith('no webhook of this run')) return true;
  if (depth === 'quick' && listed?.depth === 'full') return true;
  return unverified.some((expected) => {
    if (expected.cause !== cause) return false;
    if ('needs' in expected) return expected.needs.some((need) => listed?.needs?.includes(need));
    return expected.rules.some((id) => id === '*-' || id === rule || (id.endsWith('-') && rule.startsWith(id)));
  });
};

const isRoute = (text: string): text is Route => Object.hasOwn(routes, text);

/**
 * What a rule needs to try the route that a defect is about. A rule about all routes passes over those that the profile
 * does not declare, and over writes whose traces it could not read.
 */
const needsOf = ({ text }: Defect): readonly Capability[] => {
  const [route = ''] = /\b(?:GET|POST|PUT|DELETE) \/\S+/.exec(text) ?? [];
  if (!isRoute(route)) return [];
  return [...needsOfRoute(route), ...(visibleWrites.find((write) => write.route === route)?.needs ?? [])];
};

/** Judges the target with a defect beneath it, by the rule that the defect names. */
const judgeBroken = async (
  target: ForeignTarget,
  { verdicts, profile: described }: StoredRun,
): Promise<ForeignResult['broken']> => {
  const judged = new Set(verdicts.filter(({ outcome }) => outcome === 'pass').map(({ rule }) => rule));
  const isTried = (defect: Defect): boolean =>
    judged.has(defect.rule) && missingCapabilities(described, needsOf(defect)).length === 0;
  const [first, ...others] = allDefects.filter(isTried);
  if (!first) return undefined;
  const { rule, text, options } = drawOf(target.seed)
    .of('defect')
    .oneOf([first, ...others]);
  const { seed, depth, profile } = target;
  // a passive rule judges what the others send
  const isSelected = passiveIds.has(rule) ? () => true : ({ id }: { id: string }) => id === rule;
  const found = await judgeSimulated({ seed, depth, profile, ...target.world(options) }, isSelected);
  const verdict = found.find((each) => each.rule === rule);
  const miss = reasonOfMiss({ rule, text }, target.drawn);
  return {
    ...{ rule, text },
    ...omitUndefined({ miss }),
    isCaught: verdict !== undefined && isFault(verdict),
    description: verdict ? describeVerdict(verdict) : 'not judged',
  };
};

/** Long, because a busy machine looks like a receiver that does not answer. */
const wire = { timeoutFloorMs: 1500, slackMs: 2000 };

/** Judges the target over real connections, at quick depth. */
const judgeOverConnections = async ({ seed, world, profile }: ForeignTarget): Promise<Verdict[]> => {
  const { platform = {} } = world();
  await using target = await startEmbedded({
    ...platform,
    policy: { ...platform.policy, timeScale: embeddedTimeScale },
    choices: {
      ...platform.choices,
      webhooks: { ...platform.choices?.webhooks, timeoutFloorMs: wire.timeoutFloorMs },
    },
  });
  const described = profile(target.profile);
  const declared = { ...described, tolerances: { ...described.tolerances, slackMs: wire.slackMs } };
  const secrets = [declared.accessHeader.value, ...declared.companies.map(({ token }) => token)];
  return await judgeTarget({ profile: declared, secrets }, () => true, { depth: 'quick', seed });
};

/** Judges the target of a seed over real connections. */
export const judgeForeignOverConnections = async (seed: number): Promise<ForeignResult> => {
  const started = performance.now();
  const target: ForeignTarget = { ...drawTarget(seed), depth: 'quick' };
  const verdicts = await judgeOverConnections(target);
  return {
    ...resultOf(target, verdicts),
    unverifiable: [],
    durationMs: Math.round(performance.now() - started),
  };
};

const resultOf = (
  target: ForeignTarget,
  verdicts: readonly Verdict[],
): Omit<ForeignResult, 'unverifiable' | 'broken' | 'durationMs'> => {
  const silent = verdicts.filter(({ outcome }) => outcome === 'unverified');
  return {
    ...{ seed: target.seed, depth: target.depth, drawn: target.drawn },
    passed: verdicts.filter(({ outcome }) => outcome === 'pass').length,
    unverified: silent.length,
    falsePositives: verdicts.filter(isFalsePositive).map(describeVerdict),
    unexplained: silent.filter((verdict) => !isExplained(target, verdict)).map(describeVerdict),
  };
};

/** Judges the target of a seed, and the same target with a defect. */
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
