import { expect, test } from 'vitest';
import { omitUndefined } from '../core/omit-undefined.ts';
import { compareResults, comparisonReport } from './compare-results.ts';
import { plain } from './kit/printable.ts';
import { type SampleChanges, sampleFailure, sampleResult, sampleVerdict } from './test-samples.ts';

const unverified: SampleChanges = {
  outcome: 'unverified',
  cause: 'not-declared',
  reason: 'declare products',
};

const kinds = (before: SampleChanges, after: SampleChanges): string[] =>
  compareResults(sampleResult([sampleVerdict(before)]), sampleResult([sampleVerdict(after)])).changes.map(
    ({ kind }) => kind,
  );

const failed: SampleChanges = { outcome: 'fail' };

test.for<[before: SampleChanges, after: SampleChanges, kind: string | undefined]>([
  [{}, failed, 'newly failing'],
  [unverified, failed, 'newly failing'],
  [{}, { outcome: 'error', reason: 'a fault of ours' }, 'newly failing'],
  [failed, {}, 'fixed'],
  [{ outcome: 'warn' }, {}, 'fixed'],
  [{}, { outcome: 'warn' }, 'newly warned'],
  [{}, unverified, 'newly unverified'],
  [failed, unverified, 'newly unverified'],
  [unverified, {}, 'judged again'],
  [{}, { text: 'Sizes from 1 to 50 are accepted' }, 'reworded'],
  [{}, { level: 'should' }, 'reworded'],
  [{}, {}, undefined],
  [failed, failed, undefined],
  [unverified, unverified, undefined],
])('%o and then %o is reported as such', ([before, after, kind]) => {
  expect(kinds(before, after)).toEqual(kind === undefined ? [] : [kind]);
});

const ruleSets = {
  before: sampleResult([sampleVerdict({ rule: 'PAG-1' }), sampleVerdict({ rule: 'PAG-2' })]),
  after: sampleResult([sampleVerdict({ rule: 'PAG-1' }), sampleFailure({ rule: 'PAG-3' })]),
};

test('rules that only the version of one of the runs has are added and removed, and make nothing worse', () => {
  const later = { ...ruleSets.after, suite: { ...ruleSets.after.suite, version: '0.2.0' } };
  const { changes, unchanged, onlyTried } = compareResults(ruleSets.before, later);
  expect(changes).toMatchObject([
    { rule: 'PAG-3', kind: 'added', after: 'fail' },
    { rule: 'PAG-2', kind: 'removed', before: 'pass' },
  ]);
  expect(unchanged).toBe(1);
  expect(onlyTried).toEqual({ before: 0, after: 0 });
});

test('of two runs by one version, what one did not select is no change', () => {
  const comparison = compareResults(ruleSets.before, ruleSets.after);
  expect(comparison).toMatchObject({ changes: [], unchanged: 1, onlyTried: { before: 1, after: 1 } });
  expect(comparisonReport(comparison, plain)).toEqual(['1 unchanged · 1 only in the earlier run · 1 now tested']);
});

test('what a run did not reach before it was interrupted is no change', () => {
  const whole = sampleResult([sampleVerdict({ rule: 'PAG-1' }), sampleVerdict({ rule: 'PAG-2' })]);
  const unreached = { outcome: 'unverified', cause: 'not-reached', reason: 'the run was interrupted' } as const;
  const cut = sampleResult([sampleVerdict({ rule: 'PAG-1' }), sampleVerdict({ rule: 'PAG-2', ...unreached })]);
  const interrupted = { ...cut, run: { ...cut.run, interrupted: true } };
  expect(compareResults(whole, interrupted)).toMatchObject({ changes: [], onlyTried: { before: 1, after: 0 } });
  expect(compareResults(interrupted, whole)).toMatchObject({ changes: [], onlyTried: { before: 0, after: 1 } });
  const newer = { ...interrupted, suite: { ...interrupted.suite, version: '0.2.0' } };
  expect(compareResults(whole, newer)).toMatchObject({ changes: [], onlyTried: { before: 1, after: 0 } });
  expect(compareResults(whole, cut).changes).toMatchObject([{ rule: 'PAG-2', kind: 'newly unverified' }]);
});

test('what is worse stands first, with what was seen', () => {
  const lines = comparisonReport(
    compareResults(
      sampleResult([sampleFailure({ rule: 'PAG-1' }), sampleVerdict({ rule: 'PAG-2' })]),
      sampleResult([sampleVerdict({ rule: 'PAG-1' }), sampleFailure({ rule: 'PAG-2' })]),
    ),
    plain,
  );
  const text = lines.join('\n');
  expect(text.indexOf('newly failing')).toBeLessThan(text.indexOf('fixed'));
  expect(text).toContain('✗ PAG-2 Sizes from 1 to 50 are served (pass → fail)\n    status: expected 422, got 200');
  expect(lines.at(-1)).toBe('1 newly failing · 1 fixed · 0 unchanged');
});

test('what makes two runs hard to compare is reported', () => {
  const before = sampleResult([]);
  const after = { ...before, target: { ...before.target, baseUrl: 'https://other.example' } };
  expect(compareResults(before, after).differences).toEqual([expect.stringMatching(/^target: .* after$/)]);
});

test('nothing that a target said is more than text', () => {
  const said = { pointer: 'body', expected: 'x', actual: '\u001b[31m\u202e' };
  const text = comparisonReport(
    compareResults(sampleResult([sampleVerdict()]), sampleResult([sampleFailure({ violation: said })])),
    plain,
  ).join('\n');
  for (const raw of ['\u001b', '\u202e']) expect(text).not.toContain(raw);
});

test('a target of this machine is the same at any port', () => {
  const at = (baseUrl: string) => {
    const sample = sampleResult([]);
    return { ...sample, target: { ...sample.target, baseUrl } };
  };
  const differences = (before: string, after: string) => compareResults(at(before), at(after)).differences.length;
  expect(differences('http://127.0.0.1:4000', 'http://127.0.0.1:5000/')).toBe(0);
  expect(differences('http://127.0.0.1:4000', 'http://localhost:5000')).toBe(0);
  expect(differences('http://127.0.0.1:4000', 'http://127.0.0.1:4000/v2')).toBe(1);
  expect(differences('https://a.example:4000', 'https://a.example:5000')).toBe(1);
});

test('that the rules were changed within one version is reported where both runs say which they were', () => {
  const judgedBy = (rules?: string) => {
    const sample = sampleResult([]);
    return { ...sample, suite: { ...sample.suite, ...omitUndefined({ rules }) } };
  };
  expect(compareResults(judgedBy('a'), judgedBy('b')).differences).toEqual([
    expect.stringMatching(/rules were changed/),
  ]);
  expect(compareResults(judgedBy('a'), judgedBy('a')).differences).toEqual([]);
  expect(compareResults(judgedBy(), judgedBy('a')).differences).toEqual([]);
});
