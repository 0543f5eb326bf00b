import { fileURLToPath } from 'node:url';
import { causeOf, isFault, reasonOf, type Verdict } from '../../core/verdict.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { choiceSets } from './choice-sets.ts';
import { instrument } from './instrument.ts';
import { loadInstrumented } from './load-instrumented.ts';
import type { Judged, Mutant } from './mutant.ts';
import { activate, countFor, hitsOf, hitsWhileLoading, isHitTooOften } from './switchboard.ts';

type Choices = (typeof choiceSets)[number];

/** What the rules reach on the sound platform under a set of choices, and which of them pass. */
interface Sound {
  choices: Choices;
  hits: ReadonlySet<string>;
  passed: ReadonlySet<string>;
}

/** A mutant is judged under at most this many sets of choices: a third set hardly catches more. */
const setsPerMutant = 2;

type Judge = (mutant: Mutant) => Promise<Judged>;

/** What a mutant does to the platform must neither end the thread nor fill the terminal. */
const bearMutants = (): void => {
  process.on('unhandledRejection', () => {});
  process.on('uncaughtException', () => {});
  process.stderr.write = () => true;
};

/** Whether an internal error kept a rule from a verdict: its own request met one, or the registration that it needs did. */
const metInternalError = (verdict: Verdict): boolean =>
  causeOf(verdict) === 'unavailable' || /\banswered 5\d\d\b/.test(reasonOf(verdict) ?? '');

const openJudge = async (): Promise<Judge> => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const loadSimulation = loadInstrumented(root, (await instrument(root)).sources);
  const usual = await loadSimulation();
  // loads the platform, so the hooks must come first
  const { describeVerdict, withFewCases } = await import('../judge-embedded.ts');
  const { judgeSelected } = await import('../../properties/rule-judges.ts');

  /** Judges by all rules, or until a verdict is enough. */
  const judgeUnder = (
    choices: Choices,
    isEnough: (verdict: Verdict) => boolean = () => false,
    { simulate }: typeof usual = usual,
  ): Promise<Verdict[]> =>
    simulate({ seed: 1, depth: 'full', platform: { choices }, profile: withFewCases }, (session) => {
      const { promise, resolve, reject } = Promise.withResolvers<Verdict[]>();
      const onVerdict = (verdict: Verdict): void => {
        if (isEnough(verdict)) resolve([verdict]);
      };
      judgeSelected(session, () => true, { onVerdict }).then(resolve, reject);
      return promise;
    });

  const sound: Sound[] = [];
  for (const [index, choices] of choiceSets.entries()) {
    const name = `sound ${index}`;
    countFor(name);
    const passing = (await judgeUnder(choices)).filter(({ outcome }) => outcome === 'pass');
    sound.push({ choices, hits: hitsOf(name), passed: new Set(passing.map(({ rule }) => rule)) });
  }
  const whileLoading = hitsWhileLoading();
  countFor('mutants');
  bearMutants();

  let generations = 0;
  const judgedUnder = async (mutant: Mutant, { choices, passed }: Sound): Promise<Judged> => {
    const base = { mutant, unmoved: 0 };
    activate(mutant.id);
    try {
      // code that runs while its module loads needs the mutant before that
      const simulation = whileLoading.has(mutant.id) ? await loadSimulation(String(generations++)) : usual;
      const catches = (verdict: Verdict): boolean => isFault(verdict) && passed.has(verdict.rule);
      const verdicts = await judgeUnder(choices, catches, simulation);
      const caught = verdicts.find(catches);
      if (caught) return { ...base, fate: 'caught', message: describeVerdict(caught) };
      if (isHitTooOften()) return { ...base, fate: 'timed out', message: 'an endless loop' };
      const changed = verdicts.filter(({ rule, outcome }) => outcome !== 'pass' && passed.has(rule));
      const unmoved = verdicts.length - changed.length;
      if (changed.length === 0) return { ...base, unmoved, fate: 'survived', message: '' };
      const isErring = changed.some(metInternalError);
      const message = changed.map(describeVerdict).join('\n');
      return { ...base, unmoved, fate: isErring ? 'erring' : 'unjudged', message };
    } catch (error) {
      return { ...base, fate: 'broken', message: messageOf(error) };
    } finally {
      activate(undefined);
    }
  };

  return async (mutant) => {
    let judged: Judged = { mutant, fate: 'unreached', message: '', unmoved: 0 };
    const reaching = sound.filter(({ hits }) => whileLoading.has(mutant.id) || hits.has(mutant.id));
    for (const each of reaching.slice(0, setsPerMutant)) {
      const next = await judgedUnder(mutant, each);
      if (next.fate === 'caught' || judged.fate === 'unreached') judged = next;
      if (judged.fate !== 'survived' && judged.fate !== 'unjudged') break;
    }
    return judged;
  };
};

let opened: Promise<Judge> | undefined;

/**
 * Judges a mutant by all rules under each set of choices, until a rule that passes without it fails. One at a time, because
 * the switch is global in a thread.
 */
export const judgeMutant = async (mutant: Mutant): Promise<Judged> => {
  opened ??= openJudge();
  const judge = await opened;
  return judge(mutant);
};
