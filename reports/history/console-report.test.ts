import { expect, test } from 'vitest';
import { plain } from '../kit/printable.ts';
import { hostileResult } from '../test-hostile-result.ts';
import { historyReport } from './console-report.ts';
import { historyOf } from './run-history.ts';
import type { RunSummary } from './run-summary.ts';
import { runsOf, sampleRun } from './test-runs.ts';

const said = (runs: readonly RunSummary[]): string => {
  const latest = runs.at(-1);
  return latest ? historyReport(historyOf(runs.slice(0, -1), latest), plain).join('\n') : '';
};

test('each run has a line, then the trend, what changed last, and the rules that did not always hold', () => {
  const text = said(runsOf('ppff'));
  expect(text).toMatch(/^2026-11-01 10:00 {2}run-1 +1 +100 % +100 % +· +· +· +· {2}quick depth, Selo 0\.1\.0, https/m);
  expect(text).toMatch(/^2026-11-03 10:00 {2}run-3 +1 +0\.0 % +100 % +1 +· +· +· {2}$/m);
  expect(text).toMatch(/^conformance {2}██▁▁ {2}0\.0 % to 100 %$/m);
  expect(text).toMatch(/^failing {6}▁▁██ {2}0 to 1$/m);
  expect(text).toMatch(/\n\nSince 2026-11-03 10:00 \(run-3\)\n1 unchanged\n\nFailing since\nPAG-2 Sizes/);
});

test('a run that was interrupted, or tried a few of the rules, says so and is no part of the trend', () => {
  const [whole, part, cut] = runsOf('ppp');
  if (!(whole && part && cut)) throw new Error('there are three runs');
  const many = {
    ...whole,
    verdicts: ['PAG-1', 'PAG-2', 'PAG-3'].flatMap((rule) => whole.verdicts.map((v) => ({ ...v, rule }))),
  };
  const text = said([many, part, { ...many, run: { ...cut.run, interrupted: true } }, many]);
  expect(text).toMatch(/run-2 .*some of the rules$/m);
  expect(text).toMatch(/run-3 .*interrupted$/m);
  expect(text).toMatch(/^conformance {2}▅··▅ {2}100 %$/m);
});

test('a run that repeated one drawn case says so, and is no part of the trend', () => {
  const [first, repeated, last] = runsOf('pfp');
  if (!(first && repeated && last)) throw new Error('there are three runs');
  const text = said([first, { ...repeated, run: { ...repeated.run, path: '3:1' } }, last]);
  expect(text).toMatch(/run-2 .* one drawn case again$/m);
  expect(text).toMatch(/^failing {6}▅·▅ {2}0$/m);
});

test('one run is no trend', () => {
  expect(said(runsOf('p'))).not.toMatch(/^conformance/m);
});

test('nothing that a file says is more than text, and what is long is cut', () => {
  const hostile = `\u001b[31m\u202e\n${'x'.repeat(10_000)}`;
  const strange = (place: number): RunSummary => {
    const run = hostileResult(hostile);
    const { startedAt } = sampleRun(place).run;
    const rule = place % 2 === 0 ? {} : { outcome: 'pass' as const };
    return {
      ...run,
      suite: { ...run.suite, version: `${hostile}${place}` },
      run: { ...run.run, id: hostile, startedAt },
      verdicts: run.verdicts.map((verdict) => ({ ...verdict, rule: `${hostile}${verdict.rule}`, ...rule })),
    };
  };
  const lines = said([1, 2, 3, 4].map(strange)).split('\n');
  for (const line of lines) {
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(line.length).toBeLessThan(1_000);
  }
});
