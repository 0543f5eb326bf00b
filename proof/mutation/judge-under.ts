import { causeOf, isFault, reasonOf, type Verdict } from '../../core/verdict.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { judgeSelected } from '../../properties/rule-judges.ts';
import { describeVerdict, withFewCases } from '../judge-embedded.ts';
import type { choiceSets } from './choice-sets.ts';
import type { Simulation } from './load-instrumented.ts';
import type { Judged, Mutant } from './mutant.ts';
import { activate, countFor, hitsOf, isHitTooOften } from './switchboard.ts';

type Choices = (typeof choiceSets)[number];

/** What the rules reach on the sound platform under a set of choices, and which of them pass. */
export interface Sound {
  choices: Choices;
  hits: ReadonlySet<string>;
  passed: ReadonlySet<string>;
}

/** Judges by all rules, or until a verdict is enough. */
const judgeUnder = (
  choices: Choices,
  { simulate }: Simulation,
  isEnough: (verdict: Verdict) => boolean = () => false,
): Promise<Verdict[]> =>
  simulate({ seed: 1, depth: 'full', platform: { choices }, profile: withFewCases }, (session) => {
    const { promise, resolve, reject } = Promise.withResolvers<Verdict[]>();
    const onVerdict = (verdict: Verdict): void => {
      if (isEnough(verdict)) resolve([verdict]);
    };
    judgeSelected(session, () => true, { onVerdict }).then(resolve, reject);
    return promise;
  });

export const judgeSound = async (choices: Choices, simulation: Simulation): Promise<Sound> => {
  const name = JSON.stringify(choices);
  countFor(name);
  const passing = (await judgeUnder(choices, simulation)).filter(({ outcome }) => outcome === 'pass');
  return { choices, hits: hitsOf(name), passed: new Set(passing.map(({ rule }) => rule)) };
};

/** Whether an internal error kept a rule from a verdict: its own request met one, or the registration that it needs did. */
const metInternalError = (verdict: Verdict): boolean =>
  causeOf(verdict) === 'unavailable' || /\banswered 5\d\d\b/.test(reasonOf(verdict) ?? '');

/** The fate of the active mutant by its verdicts; `passed` are the rules that pass without it. */
const fateBy = (verdicts: readonly Verdict[], passed: ReadonlySet<string>): Omit<Judged, 'mutant'> => {
  const ofPassed = verdicts.filter(({ rule }) => passed.has(rule));
  const caught = ofPassed.find(isFault);
  if (caught) return { unmoved: 0, fate: 'caught', message: describeVerdict(caught) };
  if (isHitTooOften()) return { unmoved: 0, fate: 'timed out', message: 'an endless loop' };
  const changed = ofPassed.filter(({ outcome }) => outcome !== 'pass');
  const unmoved = verdicts.length - changed.length;
  if (changed.length === 0) return { unmoved, fate: 'survived', message: '' };
  const fate = changed.some(metInternalError) ? 'erring' : 'unjudged';
  return { unmoved, fate, message: changed.map(describeVerdict).join('\n') };
};

/** Judges a mutant under a set of choices, until a rule that passes without it fails. */
export const judgeMutantUnder = async (
  mutant: Mutant,
  { choices, passed }: Sound,
  load: () => Promise<Simulation>,
): Promise<Judged> => {
  activate(mutant.id);
  try {
    const isCatch = (verdict: Verdict): boolean => isFault(verdict) && passed.has(verdict.rule);
    return { mutant, ...fateBy(await judgeUnder(choices, await load(), isCatch), passed) };
  } catch (error) {
    return { mutant, unmoved: 0, fate: 'broken', message: messageOf(error) };
  } finally {
    activate(undefined);
  }
};
