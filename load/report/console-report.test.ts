import { expect, test } from 'vitest';
import type { LoadResult } from '../../core/load-result.ts';
import { type Paint, plain } from '../../reports/kit/printable.ts';
import { loadReport } from './console-report.ts';
import { sampleFailingLoadResult, sampleLoadResult, sampleSpread } from './test-load-result.ts';

const folder = 'reports/out/b7e21c90';
const report = (result: LoadResult, paint: Paint = plain): string => loadReport(result, folder, paint).join('\n');
/** Shows colors as tags. */
const tagged: Paint = (color, text) => `<${color}>${text}</${color}>`;

test.each([
  ['one that passes', sampleLoadResult()],
  ['one that fails', sampleFailingLoadResult()],
])('the report fits a terminal of 100 columns: %s', (_, result) => {
  for (const line of loadReport(result, folder, plain)) expect([...line].length).toBeLessThanOrEqual(100);
});

test('the run is first; the reasons, the verdict, the next step and the files are last', () => {
  const text = report(sampleFailingLoadResult());
  const order = [
    'mixed · breakpoint',
    'POST /orders',
    'Notifications due',
    'Webhooks',
    'Drills',
    'Gate',
    '✗ fail:',
    'next:',
    'files:',
  ];
  const positions = order.map((part) => text.indexOf(part));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
});

test('empty classes are dim, broken ones red, undecided ones yellow', () => {
  const text = report(sampleFailingLoadResult(), tagged);
  expect(text).toMatch(/<red> {2}lost/);
  expect(text).toMatch(/<yellow> {2}pending/);
  expect(report(sampleLoadResult(), tagged)).toMatch(/<dim> {2}lost/);
});

test('only irregularities that occurred are reported', () => {
  const text = report(sampleFailingLoadResult());
  expect(text).toMatch(/late retry +118/);
  expect(text).not.toContain('beyond the last');
  expect(report(sampleLoadResult())).not.toContain('Irregularities');
});

test('a percentile of too few observations is a dash', () => {
  const requests = [{ name: 'GET /few', count: 30, byStatus: { 200: 30 }, latencyMs: sampleSpread(30, 10) }];
  expect(report(sampleLoadResult({}, { requests }))).toMatch(/GET \/few +30 +0 +\d+(\.\d)? ms +– +– +\d+/);
});

test('parts that a run does not have are left out', () => {
  const text = report(sampleLoadResult({}, { fairness: null, rules: [], objectives: [] }));
  for (const title of ['Drills', 'Steps', 'Companies', 'Passive rules', 'Objectives', 'control']) {
    expect(text).not.toContain(title);
  }
});

test('classes that do not add up are reported', () => {
  const { conservation } = sampleLoadResult();
  const result = sampleLoadResult({}, { conservation: { ...conservation, due: conservation.due + 1 } });
  expect(report(result)).toContain('do not add up');
});

test.each([
  ['pass', 'no release blockers found'],
  ['fail', 'stop the release'],
  ['inconclusive', 'run 14 more rounds'],
  ['invalid', 'does not judge the target'],
] as const)('a gate that says %s shows what to do next', (verdict, next) => {
  const { gate } = sampleFailingLoadResult();
  expect(report(sampleLoadResult({}, { gate: { ...gate, verdict } }))).toContain(next);
});

test('an incomplete run says so and why', () => {
  const { run } = sampleLoadResult();
  const text = report(sampleLoadResult({}, { run: { ...run, ended: 'aborted', endedBy: 'too many errors' } }));
  expect(text).toContain('aborted: too many errors; this report is partial');
});

test('no control character is printed', () => {
  const hostile = '\u001b[2J\u202eevil\u0007\r\n';
  const result = sampleFailingLoadResult();
  const text = report({
    ...result,
    target: { ...result.target, name: hostile, baseUrl: hostile },
    run: { ...result.run, ended: 'aborted', endedBy: hostile },
    requests: result.requests.map((request) => ({ ...request, name: hostile })),
    companies: result.companies.map((company) => ({ ...company, name: hostile })),
    rules: result.rules.map((rule) => ({
      ...rule,
      rule: hostile,
      text: hostile,
      violations: 1,
      example: { what: hostile, pointer: hostile, expected: hostile, actual: hostile },
    })),
    objectives: result.objectives.map((objective) => ({ ...objective, text: hostile, unit: hostile })),
    gate: {
      ...result.gate,
      message: hostile,
      reasons: result.gate.reasons.map((reason) => ({ ...reason, text: hostile, advice: hostile })),
    },
  });
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text).toContain('\\u{1b}[2J');
});

test('a run that follows no notifications says so instead of showing zeros', () => {
  const { run } = sampleLoadResult();
  const text = report(sampleLoadResult({}, { run: { ...run, script: 'orders' } }));
  expect(text).toContain('follows no notification');
  expect(text).not.toMatch(/Notifications due|drain/);
});
