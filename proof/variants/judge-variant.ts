import { createHash } from 'node:crypto';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Depth } from '../../core/result.ts';
import { causeOf, type Verdict } from '../../core/verdict.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { type ListedRule, listedRules } from '../../reports/listed-rules.ts';
import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import { describeVerdict, isFalsePositive, judgeOverConnections, withFewCases } from '../judge-embedded.ts';
import { inWorkers } from '../worker-pool.ts';
import { allVariants } from './all-variants.ts';
import type { Unverified, Variant } from './variant.ts';

/** The result of judging one variant, as texts, so that a thread can send it. */
export interface VariantResult {
  name: string;
  text: string;
  /** Rules that passed. */
  passed: number;
  /** Rules that are unverified as expected. */
  unverified: number;
  /** Failures that the variant does not expect, and errors of our own. */
  falsePositives: string[];
  /** Rules that are unverified and should be judged. */
  unexpected: string[];
  /** Rules that were judged and should be unverified. */
  unneeded: string[];
  durationMs: number;
}

/** Whether a variant has no false positive and exactly the unverified rules that it expects. */
export const isSound = ({ falsePositives, unexpected, unneeded }: VariantResult): boolean =>
  falsePositives.length + unexpected.length + unneeded.length === 0;

const rulesById: ReadonlyMap<string, ListedRule> = new Map(listedRules.map((rule) => [rule.id, rule]));

/** Whether an expectation is about this rule. `*-` names every rule. */
export const isAbout = (expected: Unverified, id: string): boolean => {
  if ('needs' in expected) return expected.needs.some((need) => rulesById.get(id)?.needs.includes(need));
  return expected.rules.some((rule) => rule === '*-' || rule === id || (rule.endsWith('-') && id.startsWith(rule)));
};

/** Whether this depth leaves the rule out, on every target. */
export const isLeftOut = (id: string, depth: Depth): boolean =>
  depth === 'quick' && rulesById.get(id)?.depth === 'full';

const maxSeed = 2 ** 31 - 1;
const seedOf = ({ name }: Variant): number => createHash('sha256').update(name).digest().readUInt32BE(0) % maxSeed;

type IsChosen = (rule: { id: string }) => boolean;

const judgedOnTheWire = async (variant: Variant, isChosen: IsChosen): Promise<Verdict[]> => {
  const { options = {}, inFront, profile = (described) => described, depth = 'quick' } = variant;
  await using fronts = new AsyncDisposableStack();
  const describe = async (platform: Profile): Promise<Profile> => {
    const { url: baseUrl } = inFront ? fronts.use(await inFront(platform.baseUrl)) : { url: platform.baseUrl };
    return profile({ ...withFewCases(platform), baseUrl });
  };
  return await judgeOverConnections(options, describe, isChosen, { depth, seed: seedOf(variant) });
};

/** Whether judging the variant needs real connections. */
export const isOnTheWire = ({ inFront, onTheWire }: Variant): boolean => inFront !== undefined || onTheWire === true;

const judged = (variant: Variant, isChosen: IsChosen): Promise<Verdict[]> => {
  if (isOnTheWire(variant)) return judgedOnTheWire(variant, isChosen);
  const { options = {}, profile = (described) => described, before, late = {}, depth = 'quick' } = variant;
  return judgeSimulated(
    {
      seed: seedOf(variant),
      depth,
      platform: options,
      profile: (described) => profile(withFewCases(described)),
      ...omitUndefined({ before }),
      ...late,
    },
    isChosen,
  );
};

/** Judges a variant: each chosen rule must pass, or be unverified with the cause that the variant expects. */
export const judgeVariant = async (variant: Variant, isChosen: IsChosen = () => true): Promise<VariantResult> => {
  const { name, text, unverified = [], warns = [], depth = 'quick' } = variant;
  const started = performance.now();
  const verdicts = await judged(variant, isChosen);
  const expectedOf = ({ rule }: Verdict): Unverified[] => unverified.filter((expected) => isAbout(expected, rule));
  const isExpected = (verdict: Verdict): boolean =>
    isLeftOut(verdict.rule, depth) || expectedOf(verdict).some(({ cause }) => cause === causeOf(verdict));
  const passed = verdicts.filter(({ outcome }) => outcome === 'pass');
  const silent = verdicts.filter(({ outcome }) => outcome === 'unverified');
  const unexpected = silent.filter((verdict) => !isExpected(verdict));
  const falsePositives = verdicts.filter(
    (verdict) => isFalsePositive(verdict) && !(verdict.outcome === 'warn' && warns.includes(verdict.rule)),
  );
  return {
    name,
    text,
    passed: passed.length,
    unverified: silent.filter(isExpected).length,
    falsePositives: falsePositives.map(describeVerdict),
    unexpected: unexpected.map(describeVerdict),
    unneeded: passed
      .filter((verdict) => expectedOf(verdict).some(({ extent }) => extent !== 'some'))
      .map(({ rule }) => rule),
    durationMs: Math.round(performance.now() - started),
  };
};

/** Judges a variant by its name: a thread cannot receive its functions. */
export const judgeNamedVariant = async (name: string): Promise<VariantResult> => {
  const variant = allVariants.find((each) => each.name === name);
  if (!variant) throw new Error(`There is no variant ${name}`);
  return await judgeVariant(variant);
};

/** Judges variants by all rules, in threads. Calls `onEach` with each result as it comes. */
export const judgeVariants = async (
  variants: readonly Variant[],
  onEach: (result: VariantResult) => void = () => {},
): Promise<VariantResult[]> => {
  const names = variants.map(({ name }) => name);
  const results: VariantResult[] = [];
  for await (const { output } of inWorkers(new URL(import.meta.url), judgeNamedVariant, names)) {
    results.push(output);
    onEach(output);
  }
  return results;
};
