import { choiceSets, defaultChoices } from './choice-sets.ts';
import { activeRules } from './judge-in-phases.ts';
import type { Judged, Mutant } from './mutant.ts';
import { isReached, isStatic, phasesFor, type Reachability } from './phases.ts';
import type { Answered, Reach, Said } from './worker-messages.ts';
import { type MutantWorker, shareOut } from './workers.ts';

const reachIn = (answered: Answered | undefined): Reach => {
  if (answered?.answer === 'reach') return answered.reach;
  throw new Error(
    `the sound platform could not be judged: ${answered?.answer === 'broken' ? answered.why : 'no answer'}`,
  );
};

/**
 * Judges the sound platform by each rule, and by all rules under each set of choices. Chosen rules judge every mutant, so
 * what each of them reaches is not needed.
 */
export const findReach = async (
  workers: readonly MutantWorker[],
  chosenRules: readonly string[] | undefined,
): Promise<Reachability> => {
  const [first] = workers;
  if (!first) throw new Error('no worker');
  const setup = reachIn(await first.ask({ ask: 'reach', rule: undefined }));
  const byRule = new Map<string, Reach>();
  await shareOut(workers, chosenRules ? [] : activeRules, async (worker, rule) => {
    byRule.set(rule, reachIn(await worker.ask({ ask: 'reach', rule })));
  });
  const byChoices = new Map<string, Reach>();
  for (const choices of Object.keys(choiceSets)) {
    byChoices.set(choices, reachIn(await first.ask({ ask: 'reach of all', choices })));
  }
  const loading = reachIn(await first.ask({ ask: 'reach of loading' }));
  return { setup, byRule, byChoices, loading, chosenRules };
};

const catches = ({ outcome, isStable }: Said): boolean => isStable && (outcome === 'fail' || outcome === 'warn');

/** An internal error that prevents a registration leaves every rule about notifications unverified. */
const isInternalError = (trouble: string): boolean => /answered 5\d\d/.test(trouble);

const judgedFrom = (
  mutant: Mutant,
  choices: string,
  answered: Answered | undefined,
  soundOutcomes: Reach['outcomes'],
): Judged => {
  const base = { mutant, choices, unmoved: 0 };
  if (!answered) return { ...base, fate: 'timed out', message: 'no answer' };
  if (answered.answer === 'broken') return { ...base, fate: 'broken', message: answered.why };
  if (answered.answer === 'reach') throw new Error('an answer to another question');
  if (answered.isHitTooOften) return { ...base, fate: 'timed out', message: 'an endless loop' };
  const { said, troubles } = answered;
  const caught = said.find(catches);
  if (caught) return { ...base, fate: 'caught', message: caught.described, by: caught.rule };
  // with fewer rules, a passive rule may have nothing to test
  const odd = said.filter(
    ({ rule, outcome }) =>
      ['unverified', 'error'].includes(outcome) && soundOutcomes[rule] === 'pass' && activeRules.includes(rule),
  );
  const unmoved = said.length - odd.length;
  if (odd.length === 0) return { ...base, unmoved, fate: 'survived', message: '' };
  const isErring = odd.some(({ cause }) => cause === 'unavailable') || troubles.some(isInternalError);
  const message = [...troubles, ...odd.map(({ described }) => described)].join('\n');
  return { ...base, unmoved, fate: isErring ? 'erring' : 'unjudged', message };
};

/** A mutant is judged under at most this many sets of choices: a third set hardly catches more. */
const setsPerMutant = 2;

/** Whether other choices cannot help: the platform breaks down, or hardly any rule can be judged. */
const isBeyondChoices = ({ fate, message, unmoved }: Judged): boolean =>
  ['timed out', 'broken', 'erring'].includes(fate) || (fate === 'unjudged' && message.split('\n').length > unmoved);

export const judgeMutant = async (
  worker: MutantWorker,
  reached: Reachability,
  mutant: Mutant,
  likely: string | undefined,
): Promise<Judged> => {
  let judged: Judged = { mutant, fate: 'unreached', message: '', unmoved: 0, choices: defaultChoices };
  const sets = Object.keys(choiceSets).filter((choices) => isReached(reached, mutant, choices));
  for (const choices of sets.slice(0, setsPerMutant)) {
    const phases = phasesFor(reached, mutant, choices, likely);
    const answered = await worker.ask({
      ask: 'judge',
      mutant: mutant.id,
      isStatic: isStatic(reached, mutant),
      choices,
      phases,
    });
    const next = judgedFrom(mutant, choices, answered, reached.byChoices.get(choices)?.outcomes ?? {});
    const isEnd = next.fate === 'caught' || isBeyondChoices(next);
    if (isEnd || judged.fate === 'unreached' || next.fate === 'unjudged') judged = next;
    if (isEnd) break;
  }
  return judged;
};

/** Judges the sound platform like a mutant: each failure would be a mutant that is caught by chance. */
export const falseCatches = async (worker: MutantWorker): Promise<string[]> => {
  const answered = await worker.ask({
    ask: 'judge',
    mutant: 'none',
    isStatic: false,
    choices: defaultChoices,
    phases: [[...activeRules]],
  });
  if (answered?.answer !== 'said') return ['the sound platform could not be judged'];
  return answered.said.filter(catches).map(({ described }) => described);
};
