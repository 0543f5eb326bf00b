import { expect, test } from 'vitest';
import type { LoadResult } from '../../core/load-result.ts';
import { compareStored } from './compare-stored.ts';
import { runAt } from './test-result.ts';

const options = { baseline: '1.0', maxRegression: 1.1 };

const runsAt = (factor: number, count: number): LoadResult[] =>
  Array.from({ length: count }, (_, at) => runAt(factor * (1 + (at - count / 2) / 200)));

test.each([
  [1, 'same'],
  [1.4, 'worse'],
  [0.7, 'better'],
  [1.11, 'inconclusive'],
])('runs that take %f times as long as the stored ones: %s', (factor, outcome) => {
  const compared = compareStored(runsAt(1, 10), runsAt(factor, 5), options);
  expect(compared).toMatchObject({ comparison: { kind: 'stored', runs: 5, measures: [{ outcome }, { outcome }] } });
});

test.each<[string, (run: LoadResult) => void, RegExp]>([
  ['machine', ({ run }) => Object.assign(run.machine, { cores: 2 }), /machine \(.*8 cores then, .*2 cores now\)/],
  ['memory', ({ run }) => Object.assign(run.machine, { memoryGiB: 64 }), /memory \(16 GiB then, 64 GiB now\)/],
  ['k6', ({ run }) => Object.assign(run, { k6: 'v3.0.0' }), /major version of k6 \(2 then, 3 now\)/],
  ['Node.js', ({ run }) => Object.assign(run, { node: 'v26.0.0' }), /major version of Node.js \(24 then, 26 now\)/],
  [
    'configuration',
    ({ run }) => Object.assign(run, { configuration: 'other' }),
    /configuration \(c0ffee then, other now\)/,
  ],
  [
    'objectives',
    (result) => {
      const text = 'drained within 60 s';
      result.objectives = [
        { name: 'drainSeconds', text, limit: 60, actual: 3, unit: 's', samples: 9, outcome: 'pass' },
      ];
    },
    /objectives \(none then, drainSeconds 60 now\)/,
  ],
])('runs with another %s are not compared', (_, change, refused) => {
  const candidates = runsAt(1, 5);
  for (const candidate of candidates) change(candidate);
  const compared = compareStored(runsAt(1, 10), candidates, options);
  expect(compared).toEqual({
    refused: expect.stringMatching(refused),
    advice: "run the baseline again with this run's configuration on this machine",
  });
});

test('runs with another minor release of k6 are compared', () => {
  const candidates = runsAt(1, 5);
  for (const { run } of candidates) run.k6 = 'v2.3.1';
  expect(compareStored(runsAt(1, 10), candidates, options)).toHaveProperty('comparison');
});

test('unreliable or too few runs are refused', () => {
  const refused = (text: RegExp) => ({ refused: expect.stringMatching(text) });
  const dropping = runAt(1, ({ health }) => Object.assign(health, { dropped: 2 }));
  expect(compareStored([], runsAt(1, 5), options)).toMatchObject(refused(/has no runs/));
  expect(compareStored([...runsAt(1, 9), dropping], runsAt(1, 5), options)).toMatchObject(
    refused(/r1 is not reliable/),
  );
  expect(compareStored(runsAt(1, 10), runsAt(1, 1), options)).toMatchObject(refused(/^10 runs .* and 1 of/));
  expect(compareStored(runsAt(1, 10), [], options)).toMatchObject(refused(/too few/));
  expect(compareStored(runsAt(1, 5), runsAt(1, 5), options)).toHaveProperty('comparison');
  expect(compareStored(runsAt(1, 10), runsAt(1, 4), options)).toHaveProperty('comparison');
});
