import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LoadResult } from '../../core/load-result.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import type { Compared } from '../../load/gate/judge-measures.ts';
import { runAt } from '../../load/gate/test-result.ts';
import { sampleLoadResult } from '../../load/report/test-load-result.ts';
import { againstStored, inRounds, storedResults } from './compared-runs.ts';
import type { LoadRun } from './run-once.ts';

type Verdict = LoadResult['gate']['verdict'];

const busy = { step: 'validity', outcome: 'fail', text: 'the machine was busy' } as const;

/** What runs are asked of, and what was done and said. */
const fakeRuns = () => {
  const did: string[] = [];
  const said: string[] = [];
  const compared: Compared[] = [];
  const interrupt = new AbortController();

  /** Runs of one target that end with these verdicts, then with the last of them, and take this many times the usual. */
  const runsOf = (
    name: string,
    { verdicts = ['pass'], factor = 1 }: { verdicts?: Verdict[]; factor?: number } = {},
  ) => {
    const left = [...verdicts];
    return async (): Promise<LoadRun> => {
      did.push(name);
      const verdict = (left.length > 1 ? left.shift() : left[0]) ?? 'pass';
      // no two runs are alike to the last digit
      const measured = runAt(factor * (1 + did.length / 10_000));
      const result: LoadResult = {
        ...measured,
        gate: { verdict, message: '', reasons: verdict === 'invalid' ? [busy] : [] },
      };
      return {
        result,
        folder: `folder ${did.length}`,
        compareAs(how) {
          compared.push(how);
          return { ...result, gate: { ...result.gate, message: 'compared' } };
        },
      };
    };
  };
  const runnerOf = (candidate: () => Promise<LoadRun>) => ({
    say: (text: string) => said.push(text),
    candidate,
    signal: interrupt.signal,
    maxRegression: 1.1,
  });
  return { did, said, compared, interrupt, runsOf, runnerOf };
};

const countOf = (list: readonly string[], name: string): number => list.filter((each) => each === name).length;
const storedAt = (factor: number): LoadResult[] =>
  Array.from({ length: 5 }, (_, index) => runAt(factor * (1 + index / 1000)));

test('each round runs the baseline twice and the candidate once, and the last candidate is compared', async () => {
  const { did, said, compared, runsOf, runnerOf } = fakeRuns();
  const baseline = { name: 'old', run: runsOf('baseline'), maxRounds: 30 };
  const { result } = await inRounds(runnerOf(runsOf('candidate', { factor: 1.5 })), baseline);
  expect([countOf(did, 'baseline'), countOf(did, 'candidate')]).toEqual([20, 10]);
  for (let round = 1; round <= 10; round += 1) {
    const roles = said.slice((round - 1) * 3, round * 3).toSorted();
    expect(roles).toEqual(['baseline', 'candidate', 'control'].map((role) => `round ${round} of 10: ${role}`));
  }
  expect(compared).toMatchObject([{ comparison: { kind: 'pairs', baseline: 'old', runs: 10 } }]);
  expect(result.gate.message).toBe('compared');
});

test('there are no more rounds than asked for, though they show nothing', async () => {
  const { did, compared, runsOf, runnerOf } = fakeRuns();
  await inRounds(runnerOf(runsOf('candidate')), { name: 'old', run: runsOf('baseline'), maxRounds: 2 });
  expect(did).toHaveLength(6);
  expect(compared).toMatchObject([{ refused: expect.stringMatching(/^2 rounds/) }]);
});

test.for<Verdict>(['fail', 'inconclusive'])('a candidate whose own verdict is %s ends the rounds', async (verdict) => {
  const { did, compared, runsOf, runnerOf } = fakeRuns();
  const candidate = runsOf('candidate', { verdicts: ['pass', verdict] });
  const { result } = await inRounds(runnerOf(candidate), { name: 'old', run: runsOf('baseline'), maxRounds: 30 });
  expect(result.gate.verdict).toBe(verdict);
  expect([countOf(did, 'candidate'), did.length <= 6, compared]).toEqual([2, true, []]);
});

test('a run that cannot be believed is made once more, and why is reported', async () => {
  const { did, said, runsOf, runnerOf } = fakeRuns();
  const baseline = runsOf('baseline', { verdicts: ['invalid', 'pass'] });
  await inRounds(runnerOf(runsOf('candidate')), { name: 'old', run: baseline, maxRounds: 1 });
  expect([countOf(did, 'baseline'), countOf(did, 'candidate')]).toEqual([3, 1]);
  expect(countOf(said, 'again: the machine was busy')).toBe(1);
});

test('a candidate that is never to be believed is tried three times, and then stands as it is', async () => {
  const { did, runsOf, runnerOf } = fakeRuns();
  const candidate = runsOf('candidate', { verdicts: ['invalid'] });
  const { result } = await inRounds(runnerOf(candidate), { name: 'old', run: runsOf('baseline'), maxRounds: 30 });
  expect([countOf(did, 'candidate'), result.gate.verdict]).toEqual([3, 'invalid']);
});

test('nothing is run again after an interrupt, and nothing compared', async () => {
  const { did, compared, interrupt, runsOf, runnerOf } = fakeRuns();
  const invalid = runsOf('any', { verdicts: ['invalid'] });
  const interrupted = (): Promise<LoadRun> => {
    interrupt.abort();
    return invalid();
  };
  await inRounds(runnerOf(interrupted), { name: 'old', run: interrupted, maxRounds: 30 });
  expect([did, compared]).toEqual([['any'], []]);
});

test('without a stored baseline there is one run, which stands as it is', async () => {
  const { did, said, compared, runsOf, runnerOf } = fakeRuns();
  const candidate = runsOf('candidate', { verdicts: ['invalid'] });
  const { result } = await againstStored(runnerOf(candidate), { name: '', stored: [], runs: undefined });
  expect([did, said, compared, result.gate.verdict]).toEqual([['candidate'], [], [], 'invalid']);
});

test.for<[string, number | undefined, count: number]>([
  ['five runs', undefined, 5],
  ['as many runs as asked for', 7, 7],
])('a stored baseline takes %s', async ([, runs, count]) => {
  const { did, compared, runsOf, runnerOf } = fakeRuns();
  const stored = { name: 'kept', stored: storedAt(1), runs };
  const { result, folder } = await againstStored(runnerOf(runsOf('candidate', { factor: 1.5 })), stored);
  expect([did.length, folder, result.gate.message]).toEqual([count, `folder ${count}`, 'compared']);
  expect(compared).toMatchObject([{ comparison: { kind: 'stored', baseline: 'kept', runs: count } }]);
});

test('a run that fails by itself is the last, and is not compared with the stored ones', async () => {
  const { did, compared, runsOf, runnerOf } = fakeRuns();
  const candidate = runsOf('candidate', { verdicts: ['pass', 'fail'] });
  const { result } = await againstStored(runnerOf(candidate), { name: 'kept', stored: storedAt(1), runs: undefined });
  expect([did.length, result.gate.verdict, compared]).toEqual([2, 'fail', []]);
});

test('a result is read by its file and by its folder', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'result.json');
  const result = sampleLoadResult();
  await writeFile(file, JSON.stringify(result));
  expect(storedResults([file, folder.path])).toEqual([result, result]);
});

test.each([
  ['of an earlier version', '{"schema":"selo-load/5"}', /schema selo-load\/5, .* reads selo-load\/6\. Run .* again/],
  ['of a conformance run', '{"schema":9}', /is not the result of a load run/],
  ['that breaks its schema', '{"schema":"selo-load/6"}', /is not the result of a load run/],
])('a result %s is refused, with what to do', async (_, content, message) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'result.json');
  await writeFile(file, content);
  expect(() => storedResults([file])).toThrow(message);
});
