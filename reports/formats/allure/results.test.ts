import { expect, test } from 'vitest';
import { eventfulResult } from '../../run-page/test-result.ts';
import { hostileResult } from '../../test-hostile-result.ts';
import { sampleExchange, sampleFailure, sampleResult, sampleVerdict } from '../../test-samples.ts';
import { allureResults } from './results.ts';
import { readBack, stepLines } from './test-reading.ts';

const labelsOf = ({ labels }: { labels: readonly { name: string; value?: string }[] }): string[] =>
  labels.map(({ name, value }) => `${name}=${value}`);

test('every verdict is a test of the status that Allure has for it, and the faults of the run as a whole are too', async () => {
  const { tests } = await readBack(eventfulResult());
  expect(Object.fromEntries([...tests].map(([rule, { status }]) => [rule, status]))).toEqual({
    'PAG-1': 'passed',
    'PAG-2': 'failed',
    'PAG-3': 'passed',
    'PAG-4': 'failed',
    'ISO-1': 'skipped',
    'ISO-2': 'skipped',
    'DLV-9': 'passed',
    'DLV-10': 'failed',
    'ORD-1': 'broken',
    'LAW-3': 'failed',
    'the engine did not end': 'broken',
    'the waiver of PAG-1 is stale: was slow': 'failed',
  });
});

test('what is not a plain pass says why, with what to do', async () => {
  const { tests } = await readBack(eventfulResult());
  const messages = [...tests].map(([rule, { error }]) => [rule, error?.message ?? '']);
  expect(Object.fromEntries(messages)).toMatchObject({
    'PAG-1': '',
    'PAG-2':
      'expected: `GET /products?page=1` answers with `pagination.pageSize`: 50; got: `pagination.pageSize` is 51',
    'PAG-3': 'warning: expected: `GET /products?page=1` answers 422; got: it answers 200',
    'PAG-4':
      'waived until 2027-01-01 (agreed until the new paging is out): expected: `GET /products?page=1` answers 422; got: it answers 200',
    'ISO-1': 'not-declared: second company: a second entry in companies',
    'ORD-1': 'a fault of the suite, not of the target: the check broke',
  });
  expect(tests.get('PAG-2')?.error).toMatchObject({ expected: '50', actual: '51' });
  expect(tests.get('PAG-2')?.error?.trace).toMatch(
    /request +curl .*\n[\s\S]*to do +the platform team: correct `GET \/products`/,
  );
  expect(tests.get('ISO-1')?.error?.trace).toBe(
    "to do: the profile's owner: add what the reason names to the profile, then run again",
  );
  expect(tests.get('ISO-1')?.description).toContain('second company: a second entry in companies');
});

test('a rule that holds sometimes is flaky, and a waived one is accepted, so that the gate lets it through', async () => {
  const intermittent = sampleFailure({ stability: { kind: 'intermittent', failed: 1, of: 4 } });
  const waivers = [{ rule: 'PAG-2', reason: 'agreed', until: '2027-01-01', state: 'applied' as const }];
  const failing = await readBack(sampleResult([sampleVerdict({ rule: 'PAG-1' }), intermittent]));
  const waived = await readBack(sampleResult([sampleVerdict({ rule: 'PAG-1' }), intermittent], { waivers }));
  expect(failing.tests.get('PAG-2')).toMatchObject({ flaky: true, known: false });
  expect(failing.tests.get('PAG-1')).toMatchObject({ flaky: false, known: false });
  expect(failing.passesGate).toBe(false);
  expect(waived.tests.get('PAG-2')).toMatchObject({
    status: 'failed',
    flaky: true,
    known: true,
    resolution: 'accepted',
  });
  expect(waived.passesGate).toBe(true);
});

test.each<[what: string, result: Parameters<typeof readBack>[0], passes: boolean]>([
  ['all hold', sampleResult(), true],
  ['one fails', sampleResult([sampleFailure()]), false],
  ['a check broke', sampleResult([sampleVerdict({ outcome: 'error', reason: 'x' })]), false],
  ['one warns', sampleResult([sampleFailure({ outcome: 'warn' })]), true],
  ['the run has a fault of its own', sampleResult(undefined, { faults: ['the engine did not end'] }), false],
  ['there is none', sampleResult([]), false],
  [
    'the target could not be judged',
    sampleResult([sampleVerdict({ outcome: 'unverified', cause: 'unavailable' })]),
    false,
  ],
  ['the run was interrupted', { ...sampleResult(), run: { ...sampleResult().run, interrupted: true } }, false],
])('where %s, the quality gate says so', async (_, result, passes) => {
  expect((await readBack(result)).passesGate).toBe(passes);
});

test('labels name section, level, rule, outcome and cause', async () => {
  const { tests } = await readBack(eventfulResult());
  const [failed, unverified, waived] = ['PAG-2', 'ISO-1', 'PAG-4'].map((rule) => tests.get(rule));
  expect(failed && labelsOf(failed)).toEqual([
    ...['framework=selo', 'parentSuite=Paginated lists', 'feature=Paginated lists', 'section=pagination', 'level=must'],
    ...['rule=PAG-2', 'outcome=fail', 'stability=stable', 'severity=critical', 'tag=must', 'tag=PAG-2'],
  ]);
  expect(unverified && labelsOf(unverified)).toContain('cause=not-declared');
  expect(waived && labelsOf(waived)).toEqual(expect.arrayContaining(['tag=intermittent', 'tag=waived']));
});

test('a history is of a rule at a target: neither the words nor the run nor how it failed start another', async () => {
  const historyOf = async (result: Parameters<typeof readBack>[0]) =>
    [...(await readBack(result)).tests.values()].map(({ historyId }) => historyId);
  const [first] = await historyOf(sampleResult());
  const sample = sampleResult([sampleFailure({ text: 'In other words', source: 'Elsewhere' })]);
  expect(await historyOf({ ...sample, run: { ...sample.run, id: 'another', seed: 7 } })).toEqual([first]);
  expect(await historyOf({ ...sample, target: { ...sample.target, name: 'production' } })).not.toEqual([first]);
  expect(await historyOf(sampleResult([sampleVerdict({ rule: 'PAG-1' })]))).not.toEqual([first]);
});

test('assertions are steps of their exchange, in order, with request, answer and command attached', async () => {
  const { tests, attachments } = await readBack(eventfulResult());
  expect(stepLines(tests.get('PAG-1')?.steps ?? [])).toEqual([
    'passed POST /products → 200',
    'passed GET /products?page=1 → 200',
    '  passed /data: an array',
  ]);
  expect(stepLines(tests.get('PAG-2')?.steps ?? []).slice(0, 2)).toEqual([
    'failed GET /products?page=1 → 200',
    '  failed /pagination/pageSize: expected 50, got 51',
  ]);
  const text = attachments.get('PAG-1')?.get('exchange 6') ?? '';
  expect(text).toContain('POST /products\nauthorization: Bearer «TOKEN»\n\n{"name":"It\'s a coat"}\n');
  expect(text).toContain('\n200\ncontent-type: application/json\n\n{}\n');
  expect(text).toMatch(/\ncurl .*-H 'authorization: Bearer '"\$TOKEN"/);
});

test('deliveries are steps too, with every attempt attached', async () => {
  const { tests, attachments } = await readBack(eventfulResult());
  expect(stepLines(tests.get('DLV-10')?.steps ?? []).slice(0, 2)).toEqual([
    'failed notifications of order order-9: 4',
    '  failed attempts: expected 3, got 4',
  ]);
  const text = attachments.get('DLV-10')?.get('notifications of order order-9') ?? '';
  expect(text).toContain('+2.02 s  answered 503');
  expect(text.match(/"event":"coupon_create"/g)).toHaveLength(4);
});

test('an assertion that several answers break together is a step of its own', async () => {
  const { tests } = await readBack(sampleResult([sampleFailure()]));
  expect(stepLines(tests.get('PAG-2')?.steps ?? []).slice(0, 2)).toEqual([
    'passed GET /products?page=1 → 200',
    'failed status: expected 422, got 200',
  ]);
});

test('times are those of the run', async () => {
  const exchanges = [sampleExchange()];
  const { tests } = await readBack(sampleResult([sampleVerdict({ exchanges, durationMs: 0 })]));
  const start = Date.parse('2026-11-21T10:00:00.000Z');
  expect(tests.get('PAG-2')).toMatchObject({ start, stop: start });
  expect(tests.get('PAG-2')?.steps[0]).toMatchObject({ start, stop: start + 13 });
});

test.each([
  ['bidirectional and zero-width marks', 'abc\u202egpj.exe\u2066\u200b\u{e0041}'],
  ['what a terminal obeys', '\u001b[31m\u001b]0;title\u0007\u009b2J\u0000\r\n'],
  ['halves of surrogate pairs', 'a\ud800b\udc00'],
  ['lines of properties', '\nTarget=other\\\n key : value'],
])('%s are only text', async (_, text) => {
  const files = allureResults(hostileResult(text));
  for (const content of files.values()) {
    expect(content.isWellFormed()).toBe(true);
    expect(content.search(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)).toBe(-1);
  }
  expect((files.get('environment.properties') ?? '').match(/^Target=/gm)).toHaveLength(1);
});

test('bodies of five megabytes are reported in few words', () => {
  const files = allureResults(hostileResult('x', 'y'.repeat(5_000_000)));
  expect([...files.values()].join('').length).toBeLessThan(500_000);
});

test('Allure 2 puts a waiver with a name into the same category as one without', () => {
  const waivers = [{ rule: 'PAG-2', reason: 'agreed', by: 'Ana', until: '2027-01-01', state: 'applied' as const }];
  const files = allureResults(sampleResult([sampleFailure()], { waivers }));
  const [message] = [...files].flatMap(([name, text]) =>
    name.endsWith('-result.json') ? [JSON.parse(text).statusDetails.message] : [],
  );
  const categories: { name: string; messageRegex?: string }[] = JSON.parse(files.get('categories.json') ?? '[]');
  const matching = categories.filter(({ messageRegex }) => messageRegex && new RegExp(messageRegex).test(message));
  expect(matching.map(({ name }) => name)).toEqual(['Waived']);
});
