import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/test-folder.ts';
import { passive } from '../../../suites/passive/rules.ts';
import { type Fact, type ViolationFact, writeFact } from '../../facts.ts';
import { traceIdOf } from '../../trace.ts';
import { createRunRecord, RuleCounts, type RunRecord, readJournals, sentOrdersIn } from './journals.ts';

const [first = '', second = '', third = ''] = passive.map(({ id }) => id);

const violation = (rule: string, what: string): ViolationFact => [rule, '/a', 'a date', '"x"', what];

test('judged rules are listed with their texts, in the order of the catalog', () => {
  const counts = new RuleCounts();
  counts.add(['p', [third, first], []]);
  counts.add(['p', ['a rule of another version'], []]);
  expect(counts.list()).toEqual(
    passive
      .filter(({ id }) => id === first || id === third)
      .map(({ id, text, level }) => ({ rule: id, text, level, judged: 1, violations: 0, perMillion: 0 })),
  );
  expect(new RuleCounts().list()).toEqual([]);
});

test('violations are counted per million, and the first one is the example', () => {
  const counts = new RuleCounts();
  for (let number = 0; number < 8; number += 1) {
    counts.add(['p', [first, second], number % 4 === 3 ? [violation(first, `POST /orders/${number}`)] : []]);
  }
  const [broken, held] = counts.list();
  expect(broken).toMatchObject({
    judged: 8,
    violations: 2,
    perMillion: 250_000,
    example: { what: 'POST /orders/3', pointer: '/a', expected: 'a date', actual: '"x"' },
  });
  expect(held).toMatchObject({ rule: second, judged: 8, violations: 0 });
  expect(held).not.toHaveProperty('example');
});

const newRecord = (): RunRecord => createRunRecord({ timeScale: 1, dispatchMs: 1_000, timeoutMs: 5_000 });

const linesOf = (facts: readonly Fact[]): string => facts.map((fact) => `${writeFact(fact)}\n`).join('');

const journeyOf = (number: number): Fact => [
  'j',
  'measure',
  'amber',
  'completed',
  0,
  [['POST /orders', 1_000_000 + number, 3, 200]],
  [`selo-r-measure-${number}`, `o${number}`, 1_000_003 + number, 1, 0, 'accepted'],
];

const arrivalOf = (number: number, status = 204, laterMs = 0): Fact => [
  'a',
  1_000_010 + number + laterMs,
  'amber',
  `o${number}`,
  `c${number}`,
  status,
];

test('each kind of fact is counted by its part of the record', async () => {
  await using folder = await temporaryFolder();
  const [journeys, arrivals] = [join(folder.path, 'journeys'), join(folder.path, 'arrivals')];
  const record = newRecord();
  await using journals = readJournals([journeys, arrivals], record);
  expect(record.traffic.beginnings).toBe(0);
  await writeFile(
    journeys,
    linesOf([
      ['s', 999_999],
      journeyOf(1),
      journeyOf(2),
      ['j', 'measure', 'amber', 'list-created', 0, [], null],
      ['p', ['PAS-01'], [['PAS-01', '/a', 'b', 'c', 'GET /orders']]],
      ['b', 'selo-r-measure-1', []],
      ['b', 'selo-r-measure-2', ['status is on-hold, not completed', 'externalId is x']],
    ]),
  );
  await writeFile(
    arrivals,
    `level=info msg="of somebody else"\n${linesOf([
      arrivalOf(1, 503),
      arrivalOf(1, 204, 2_010),
      arrivalOf(2),
      ['u', 1_000_012, 'amber', 'o2', 'c2'],
      arrivalOf(2, 204, 7_010),
    ])}["a",1`,
  );
  await journals.read();
  const { ledger, traffic, attempts, readBack } = record;
  expect([traffic.beginnings, traffic.journeys]).toEqual([1, 3]);
  expect(ledger.settle(2_000_000).conservation).toMatchObject({ due: 2, deliveredOnce: 2 });
  expect(ledger.settle(2_000_000).irregularities).toMatchObject({ earlyRetry: 0, lateRetry: 0, unexpected: 0 });
  expect(Object.fromEntries(attempts.bySecond(1_000_000))).toEqual({
    0: { all: 2, retries: 0 },
    2: { all: 1, retries: 1 },
    7: { all: 1, retries: 1 },
  });
  expect(readBack).toEqual({
    judged: 2,
    wrong: 1,
    examples: [{ order: 'selo-r-measure-2', what: 'status is on-hold, not completed, externalId is x' }],
  });
});

test('concurrent readings count every line once', async () => {
  await using folder = await temporaryFolder();
  const [journeys, arrivals] = [join(folder.path, 'journeys'), join(folder.path, 'arrivals')];
  const record = newRecord();
  await using journals = readJournals([journeys, arrivals], record);
  const readings: Promise<void>[] = [];
  for (let batch = 0; batch < 40; batch += 1) {
    const numbers = Array.from({ length: 50 }, (_, index) => batch * 50 + index);
    await Promise.all([
      appendFile(journeys, linesOf(numbers.map(journeyOf))),
      appendFile(arrivals, linesOf(numbers.map((number) => arrivalOf(number)))),
    ]);
    readings.push(journals.read(), journals.read());
  }
  await Promise.all(readings);
  await journals.read();
  expect(record.traffic.journeys).toBe(2_000);
  expect(record.ledger.settle(2_000_000).conservation).toMatchObject({
    due: 2_000,
    deliveredOnce: 2_000,
    duplicated: 0,
  });
});

test('attempts in two journals belong to one delivery, whichever is read first', async () => {
  await using folder = await temporaryFolder();
  const files = ['journeys', 'arrivals-1', 'arrivals-2'].map((name) => join(folder.path, name));
  const [journeys = '', first = '', second = ''] = files;
  await writeFile(journeys, linesOf([journeyOf(1)]));
  await writeFile(second, linesOf([arrivalOf(1, 503)]));
  await writeFile(first, linesOf([arrivalOf(1, 204, 2_010)]));
  const record = newRecord();
  await using journals = readJournals(files, record);
  await journals.read();
  const { conservation, irregularities } = record.ledger.settle(2_000_000);
  expect([conservation.deliveredOnce, irregularities.earlyRetry, irregularities.lateRetry]).toEqual([1, 0, 0]);
  expect([...record.attempts.bySecond(0).values()].map(({ all }) => all)).toEqual([1, 1]);
});

test('ten examples of wrong read-backs are kept', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'journeys');
  await writeFile(file, linesOf(Array.from({ length: 12 }, (_, number) => ['b', `o${number}`, ['status is x']])));
  const record = newRecord();
  await using journals = readJournals([file], record);
  await journals.read();
  expect([record.readBack.judged, record.readBack.wrong, record.readBack.examples.length]).toEqual([12, 12, 10]);
});

const sentMs = Date.UTC(2026, 0, 1);

test('an order is found by its id, or by its external id if no response had the id', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'journeys.jsonl');
  const lines = [1, 2, 3].map((number) =>
    writeFact([
      ...(['j', 'measure', 'amber', 'completed', 0] as const),
      [['POST /orders', sentMs + number * 1000, 20, 200]],
      [`selo-r-measure-${number}`, number === 3 ? null : `o${number}`, sentMs, 1, 0, 'accepted'],
    ]),
  );
  await writeFile(file, `["s",1]\n${lines.join('\n')}\n["j","cut o`);
  const found = await sentOrdersIn([file, join(folder.path, 'none')], new Set(['o2', 'selo-r-measure-3']));
  const common = { company: 'amber' };
  expect([...found]).toEqual([
    [
      'o2',
      {
        ...common,
        externalId: 'selo-r-measure-2',
        sentAt: '2026-01-01T00:00:02.000Z',
        trace: traceIdOf('selo-r-measure-2'),
      },
    ],
    [
      'selo-r-measure-3',
      {
        ...common,
        externalId: 'selo-r-measure-3',
        sentAt: '2026-01-01T00:00:03.000Z',
        trace: traceIdOf('selo-r-measure-3'),
      },
    ],
  ]);
});
