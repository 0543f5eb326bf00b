import { excerpt } from '../reports/kit/printable.ts';
import { commandLine, conclude, say, seedsOf } from './command-line.ts';
import { type RecordingResult, verifyRecording } from './recordings/verify-recording.ts';
import { inWorkers } from './worker-pool.ts';

// Stores simulated runs on targets of all kinds, and tests that each recording gives the stored verdict again.
const { values } = commandLine({
  options: {
    runs: { type: 'string', default: '300' },
    /** Seed of the first run. */
    from: { type: 'string', default: '1' },
    /** Repeats one run. */
    seed: { type: 'string' },
  },
});

const shownProblems = 6;
const maxProblemLength = 900;

const module = new URL('recordings/verify-recording.ts', import.meta.url);
const seeds = seedsOf({ ...values, seeds: values.runs });
const results: RecordingResult[] = [];
for await (const { output } of inWorkers(module, verifyRecording, seeds)) {
  results.push(output);
  const { seed, problems } = output;
  if (problems.length === 0) continue;
  say(`✗ a recording does not give the stored verdict again: node proof/recordings.ts --seed ${seed}`);
  for (const problem of problems.slice(0, shownProblems)) say(`    ${excerpt(problem, maxProblemLength)}`);
  if (problems.length > shownProblems) say(`    and ${problems.length - shownProblems} more`);
}

const sum = (count: (result: RecordingResult) => number): number =>
  results.reduce((total, result) => total + count(result), 0);
say(`${sum(({ judgedAgain }) => judgedAgain)} of ${sum(({ verdicts }) => verdicts)} verdicts judged again`);
const failed = results.filter(({ problems }) => problems.length > 0).length;
conclude({ passed: results.length - failed, failed });
