import { expect, test } from 'vitest';
import { hostileResult } from '../test-hostile-result.ts';
import { sampleFailure, sampleResult, sampleVerdict } from '../test-samples.ts';
import { annotationsOf } from './annotations.ts';

const waiver = { rule: 'PAG-2', reason: 'agreed', until: '2027-01-31', state: 'applied' } as const;

const failures = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    sampleFailure({
      rule: `PAG-${index}`,
      violation: { pointer: `/${index}`, expected: '1', actual: '2', exchange: 7 },
    }),
  );

test('failures are errors, warnings are warnings, and a notice says what the run comes to', () => {
  const result = sampleResult([sampleVerdict(), sampleFailure(), sampleFailure({ rule: 'PAG-3', outcome: 'warn' })]);
  expect(annotationsOf(result).split('\n')).toEqual([
    expect.stringMatching(
      /^::error title=PAG-2 Sizes from 1 to 50 are served::document: S101 .*%0Aimpact: .*%0Aexpected: `GET \/products\?page=1` answers 422%0Agot: it answers 200%0Arepeat: npx selo run --rule PAG-2 .*%0Ato do: /,
    ),
    expect.stringMatching(/^::warning title=PAG-3 /),
    '::notice title=Selo::does not conform: 1 rule failed',
    '',
  ]);
});

test('what would end a title or a message is escaped', () => {
  const violation = { pointer: '/a', expected: '100 %', actual: '50 %0A' };
  const result = sampleResult([sampleFailure({ text: 'a::b, c', violation })]);
  const [line] = annotationsOf(result).split('\n');
  expect(line).toMatch(/^::error title=PAG-2 a%3A%3Ab%2C c::.*`a`: 100 %25%0Agot: .*50 %250A%0Arepeat: /);
});

test('faults that probably have one cause are one annotation', () => {
  const lines = annotationsOf(sampleResult([sampleFailure(), sampleFailure({ rule: 'PAG-9' })])).split('\n');
  expect(lines.filter((line) => line.startsWith('::error'))).toEqual([
    expect.stringMatching(/^::error title=PAG-2 .*%0Aprobably the same cause: PAG-9$/),
  ]);
});

test('of more than ten the tenth says how many there are', () => {
  const errors = (count: number) =>
    annotationsOf(sampleResult(failures(count)))
      .split('\n')
      .filter((line) => line.startsWith('::error'));
  expect(errors(10)).toHaveLength(10);
  expect(errors(10).at(-1)).toContain('PAG-9');
  expect(errors(400)).toHaveLength(10);
  expect(errors(400).at(-1)).toMatch(/^::error title=and 391 more::/);
});

test('whatever else fails a run is an error too, and a waived failure is none', () => {
  const waivers = [waiver, { ...waiver, rule: 'PAG-9', state: 'stale' as const }];
  const result = sampleResult([sampleFailure()], { faults: ['the engine did not run'], waivers });
  expect(annotationsOf(result).split('\n')).toEqual([
    '::error title=Fault of the suite itself::the engine did not run',
    '::error title=The waiver of PAG-9 is stale::agreed',
    '::notice title=Selo::not concluded: 1 fault of the suite itself',
    '',
  ]);
});

test('no text of a target begins a command of its own', () => {
  const lines = annotationsOf(hostileResult('\n::stop-commands::x\r::error::y')).trimEnd().split('\n');
  expect(lines.filter((line) => !/^::(error|warning|notice) title=[^:]*::/.test(line))).toEqual([]);
});
