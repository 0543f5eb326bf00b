import { stripVTControlCharacters, styleText } from 'node:util';
import { expect, test } from 'vitest';
import type { Cause } from '../../core/outcome.ts';
import type { Verdict } from '../../core/verdict.ts';
import { type Paint, plain } from '../kit/printable.ts';
import { sectionTitles } from '../listed-rules.ts';
import { sampleFailure, sampleResult, sampleVerdict } from '../test-samples.ts';
import { consoleReport, urgentReport } from './console-report.ts';

const report = (...[verdicts, changes]: Parameters<typeof sampleResult>): string =>
  consoleReport(sampleResult(verdicts, changes), 'reports/out/a1b2c3d4', plain).join('\n');

/** The lines of the report between empty ones: the matrix, the groups, then titles and findings. */
const blocksOf = (verdicts: readonly Verdict[], paint = plain, isVerbose = false): string[][] =>
  consoleReport(sampleResult(verdicts), 'out', paint, isVerbose)
    .slice(1)
    .join('\n')
    .split('\n\n')
    .map((block) => block.split('\n'));

const matrixOf = (verdicts: readonly Verdict[], paint = plain): string[] => blocksOf(verdicts, paint)[0] ?? [];

const notJudgedOf = (verdicts: readonly Verdict[], isVerbose: boolean): string[] => {
  const blocks = blocksOf(verdicts, plain, isVerbose);
  return blocks[blocks.findIndex(([title]) => title === 'Not judged') + 1] ?? [];
};

test('the most pressing comes first: faults of ours, failures, waived ones, warnings, what was not judged', () => {
  const text = report(
    [
      sampleVerdict({ rule: 'PAG-9', outcome: 'unverified', cause: 'not-offered', reason: 'no stores' }),
      sampleFailure({ rule: 'PAG-4', outcome: 'warn' }),
      sampleFailure({ rule: 'PAG-3' }),
      sampleFailure(),
      sampleVerdict({ rule: 'PAG-5', outcome: 'error', reason: 'broken' }),
    ],
    {
      faults: ['the engine stumbled'],
      waivers: [{ rule: 'PAG-3', reason: 'agreed', until: '2027-01-01', state: 'applied' }],
    },
  );
  const order = ['the engine stumbled', '‼ PAG-5', '✗ PAG-2', '✗ PAG-3', '! PAG-4', 'PAG-9', 'reports/out/a1b2c3d4'];
  const positions = order.map((part) => text.indexOf(part));
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(positions).not.toContain(-1);
});

test('what is needed to repeat the run is reported: depth, seed, requests', () => {
  expect(report()).toContain('staging at https://partners.example · quick depth · seed 42 · 3 requests · 3.5 s');
});

test('the two figures are distinguished', () => {
  const text = report([sampleVerdict(), sampleVerdict({ outcome: 'unverified', cause: 'not-declared', reason: 'x' })]);
  expect(text).toContain('conformance 100 % (1 of 1 judged rules passed) · coverage 50.0 %');
});

test.each([
  ['stale', 'the waiver of PAG-2 is stale, because the rule passes now (known): remove it from the profile'],
  ['expired', 'the waiver of PAG-2 expired on 2026-01-01 (known)'],
] as const)('a waiver that is %s is reported with what to do', (state, line) => {
  expect(report(undefined, { waivers: [{ rule: 'PAG-2', reason: 'known', until: '2026-01-01', state }] })).toContain(
    line,
  );
});

test('what could not be removed is listed by kind and reason', () => {
  const left = ['c-1', 'c-2'].map((key) => ({
    kind: 'coupon' as const,
    company: 'main',
    key,
    why: 'no route deletes it',
  }));
  const text = report(undefined, { residue: { created: 5, removed: 3, left } });
  expect(text).toContain('5 records of this run found, 3 removed and confirmed to be gone, 2 left');
  expect(text).toContain('2 × coupon: no route deletes it (c-1, c-2)');
});

test('secrets that were replaced are reported', () => {
  expect(report(undefined, { secretsReplaced: 2 })).toContain('2 secrets were about to be written');
});

test('how far the properties were tried is reported, and what ended those that were tried less than planned', () => {
  const tried = (rule: string, cases: number, endedBy?: 'time' | 'requests') =>
    sampleVerdict({ rule, search: { seed: 42, cases, planned: 25, ...(endedBy ? { endedBy } : {}) } });
  const verdicts = [
    tried('LAW-1', 25),
    tried('LAW-2', 12, 'time'),
    tried('LAW-4', 9, 'requests'),
    tried('LAW-5', 24),
    tried('LAW-6', 24),
  ];
  expect(report(verdicts)).toContain(
    [
      'properties: 5, 94 cases, seed 42',
      '  LAW-2  12 of 25 cases: the time was over',
      '  LAW-4  9 of 25 cases: the requests were used up',
      '  LAW-5, LAW-6  1 of 25 cases could not be judged\n',
    ].join('\n'),
  );
});

type Unjudged = NonNullable<NonNullable<Verdict['search']>['unjudged']>;

test.for<[string, Unjudged, said: string]>([
  ['one reason', [{ reason: 'no retry came', cases: 3 }], 'no retry came (3)'],
  [
    'two, the more frequent first',
    [
      { reason: 'no answer in time', cases: 1 },
      { reason: 'the target refused the order', cases: 2 },
    ],
    'the target refused the order (2), no answer in time (1)',
  ],
  [
    'reasons that differ in numbers and paths alone, as one',
    [
      { reason: 'no retry came', cases: 1 },
      { reason: 'GET /orders/a1 answered 503', cases: 1 },
      { reason: 'GET /orders/b2 answered 502', cases: 1 },
    ],
    'GET /orders/a1 answered 503 (2), no retry came (1)',
  ],
  [
    'no more than two by their words',
    [
      { reason: 'first', cases: 1 },
      { reason: 'second', cases: 1 },
      { reason: 'third', cases: 1 },
    ],
    'first (1), second (1), other reasons (1)',
  ],
  [
    'long ones cut, and what a terminal would obey shown',
    [{ reason: `\u001B[2J${'x'.repeat(100)}`, cases: 3 }],
    `\\u{1b}[2J${'x'.repeat(71)}… (104 characters) (3)`,
  ],
])('why cases could not be judged is reported: %s', ([, unjudged, said]) => {
  const property = sampleVerdict({ rule: 'LAW-5', search: { seed: 42, cases: 37, planned: 40, unjudged } });
  expect(report([property])).toContain(`\n  LAW-5  3 of 40 cases could not be judged: ${said}\n`);
});

test('cases that could not be judged are reported beside the budget that ended the others', () => {
  const unjudged = [{ reason: 'no retry came', cases: 3 }];
  const property = sampleVerdict({
    rule: 'LAW-5',
    search: { seed: 42, cases: 9, planned: 40, endedBy: 'time', unjudged },
  });
  expect(report([property])).toContain(
    '  LAW-5  9 of 40 cases: the time was over, and 3 could not be judged: no retry came (3)\n',
  );
});

test('a run without properties says nothing of them', () => {
  expect(report()).not.toContain('properties:');
});

test('an interrupted run says that its report is partial', () => {
  const { run } = sampleResult();
  expect(report(undefined, { run: { ...run, interrupted: true } })).toContain('interrupted: this report is partial');
});

test('the urgent report of a run in which everything holds is its figures', () => {
  expect(urgentReport(sampleResult(), plain)).toEqual([
    '',
    '1 pass',
    'conformance 100 % (1 of 1 judged rules passed) · coverage 100 % (1 of 1 applicable rules judged)',
  ]);
});

test('what the verdicts are worth is reported with them', () => {
  expect(report()).toContain(
    'Selo 0.1.0 · 400 rules and 40 properties · detection 749 of 750 defects · false positives on 1 of 90 variants',
  );
});

test('faults that probably have one cause stand together, the first in full and the others in brief', () => {
  const text = consoleReport(sampleResult([sampleFailure(), sampleFailure({ rule: 'PAG-9' })]), 'out', plain).join(
    '\n',
  );
  expect(text).toContain('    same as   PAG-9: probably one cause');
  expect(text.match(/^ {4}request {3}curl/gm)).toHaveLength(1);
  expect(text).toMatch(/✗ PAG-9 {2}Sizes.*\n {4}expected .*\n {4}got .*\n {4}repeat {4}npx selo run --rule PAG-9 /);
});

const everySection = [...sectionTitles.keys()].map((section) => sampleVerdict({ section }));
const colored: Paint = (color, text) => styleText(color, text, { validateStream: false });

test('a line a section, in the order of the catalogue, then the sum', () => {
  const firstCells = matrixOf(everySection).map((line) => line.slice(0, 15).trim());
  expect(firstCells.at(-1)).toBe('All');
  expect(firstCells.slice(1, -2)).toEqual([...sectionTitles.values()].map((title) => title.slice(0, 15).trim()));
});

test('the counts and both figures stand in the line of their section', () => {
  const verdicts = [
    sampleVerdict(),
    sampleVerdict({ outcome: 'fail' }),
    sampleVerdict({ outcome: 'unverified', cause: 'unavailable' }),
  ];
  const line = matrixOf(verdicts)[1];
  expect(line?.trim().split(/\s{2,}/)).toEqual(['Paginated lists', '3', '1', '1', '·', '1', '·', '50.0 %', '66.6 %']);
});

test('lines are aligned and at most 100 columns wide, in color too', () => {
  const verdicts = [...everySection, ...Array.from({ length: 1500 }, () => sampleVerdict({ outcome: 'fail' }))];
  const widths = matrixOf(verdicts, colored).map((line) => stripVTControlCharacters(line).length);
  expect(new Set(widths).size).toBe(1);
  expect(widths[0]).toBeLessThanOrEqual(100);
});

test('a section that was not selected has no line', () => {
  expect(matrixOf([sampleVerdict()])).toHaveLength(4);
});

test('a line a group, for the groups that have rules of the run', () => {
  const lines = blocksOf([sampleVerdict({ rule: 'PAG-1' })])[1];
  expect(lines?.map((line) => line.split(' ')[0])).toEqual(['Group', 'smoke', 'sync']);
});

const unverified = (rule: string, cause: Cause, reason: string): Verdict =>
  sampleVerdict({ rule, outcome: 'unverified', cause, reason });

test('rules that lack the same thing stand together, with the key to declare', () => {
  const lacking = 'create stores: resources.stores.create (path and body)';
  const lines = notJudgedOf(
    [unverified('STORE-1', 'not-declared', lacking), unverified('STORE-2', 'not-declared', lacking)],
    true,
  );
  expect(lines).toEqual([
    `? unverified, not-declared  ${lacking}`,
    '    STORE-1 STORE-2',
    "    to do     the profile's owner: add to the profile: resources.stores.create (path and body), then run again",
  ]);
});

test('a target that gave no answer is one entry, whatever was asked', () => {
  const lines = notJudgedOf(
    [
      unverified('ORD-1', 'unavailable', 'GET /orders/1 answered 503'),
      unverified('ORD-2', 'unavailable', 'GET /orders/2?page=1 answered 503'),
    ],
    true,
  );
  expect(lines[0]).toBe('? unverified, unavailable  GET /orders/1 answered 503 (and the like)');
  expect(lines[2]).toContain('to do     the target gave no answer to judge: run again later');
});

test('different causes stay apart', () => {
  const verdicts = [unverified('A-1', 'not-offered', 'x'), unverified('A-2', 'not-observable', 'x')];
  expect(notJudgedOf(verdicts, true).filter((line) => line.startsWith('?'))).toHaveLength(2);
});

test('long lists of rules are wrapped at 100 columns', () => {
  const many = Array.from({ length: 60 }, (_, index) => unverified(`ORD-${index}`, 'not-declared', 'x'));
  expect(Math.max(...notJudgedOf(many, true).map((line) => line.length))).toBeLessThanOrEqual(100);
});

test('what the profile lacks stands by its keys, the one that holds back most rules first', () => {
  const stores = 'create stores: resources.stores.create (path and body)';
  const second = 'second company: a second entry in companies';
  const lines = notJudgedOf(
    [
      unverified('A-1', 'not-declared', second),
      unverified('A-2', 'not-declared', `${stores}; ${second}`),
      unverified('A-3', 'not-declared', second),
      unverified('A-4', 'unavailable', 'no answer'),
    ],
    false,
  );
  expect(lines).toEqual([
    '? unverified, not-declared  3 rules, by the key that the profile lacks',
    '       3  a second entry in companies',
    '       1  resources.stores.create (path and body)',
    "    to do     the profile's owner: declare a key, the first one first; --verbose names the rules",
    '? unverified, unavailable  no answer',
    '    A-4',
    expect.stringContaining('run again later'),
  ]);
});
