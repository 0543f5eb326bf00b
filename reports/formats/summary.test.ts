import { expect, test } from 'vitest';
import { hostileResult } from '../test-hostile-result.ts';
import { sampleFailure, sampleResult, sampleVerdict } from '../test-samples.ts';
import { summaryOf } from './summary.ts';

const linesOf = (text: string): string[] => text.trimEnd().split('\n');

test('a run of which everything holds is two lines', () => {
  expect(linesOf(summaryOf(sampleResult()))).toEqual([
    '**Selo: every rule passed**',
    '',
    expect.stringMatching(/^Conformance \*\*100 %\*\*, coverage \*\*100 %\*\* · `.*` · run `\w+` · 1 pass$/),
  ]);
});

test('failures stand in a line for each cause, and the rest is counted', () => {
  const other = { pointer: '/message', expected: '"Invalid status"', actual: '"no"', exchange: 7 };
  const lines = linesOf(
    summaryOf(
      sampleResult([
        sampleFailure(),
        sampleFailure({ rule: 'PAG-5' }),
        sampleFailure({ rule: 'ORD-9', section: 'orders', violation: other }),
        sampleFailure({ rule: 'PAG-4', outcome: 'warn', level: 'should' }),
        sampleVerdict({ rule: 'PAG-3', outcome: 'unverified', cause: 'not-declared', reason: 'declare products' }),
      ]),
    ),
  );
  expect(lines.filter((line) => line.startsWith('- '))).toEqual([
    expect.stringMatching(/^- ✗ \*\*PAG-2\*\* Sizes from 1 to 50 .*expected: .*; probably the same cause: PAG-5$/),
    expect.stringMatching(/^- ✗ \*\*ORD-9\*\* /),
  ]);
  expect(lines.at(-1)).toBe('Also: 1 warning, 1 rule not judged.');
});

test('however much fails, 20 lines are not passed, and what is left out is counted', () => {
  const failures = Array.from({ length: 40 }, (_, index) =>
    sampleFailure({
      rule: `PAG-${index + 1}`,
      violation: { pointer: `/data/${index}`, expected: `value ${index}`, actual: `other ${index}`, exchange: 7 },
    }),
  );
  const lines = linesOf(summaryOf(sampleResult(failures, { faults: ['one'] })));
  expect(lines.length).toBeLessThanOrEqual(20);
  expect(lines).toContain('- and 30 more');
});

test('what a target wrote is one line, and no markup', () => {
  const summary = summaryOf(hostileResult('x\n# heading <img src=x> @octocat'));
  expect(linesOf(summary).length).toBeLessThanOrEqual(20);
  expect(summary.replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')).not.toMatch(/^#|<img|@octocat/m);
});
