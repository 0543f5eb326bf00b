import { parseArgs } from 'node:util';
import { excerpt } from '../reports/kit/printable.ts';
import { conclude, say, seedsFrom } from './proof-output.ts';
import { type RecordingResult, verifyRecording } from './recordings/verify-recording.ts';
import { inWorkers } from './worker-pool.ts';

// Stores simulated runs on targets of all kinds, and holds that each verdict comes out of its recording as it was stored.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '300' },
    /** Seed of the first run. */
    from: { type: 'string', default: '1' },
    /** Repeats one run. */
    seed: { type: 'string' },
  },
});

const shownProblems = 6;
const longestProblem = 900;

const results: RecordingResult[] = [];
const note = (result: RecordingResult): void => {
  results.push(result);
  if (result.problems.length === 0) return;
  say(`✗ a stored run does not hold: node proof/recordings.ts --seed ${result.seed}`);
  for (const problem of result.problems.slice(0, shownProblems)) say(`    ${excerpt(problem, longestProblem)}`);
  if (result.problems.length > shownProblems) say(`    and ${result.problems.length - shownProblems} more`);
};

if (values.seed === undefined) {
  const module = new URL('recordings/verify-recording.ts', import.meta.url);
  const seeds = seedsFrom(values.from, values.runs);
  for await (const { output } of inWorkers(module, verifyRecording, seeds)) note(output);
} else {
  note(await verifyRecording(Number(values.seed)));
}

const sum = (count: (result: RecordingResult) => number): number =>
  results.reduce((total, result) => total + count(result), 0);
say(`${sum(({ judgedAgain }) => judgedAgain)} of ${sum(({ verdicts }) => verdicts)} verdicts judged again`);
const failed = results.filter(({ problems }) => problems.length > 0).length;
conclude({ passed: results.length - failed, failed });
