import { expect, test } from 'vitest';
import { sampleFailure, sampleVerdict } from '../test-samples.ts';
import { compareWithLast, describeRecord, describeSince, markOf, ruleRecords, wilsonInterval } from './run-history.ts';
import { runsOf, sampleRun } from './test-runs.ts';

const recordOf = (letters: string) => ruleRecords(runsOf(letters))[0];

test.each([
  // one change is a fact
  ['ppf', 'failing'],
  ['ppfff', 'failing'],
  ['ffp', 'holding'],
  ['pf', 'failing'],
  ['wwp', 'holding'],
  // never seen to hold
  ['f', 'always'],
  ['fff', 'always'],
  ['www', 'always'],
  // small samples claim nothing
  ['pfp', 'unsettled'],
  ['fpf', 'unsettled'],
  ['pppppppfpp', 'unsettled'],
  ['pppppppppfpppppppp', 'unsettled'],
  // three changes that nothing explains
  ['pfpf', 'flaky'],
  ['ppfppfpp', 'flaky'],
  // some tries of one run are proof
  ['i', 'flaky'],
  ['pppi', 'flaky'],
  ['ipp', 'flaky'],
  ['fffi', 'flaky'],
  // a row of runs alike that chance does not bring
  ['ppffffffffpppp', 'holding'],
  ['pfpfpfppppppp', 'holding'],
  ['pppfppffffff', 'failing'],
  ['ipppppppppppppp', 'holding'],
])('%s is %s', (letters, kind) => {
  expect(recordOf(letters)?.kind).toBe(kind);
});

test('a rule that always held has no record, nor has one that was never judged', () => {
  for (const letters of ['', 'p', 'pppp', 'u', 'eue', 'puepe']) expect(recordOf(letters)).toBeUndefined();
});

test('runs that did not judge a rule count neither as held nor as failed, and no change lies in them', () => {
  expect(recordOf('pupeufuf')).toMatchObject({ judged: 4, failed: 2, kind: 'failing' });
  expect(recordOf('fuf')).toMatchObject({ judged: 2, failed: 2, kind: 'always', flips: [] });
});

test('what fails is reported with since when, and how it was before', () => {
  expect(recordOf('ppff')).toMatchObject({
    alike: { runs: 2, since: { id: 'run-3' } },
    flips: [{ run: { id: 'run-3', startedAt: '2026-11-03T10:00:00.000Z' }, besides: [] }],
  });
  expect(recordOf('pfp')?.flips.map(({ run }) => run.id)).toEqual(['run-2', 'run-3']);
});

test('a change that comes with another version, depth or address is reported as such, and proves no flakiness', () => {
  const runs = runsOf('pfpf').map((run, index) => ({
    ...run,
    suite: { ...run.suite, version: index % 2 === 0 ? '0.1.0' : '0.2.0' },
    run: { ...run.run, depth: index < 3 ? ('quick' as const) : ('full' as const) },
    target: { ...run.target, baseUrl: index < 3 ? 'https://a.example' : 'https://b.example' },
  }));
  const [record] = ruleRecords(runs);
  expect(record?.kind).toBe('unsettled');
  expect(record?.flips.map(({ besides }) => besides)).toEqual([
    ['Selo 0.2.0 for 0.1.0'],
    ['Selo 0.1.0 for 0.2.0'],
    ['Selo 0.2.0 for 0.1.0', 'depth full for quick', 'another address'],
  ]);
  expect(record && describeRecord(record)).toContain('at its last change there was also Selo 0.2.0 for 0.1.0, depth');
});

test('a run that repeated one drawn case says nothing of its property', () => {
  const [held, repeated] = runsOf('pf');
  if (!(held && repeated)) throw new Error('there are two runs');
  const runs = [held, { ...repeated, run: { ...repeated.run, path: '3:1' } }];
  expect(ruleRecords(runs)).toEqual([]);
});

test('a change that comes with other rules of the same version is reported as such', () => {
  const runs = runsOf('pf').map((run, index) => ({ ...run, suite: { ...run.suite, rules: `digest ${index}` } }));
  expect(ruleRecords(runs)[0]?.flips).toMatchObject([{ besides: ['other rules of Selo'] }]);
});

test('a property that holds on other draws is not called fixed, nor flaky', () => {
  const drawn = (letters: string, seedOf: (index: number) => number) =>
    runsOf(letters).map((run, index) => ({
      ...run,
      verdicts: run.verdicts.map((verdict) => ({ ...verdict, search: { seed: seedOf(index), cases: 9, planned: 9 } })),
    }));
  expect(ruleRecords(drawn('fp', (index) => index))[0]?.kind).toBe('unsettled');
  expect(ruleRecords(drawn('pfpfpf', (index) => index))[0]?.kind).toBe('unsettled');
  expect(ruleRecords(drawn('fp', () => 7))[0]?.kind).toBe('holding');
  expect(ruleRecords(drawn('pfpf', () => 7))[0]?.kind).toBe('flaky');
});

test.each([
  ['ppff', 'failing since 2026-11-03', /^failing since 2026-11-03 10:00 \(run-3\), 2 runs in a row$/],
  ['pf', 'failing since 2026-11-02', /, in the last run that judged it$/],
  [
    'ffp',
    '',
    /^passes since 2026-11-03 10:00 \(run-3\), in the last run that judged it; failed in 2 of 2 runs before$/,
  ],
  ['f', '', /^failed in the only run that judged it, 2026-11-01 10:00 \(run-1\)$/],
  ['fff', 'failed in all 3 runs', /^failed in all 3 runs that judged it, the first of them/],
  ['pfp', 'failed in 1 of the last 3 runs', /^failed in 1 of the last 3 runs; 2 changes: too few/],
  ['pfpf', 'failed in 2 of the last 4 runs', /the share of runs that fail it may be anything from 15 to 85 %/],
  ['ppi', 'failed in 1 of the last 3 runs', /; in 1 of them only in some tries; /],
  ['pw', 'warning since 2026-11-02', /^warning since 2026-11-02/],
  ['wpw', 'warned in 2 of the last 3 runs', /^warned in 2 of the last 3/],
])('%s is reported in words that claim no more than the runs say', (letters, mark, said) => {
  const record = recordOf(letters);
  expect(record && markOf(record)).toBe(mark);
  expect(record && describeRecord(record)).toMatch(said);
});

test('the most pressing come first', () => {
  const runs = ['ffp', 'pff', 'fff', 'pfp'].map(runsOf);
  const joined = [0, 1, 2].flatMap((place) => {
    const [first] = runs.flatMap((each) => each.slice(place, place + 1));
    const verdicts = runs.flatMap((each, rule) =>
      (each[place]?.verdicts ?? []).map((v) => ({ ...v, rule: `PAG-${rule}` })),
    );
    return first ? [{ ...first, verdicts }] : [];
  });
  expect(ruleRecords(joined).map(({ kind }) => kind)).toEqual(['failing', 'always', 'unsettled', 'holding']);
});

test.each([
  [0, 0, 0, 1],
  [1, 3, 0.0615, 0.7923],
  [0, 20, 0, 0.1611],
  [10, 10, 0.7225, 1],
  [3, 8, 0.1368, 0.6943],
])('%d of %d may stem from a share between %d and %d', (found, tried, lowest, highest) => {
  const likely = wilsonInterval(found, tried);
  expect(likely.lowest).toBeCloseTo(lowest, 3);
  expect(likely.highest).toBeCloseTo(highest, 3);
});

const rules = (...ids: string[]) => ids.map((rule) => sampleVerdict({ rule }));
const unreached = { outcome: 'unverified', cause: 'not-reached', reason: 'the run was interrupted' } as const;

test('a run is compared with the last before it that tried as many of its rules', () => {
  const all = ['PAG-1', 'PAG-2', 'PAG-3'];
  const earlier = [
    sampleRun(1, rules(...all)),
    sampleRun(2, rules(...all)),
    sampleRun(3, rules('PAG-2')),
    sampleRun(
      4,
      all.map((rule) => sampleVerdict({ rule, ...unreached })),
      { interrupted: true },
    ),
  ];
  const since = compareWithLast(earlier, sampleRun(5, [...rules('PAG-1', 'PAG-2'), sampleFailure({ rule: 'PAG-3' })]));
  expect(since).toMatchObject({
    run: { id: 'run-2' },
    passedOver: 2,
    comparison: { changes: [{ rule: 'PAG-3', kind: 'newly failing' }], unchanged: 2 },
  });
  expect(since && describeSince(since)).toBe('since 2026-11-02 10:00 (run-2): 1 newly failing · 2 unchanged');
});

test('a run of one rule is compared with the last that tried it, and says what that one tried beside', () => {
  const earlier = [sampleRun(1, rules('PAG-1', 'PAG-2', 'PAG-3')), sampleRun(2, rules('PAG-1'))];
  const since = compareWithLast(earlier, sampleRun(3, rules('PAG-2')));
  expect(since).toMatchObject({
    run: { id: 'run-1' },
    comparison: { changes: [], onlyTried: { before: 2, after: 0 } },
  });
  expect(since && describeSince(since)).toMatch(/: 1 unchanged · 2 only in the earlier run$/);
});

test('where no earlier run has a rule in common, there is nothing to compare with', () => {
  expect(compareWithLast([], sampleRun(1))).toBeUndefined();
  expect(compareWithLast([sampleRun(1, rules('PAG-1'))], sampleRun(2, rules('PAG-9')))).toBeUndefined();
});

test('a run that repeated one drawn case is compared with its like alone', () => {
  const repeated = (place: number) => sampleRun(place, rules('LAW-3'), { path: '3:1' });
  const earlier = [sampleRun(1, rules('LAW-3')), repeated(2), sampleRun(3, rules('LAW-3')), repeated(4)];
  expect(compareWithLast(earlier, sampleRun(5, rules('LAW-3')))?.run.id).toBe('run-3');
  expect(compareWithLast(earlier.slice(0, 3), repeated(5))?.run.id).toBe('run-2');
});
