import { fileURLToPath } from 'node:url';
import { choiceSets } from './choice-sets.ts';
import { instrument } from './instrument.ts';
import type { Sound } from './judge-under.ts';
import { loadInstrumented } from './load-instrumented.ts';
import type { Judged, Mutant } from './mutant.ts';
import { countFor, hitsWhileLoading } from './switchboard.ts';

/** A mutant is judged under at most this many sets of choices: a third set hardly catches more. */
const setsPerMutant = 2;

type Judge = (mutant: Mutant) => Promise<Judged>;

/** What a mutant does to the platform must neither end the thread nor fill the terminal. */
const bearMutants = (): void => {
  process.on('unhandledRejection', () => {});
  process.on('uncaughtException', () => {});
  process.stderr.write = () => true;
};

const openJudge = async (): Promise<Judge> => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const loadSimulation = loadInstrumented(root, (await instrument(root)).sources);
  const usual = await loadSimulation();
  // loads the platform, so the hooks must come first
  const { judgeMutantUnder, judgeSound } = await import('./judge-under.ts');
  const sound: Sound[] = [];
  for (const choices of choiceSets) sound.push(await judgeSound(choices, usual));
  const whileLoading = hitsWhileLoading();
  countFor('mutants');
  bearMutants();

  let generations = 0;
  return async (mutant) => {
    // code that runs while its module loads needs the mutant before that
    const isStatic = whileLoading.has(mutant.id);
    const load = async () => (isStatic ? await loadSimulation(String(generations++)) : usual);
    let judged: Judged = { mutant, fate: 'unreached', message: '', unmoved: 0 };
    const reaching = sound.filter(({ hits }) => isStatic || hits.has(mutant.id));
    for (const each of reaching.slice(0, setsPerMutant)) {
      const next = await judgeMutantUnder(mutant, each, load);
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
