import { expect, test } from 'vitest';
import type { Result } from '../../core/result.ts';
import { runsOf, sampleRun } from '../history/test-runs.ts';
import { hostileResult } from '../test-hostile-result.ts';
import { sampleFailure, sampleResult, sampleVerdict } from '../test-samples.ts';
import { runPage } from './page.ts';

const pageOf = (letters: string): string => {
  const runs = runsOf(letters);
  return runPage(runs.at(-1) ?? sampleResult(), runs.slice(0, -1));
};

const headings = (page: string): string[] => [...page.matchAll(/<h2 id="([\w-]+)"/g)].map(([, id = '']) => id);

/** The markup of one section of the page. */
const sectionIn = (page: string, id: string): string =>
  page.split('<section ').find((part) => part.startsWith(`aria-labelledby="${id}"`)) ?? '';

/** The texts of a section's table cells, a row each. */
const cellsIn = (section: string): string[][] =>
  [...section.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')),
  );

test('without an earlier run the page has neither a comparison nor a history', () => {
  expect(headings(pageOf('f'))).toEqual(['verdict', 'failed', 'matrix', 'run']);
});

test('what changed stands before the failures, the history after the rules, and the contents name both', () => {
  const page = pageOf('pf');
  expect(headings(page)).toEqual(['verdict', 'since', 'failed', 'matrix', 'history', 'run']);
  for (const id of ['since', 'history']) expect(page).toContain(`<li><a href="#${id}">`);
});

test('where no earlier run has a rule in common, there is a history and no comparison', () => {
  const page = runPage(sampleRun(2, [sampleVerdict({ rule: 'ORD-1' })]), [sampleRun(1)]);
  expect(headings(page)).toEqual(['verdict', 'matrix', 'held', 'history', 'run']);
});

test('each change is reported with its rule, the gravest first', () => {
  const before = sampleRun(1, [sampleVerdict({ rule: 'PAG-1' }), sampleFailure({ rule: 'PAG-2' })]);
  const after = sampleRun(2, [sampleFailure({ rule: 'PAG-1' }), sampleVerdict({ rule: 'PAG-2' })]);
  const since = sectionIn(runPage(after, [before]), 'since');
  expect(since).toContain('compared with run run-1 of 2026-11-01 10:00 UTC');
  expect(since).toContain('2 rules changed, 0 came out as before.');
  expect(since.indexOf('newly failing')).toBeLessThan(since.indexOf('fixed'));
  expect(since).toContain('<a href="#PAG-1">PAG-1</a> Sizes from 1 to 50 are served <small>pass → fail</small>');
});

test('that nothing changed is said in words', () => {
  expect(sectionIn(pageOf('ff'), 'since')).toContain('Nothing changed: 1 rule came out as before.');
});

test('what makes the two runs hard to compare is said', () => {
  const before = sampleRun(1, [sampleVerdict({ rule: 'PAG-1' }), sampleVerdict()]);
  const [part, after] = [sampleRun(2, [sampleVerdict({ rule: 'PAG-1' })]), sampleRun(3)];
  const since = sectionIn(runPage(after, [{ ...before, run: { ...before.run, depth: 'full' } }, part]), 'since');
  expect(since).toContain('Not the same in both: depth: full before, quick after.');
  expect(since).toContain('Tried only in that run: 1 rule.');
  expect(since).toContain('Skipped, because fewer of these rules were tested: 1 later run.');
});

test('a rule that this version no longer has is named without a link, and many changes are cut short', () => {
  const ids = Array.from({ length: 50 }, (_, index) => `PAG-${index}`);
  const before = sampleRun(
    1,
    [...ids, 'OLD-1'].map((rule) => sampleVerdict({ rule })),
  );
  const after = sampleRun(
    2,
    ids.map((rule) => sampleFailure({ rule })),
  );
  const since = sectionIn(runPage({ ...after, suite: { ...after.suite, version: '0.2.0' } }, [before]), 'since');
  expect(since).toContain('<code>OLD-1</code>');
  expect(since).not.toContain('href="#OLD-1"');
  expect(since).toContain('and 20 more: <a href="#PAG-30">');
  expect(since.match(/<li>/g)).toHaveLength(31);
});

test('the trend is drawn, described in words, and stands in a table that says the same', () => {
  const history = sectionIn(pageOf('ppff'), 'history');
  expect(history).toContain(
    '<title id="trend-title">Conformance, coverage and failing rules of the last 4 runs</title>',
  );
  expect(history).toContain('2026-11-03 10:00 run-3 · conformance 0.0 % · coverage 100 % · 1 failing of 1 rules.');
  expect(history.match(/<line class="line first"/g)).toHaveLength(3);
  expect(history.match(/<rect class="failing"/g)).toHaveLength(2);
  expect(cellsIn(history).slice(0, 4)).toEqual([
    ['Started (UTC)', 'Run', 'Rules', 'Conf.', 'Cov.', 'Fail', 'Warn', 'Unver.', 'Error', 'Remarks'],
    [
      '2026-11-01 10:00',
      'run-1',
      '1',
      '100 %',
      '100 %',
      '0',
      '0',
      '0',
      '0',
      expect.stringMatching(/^quick depth, Selo/),
    ],
    ['2026-11-02 10:00', 'run-2', '1', '100 %', '100 %', '0', '0', '0', '0', ''],
    ['2026-11-03 10:00', 'run-3', '1', '0.0 %', '100 %', '1', '0', '0', '0', ''],
  ]);
});

test('runs that judged little or nothing draw no line, and no figure is no number', () => {
  const [whole, cut] = [sampleRun(1), sampleRun(2, [sampleVerdict()], { interrupted: true })];
  const history = sectionIn(runPage(sampleRun(3), [whole, cut]), 'history');
  expect(history.match(/<circle class="point first"/g)).toHaveLength(2);
  expect(history).toContain('a run that was interrupted');
  expect(history).toMatch(/<desc[^>]*>[^<]* run-2 · [^<.]*\.?[^<.]* · interrupted\. /);
  for (const letters of ['uu', 'ee', 'ue', 'up', 'pppppppppppppppppppp']) {
    const page = pageOf(letters).replace(/<(script|style)[\s>][\s\S]*?<\/\1>/g, '');
    expect(page).not.toMatch(/NaN|Infinity|undefined|\[object/);
  }
});

test('rules that did not always hold are listed with their record, and marked where they stand', () => {
  const page = pageOf('ppff');
  expect(cellsIn(sectionIn(page, 'history')).slice(-1)).toEqual([
    ['PAG-2', 'since a run', '2 of 4', 'failing since 2026-11-03 10:00 (run-3), 2 runs in a row'],
  ]);
  expect(page).toContain('<span class="chip">failing since 2026-11-03</span>');
  expect(page).toContain('<dt>Over the last runs</dt><dd>failing since 2026-11-03 10:00 (run-3), 2 runs in a row</dd>');
  expect(pageOf('pfpp')).toContain('<span class="chip">failed in 1 of the last 4 runs</span>');
  expect(sectionIn(pageOf('ppp'), 'history')).toContain('Every rule that these runs judged held in all of them.');
});

test.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '\u001b[31m\u202e\ud800'])(
  'whatever an earlier result says stays text: %j',
  (hostile) => {
    const run = hostileResult(hostile);
    const earlier = (place: number): Result => ({
      ...run,
      suite: { ...run.suite, version: `${hostile}${place}` },
      run: { ...run.run, id: `${hostile}${'x'.repeat(100_000)}`, startedAt: sampleRun(place).run.startedAt },
      verdicts: run.verdicts.map(({ search: _, ...verdict }) =>
        sampleVerdict({ ...verdict, outcome: place === 1 ? 'pass' : 'fail', rule: hostile }),
      ),
    });
    const page = runPage(earlier(3), [earlier(1), earlier(2)]);
    expect(headings(page)).toContain('history');
    expect(page.match(/<script>/g)).toHaveLength(1);
    expect(page).not.toMatch(/<script>alert|<img/i);
    const ours = page.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '');
    expect(ours.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u{202e}]/u);
    expect(sectionIn(page, 'history').length + sectionIn(page, 'since').length).toBeLessThan(20_000);
  },
);
