import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/test-folder.ts';
import { type Fact, writeFact } from '../../facts.ts';
import { readJournals } from './journals.ts';
import { createRunRecord, type RunRecord } from './run-record.ts';

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
