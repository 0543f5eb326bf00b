import { expect, test } from 'vitest';
import type { Cause } from '../../core/outcome.ts';
import { hostileResult } from '../test-hostile-result.ts';
import { sampleExchange, sampleFailedProperty, sampleFailure, sampleResult, sampleVerdict } from '../test-samples.ts';
import { markdownOf } from './markdown.ts';

const headings = (markdown: string): string[] => markdown.split('\n').filter((line) => /^#{2,3} /.test(line));

const unverified = (rule: string, cause: Cause, reason: string) =>
  sampleVerdict({ rule, outcome: 'unverified', cause, reason });

/** What is left of a text when the code in it, which no reader takes for markup, is taken out. */
const withoutCode = (markdown: string): string =>
  markdown.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '').replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');

test('what the run comes to, then the matrix, then what someone must act on, failures first', () => {
  const waivers = [
    { rule: 'PAG-9', reason: 'agreed', until: '2027-01-31', state: 'applied' as const },
    { rule: 'PAG-8', reason: 'old', until: '2026-01-31', state: 'expired' as const },
  ];
  const result = sampleResult(
    [
      unverified('PAG-3', 'not-declared', 'declare products'),
      sampleFailure({ rule: 'PAG-4', outcome: 'warn', level: 'should' }),
      sampleVerdict(),
      sampleFailure({ rule: 'PAG-9' }),
      sampleFailure({ rule: 'PAG-5' }),
      sampleVerdict({ rule: 'PAG-6', outcome: 'error', reason: 'broken' }),
    ],
    { waivers, troubles: ['no coupon could be made'], faults: ['the engine did not run'] },
  );
  expect(headings(markdownOf(result))).toEqual([
    '## Selo: not concluded: 2 faults of the suite itself',
    '### Faults of the suite itself',
    '### Errors: the suite failed, not the target',
    '### Failed',
    '### Waivers that no longer count',
    '### Warnings',
    '### Trouble at the target',
    '### Not judged',
    '### Failed, but waived',
    '### Waivers',
  ]);
});

test('a run of which everything holds is a headline, a matrix and what the verdicts are worth', () => {
  const markdown = markdownOf(sampleResult());
  expect(headings(markdown)).toEqual(['## Selo: every rule passed']);
  expect(markdown).toContain('| Paginated lists | 1 | 1 | · | · | · | · | 100 % | 100 % |');
  expect(markdown).toContain('| **All** | 1 | 1 | · | · | · | · | 100 % | 100 % |');
  expect(markdown).toMatch(/Selo 0\.1\.0 · 400 rules and 40 properties .*\n$/);
});

test('a failure has its violation, what to do, and the command that shows it in a block', () => {
  const markdown = markdownOf(sampleResult([sampleFailure()]));
  expect(markdown).toContain('#### ✗ PAG-2  Sizes from 1 to 50 are served');
  expect(markdown).toContain('must · stable (4 of 4)');
  expect(markdown).toMatch(
    /^- document: S101 .*\n- impact: .*\n- expected: ``.*GET \/products\?page=1` answers 422.*\n- got: `it answers 200`$/m,
  );
  expect(markdown).toContain('- to do: the platform team: correct &#96;GET /products&#96;');
  expect(markdown).toContain(
    "```sh\ncurl -sS -i -g --path-as-is 'https://partners.example/products?page=1'\n# 200 {}\n```",
  );
});

test('a broken property has what was drawn and how to repeat it', () => {
  const markdown = markdownOf(sampleResult([sampleFailedProperty()]));
  expect(markdown).toContain('- drawn: `["2026-02-29"]`');
  expect(markdown).toContain('- repeat: `npx selo run --rule LAW-3 --seed 42 --path 2:1:0`');
});

test('what was not judged stands by cause, each reason once, with what to do', () => {
  const verdicts = [
    unverified('PAG-3', 'not-declared', 'declare products'),
    unverified('PAG-4', 'not-declared', 'declare products'),
    unverified('PAG-5', 'unavailable', 'no answer from /orders/1'),
    unverified('PAG-6', 'unavailable', 'no answer from /orders/2'),
  ];
  const markdown = markdownOf(sampleResult(verdicts));
  expect(markdown).toContain(
    "#### ? not-declared: 2\n\n<details><summary>the reason</summary>\n\n- `declare products`: PAG-3, PAG-4<br>to do: the profile's owner: add what the reason names to the profile",
  );
  expect(markdown).toContain(
    '#### ? unavailable: 2\n\n<details><summary>the reason</summary>\n\n- `no answer from /orders/1` (and the like): PAG-5, PAG-6<br>',
  );
});

test('at most one mebibyte, cut between parts, and the cut is reported', () => {
  const body = JSON.stringify('é`'.repeat(4_000));
  const failures = Array.from({ length: 400 }, (_, index) =>
    sampleFailure({
      rule: `PAG-${index}`,
      // each at a place of its own: those of one cause stand together
      violation: { pointer: `/${index}`, expected: '1', actual: '2', exchange: 7 },
      exchanges: [sampleExchange({ method: 'POST', body })],
    }),
  );
  const markdown = markdownOf(sampleResult(failures));
  expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(1024 * 1024);
  expect(Buffer.byteLength(markdown)).toBeGreaterThan(1000 * 1024);
  const shown = markdown.match(/^#### /gm)?.length ?? 0;
  expect(markdown).toContain(`**Cut here:** ${400 - shown} more parts do not fit`);
  expect(withoutCode(markdown)).not.toContain('`');
  expect(markdown).toMatch(/Selo 0\.1\.0 .*\n$/);
});

test.each([
  '<script>alert(1)</script><!--',
  '@octocat and #1',
  '| a | b |',
  '\n# heading\n- item\n| --- |',
  '[x](https://evil.example)',
  '` `` ``` ````',
  '\n```\n# outside',
  '**bold**',
])('%j is nowhere but in code, or harmless', (text) => {
  const left = withoutCode(markdownOf(hostileResult(text)));
  expect(left).not.toMatch(/<(?!!-- -->|br>|\/?details>|\/?summary>)/);
  expect(left).not.toMatch(/@\w|(?<!&)#\w/);
  expect(left).not.toMatch(/https?:\//);
  expect(left).not.toContain('`');
  expect(left).not.toContain('\n# ');
  expect(left).not.toMatch(/(?<!\\)\*\*bold/);
  for (const row of left.split('\n').filter((line) => line.startsWith('|')))
    expect(row.match(/(?<!\\)\|/g)).toHaveLength(10);
});

test('faults that probably have one cause stand together, the first in full', () => {
  const markdown = markdownOf(sampleResult([sampleFailure(), sampleFailure({ rule: 'PAG-9' })]));
  expect(markdown.match(/^#### ✗/gm)).toHaveLength(1);
  expect(markdown).toMatch(/^Probably the same cause:\n\n- ✗ PAG-9 {2}Sizes .*`npx selo run --rule PAG-9 /m);
});
