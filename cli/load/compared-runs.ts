import { shuffle } from 'simple-statistics';
import type { LoadResult } from '../../core/load-result.ts';
import { compareRounds, type Round, roundsWanted } from '../../load/gate/compare-pairs.ts';
import { compareStored } from '../../load/gate/compare-stored.ts';
import type { LoadRun } from './run-once.ts';

interface Runner {
  say: (text: string) => void;
  /** Runs the candidate once. */
  candidate: () => Promise<LoadRun>;
  signal: AbortSignal;
  /** The largest acceptable ratio for the worse. */
  maxRegression: number;
}

/** Number of runs to compare with a stored baseline of five. */
const runsToCompare = 5;

/** A run that is invalid, for example on a busy machine, is repeated. */
const triesForValidRun = 3;

const untilValid = async ({ say, signal }: Runner, run: () => Promise<LoadRun>): Promise<LoadRun> => {
  for (let tried = 1; ; tried += 1) {
    const done = await run();
    if (done.result.gate.verdict !== 'invalid' || tried === triesForValidRun || signal.aborted) return done;
    const reason = done.result.gate.reasons.find(({ outcome }) => outcome === 'fail')?.text ?? 'it is invalid';
    say(`again: ${reason}`);
  }
};

/** Whether a run must not be compared, because it failed or is invalid. */
const isDecided = ({ gate }: LoadResult): boolean => gate.verdict !== 'pass';

const roles: (keyof Round)[] = ['baseline', 'control', 'candidate'];

/** Compares candidate and baseline in rounds, until the comparison is settled or there were `maxRounds`. */
export const inRounds = async (
  runner: Runner,
  { name, run, maxRounds }: { name: string; run: () => Promise<LoadRun>; maxRounds: number },
): Promise<LoadRun> => {
  const { say, candidate, signal, maxRegression } = runner;
  const rounds: Round<LoadResult>[] = [];
  for (let wanted = Math.min(roundsWanted(undefined), maxRounds); ; ) {
    const round: Partial<Round<LoadResult>> = {};
    let last: LoadRun | undefined;
    // in random order, so that changes over time affect all three alike
    const shuffled: typeof roles = shuffle(roles);
    for (const role of shuffled) {
      say(`round ${rounds.length + 1} of ${wanted}: ${role}`);
      const done = await untilValid(runner, role === 'candidate' ? candidate : run);
      round[role] = done.result;
      if (role === 'candidate') last = done;
      if (signal.aborted || (role === 'candidate' && isDecided(done.result))) return done;
    }
    const { baseline, control, candidate: own } = round;
    if (!(baseline && control && own && last)) throw new Error('a round has three roles');
    rounds.push({ baseline, control, candidate: own });
    if (rounds.length < wanted) continue;
    const compared = compareRounds(rounds, { baseline: name, maxRegression });
    if ('comparison' in compared) wanted = Math.min(roundsWanted(compared.comparison), maxRounds);
    if (rounds.length >= wanted) return { ...last, result: last.compareAs(compared) };
  }
};

/** Runs the candidate as often as the comparison with stored runs needs, or once without any. */
export const againstStored = async (
  runner: Runner,
  { name, stored, runs }: { name: string; stored: readonly LoadResult[]; runs: number | undefined },
): Promise<LoadRun> => {
  const { say, candidate, signal, maxRegression } = runner;
  const wanted = runs ?? (stored.length > 0 ? runsToCompare : 1);
  const again = (): Promise<LoadRun> => (wanted > 1 ? untilValid(runner, candidate) : candidate());
  const results: LoadResult[] = [];
  let last = await again();
  results.push(last.result);
  while (results.length < wanted && !isDecided(last.result) && !signal.aborted) {
    say(`run ${results.length + 1} of ${wanted}`);
    last = await again();
    results.push(last.result);
  }
  if (stored.length === 0 || isDecided(last.result)) return last;
  return { ...last, result: last.compareAs(compareStored(stored, results, { baseline: name, maxRegression })) };
};
