import { randomUUID } from 'node:crypto';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { type Fact, writeFact } from '../facts.ts';
import { type RunSheet, writeRunSheet } from '../run/figures/run-sheet.ts';
import { mergeRuns } from './merge.ts';
import { testSheet } from './test-sheet.ts';

const merge = async (folders: readonly string[]) => (await mergeRuns(folders)).figures;

const startMs = Date.parse('2026-11-21T10:00:00.000Z');

interface Journals {
  journeys: Fact[];
  arrivals: Fact[];
}

/** Orders of one company, each with its notification. */
const ordersOf = (runId: string, company: string, count: number): Journals => {
  const journals: Journals = { journeys: [], arrivals: [] };
  for (let index = 0; index < count; index += 1) {
    const atMs = startMs + index * 10;
    const id = randomUUID();
    journals.journeys.push([
      'j',
      'measure',
      company,
      'completed',
      0,
      [['POST /orders', atMs, 5 + index, 201]],
      [`selo-${runId}-measure-${index}`, id, atMs + 5, 1, 0, 'accepted'],
    ]);
    journals.arrivals.push(['a', atMs + 60, company, id, randomUUID(), 204]);
  }
  return journals;
};

const writeRun = async (folder: string, { journeys, arrivals }: Journals, sheet?: RunSheet): Promise<string> => {
  await mkdir(folder, { recursive: true });
  const text = (facts: readonly Fact[]): string => facts.map((fact) => `${writeFact(fact)}\n`).join('');
  await writeFile(join(folder, 'journeys.jsonl'), text(journeys));
  if (arrivals.length > 0) await writeFile(join(folder, 'arrivals-1.jsonl'), text(arrivals));
  await writeFile(
    join(folder, 'k6-summary.json'),
    JSON.stringify({ metrics: { iterations: { values: { count: journeys.length } }, folder } }),
  );
  if (sheet !== undefined) writeRunSheet(folder, sheet, (clean) => clean);
  return folder;
};

test('runs of several machines are merged, and their rates add up', async () => {
  await using root = await temporaryFolder();
  const one = await writeRun(join(root.path, 'one'), ordersOf('aaaa', 'amber', 40), testSheet('aaaa'));
  const other = await writeRun(join(root.path, 'other'), ordersOf('bbbb', 'birch', 30), testSheet('bbbb'));
  const merged = await merge([one, other]);
  expect(merged.run).toMatchObject({ id: 'aaaa+bbbb', merged: ['aaaa', 'bbbb'], configuration: 'c0ffee' });
  expect(merged.plan.rate).toBe(200);
  expect(merged.conservation).toMatchObject({ due: 70, deliveredOnce: 70, lost: 0 });
  expect(merged.health).toMatchObject({ journeys: 70, interrupted: 0, capture: { received: 8 } });
  expect(merged.webhooks.latencyMs).toMatchObject({ count: 70, p50: 55.007 });
  expect(merged.companies.map(({ name, orders }) => [name, orders])).toEqual([
    ['amber', 40],
    ['birch', 30],
  ]);
  expect(await merge([other, one])).toEqual(merged);
});

test('naming a folder twice, or a copy of it, changes nothing', async () => {
  await using root = await temporaryFolder();
  const one = await writeRun(join(root.path, 'one'), ordersOf('aaaa', 'amber', 40), testSheet('aaaa'));
  const other = await writeRun(join(root.path, 'other'), ordersOf('bbbb', 'birch', 30), testSheet('bbbb'));
  const copy = join(root.path, 'copy');
  await cp(one, copy, { recursive: true });
  const merged = await merge([one, other]);
  expect(await merge([one, one, other])).toEqual(merged);
  expect(await merge([copy, other, one])).toEqual(merged);
});

test('a generator folder without a sheet belongs to the run whose sheet is in another folder', async () => {
  await using root = await temporaryFolder();
  const { journeys, arrivals } = ordersOf('aaaa', 'amber', 40);
  const parts = [journeys.slice(0, 25), journeys.slice(25)];
  const generators = await Promise.all(
    parts.map((part, index) => writeRun(join(root.path, `generator-${index}`), { journeys: part, arrivals: [] })),
  );
  const captured = await writeRun(join(root.path, 'capture'), { journeys: [], arrivals }, testSheet('aaaa'));
  const merged = await merge([...generators, captured]);
  expect(merged.plan.rate).toBe(100);
  expect(merged.conservation).toMatchObject({ due: 40, deliveredOnce: 40 });
  expect((await merge([captured, ...generators.slice(0, 1)])).irregularities.unexpected).toBe(15);

  const stray = await writeRun(join(root.path, 'stray'), ordersOf('cccc', 'birch', 1));
  await expect(merge([captured, stray])).rejects.toThrow(
    /journeys\.jsonl is of the run cccc.* contain the sheets of aaaa/,
  );
  await expect(merge(generators)).rejects.toThrow('No folder contains run.json of a load run');
});

test.each<[what: string, change: (sheet: RunSheet) => void]>([
  [
    'target "https://partners.example" and "https://other.example"',
    ({ target }) => {
      target.baseUrl = 'https://other.example';
    },
  ],
  [
    'shape "steady" and "soak"',
    ({ run }) => {
      run.shape = 'soak';
    },
  ],
  [
    'rate 100 and 50',
    ({ plan }) => {
      plan.rate = 50;
    },
  ],
  [
    'weights {"completed":1} and {"pay":1}',
    ({ plan }) => {
      plan.weights = { pay: 1 };
    },
  ],
  [
    'version of k6 "2.2.0" and "2.1.0"',
    ({ run }) => {
      run.k6 = '2.1.0';
    },
  ],
  [
    'flows, templates or objectives "c0ffee" and "decaf"',
    ({ run }) => {
      run.configuration = 'decaf';
    },
  ],
])('runs with different configurations are refused: %s', async (what, change) => {
  await using root = await temporaryFolder();
  const one = await writeRun(join(root.path, 'one'), ordersOf('aaaa', 'amber', 1), testSheet('aaaa'));
  const other = await writeRun(join(root.path, 'other'), ordersOf('bbbb', 'birch', 1), testSheet('bbbb', change));
  await expect(merge([one, other])).rejects.toThrow(
    `The runs aaaa and bbbb are not of the same configuration: ${what}. Merge runs of one plan.`,
  );
});

test('the lookups of a run count in the merged result', async () => {
  await using root = await temporaryFolder();
  const { journeys, arrivals } = ordersOf('aaaa', 'amber', 3);
  const [probeId, externalOrder, nameless] = [randomUUID(), randomUUID(), randomUUID()];
  const arrivedMs = startMs + 200;
  arrivals.push(
    ...[probeId, externalOrder, nameless].map((id): Fact => ['a', arrivedMs, 'amber', id, randomUUID(), 204]),
  );
  journeys.push([
    'j',
    'measure',
    'amber',
    'completed',
    0,
    [['POST /orders', startMs, 5, 0]],
    ['selo-aaaa-measure-9', null, startMs + 5, 0, 1, 'ambiguous'],
  ]);
  const sheet = testSheet('aaaa', ({ observations }) => {
    observations.orders.push(['amber', ['selo-aaaa-probe-amber-1', probeId, startMs, 1, 0, 'accepted']]);
    observations.external.push(externalOrder);
    observations.identified.push(['selo-aaaa-measure-9', nameless]);
    observations.ambiguousFound = 1;
  });
  const merged = await merge([await writeRun(join(root.path, 'one'), { journeys, arrivals }, sheet)]);
  expect(merged.conservation).toMatchObject({ due: 4, deliveredOnce: 4 });
  expect(merged.irregularities).toMatchObject({ unexpected: 0, external: 1 });
  expect(merged.orders).toMatchObject({ accepted: 3, ambiguous: 1, ambiguousFound: 1 });
});

test('an order that another run called external still belongs to its own run', async () => {
  await using root = await temporaryFolder();
  const { journeys, arrivals } = ordersOf('aaaa', 'amber', 2);
  const one = await writeRun(join(root.path, 'one'), { journeys, arrivals: [] }, testSheet('aaaa'));
  const other = await writeRun(
    join(root.path, 'other'),
    { journeys: [], arrivals },
    testSheet('bbbb', ({ observations }) => {
      observations.external.push(...arrivals.flatMap((fact) => (fact[0] === 'a' && fact[3] !== null ? [fact[3]] : [])));
    }),
  );
  const merged = await merge([one, other]);
  expect(merged.conservation).toMatchObject({ due: 2, deliveredOnce: 2 });
  expect(merged.irregularities.external).toBe(0);
});

test('a folder without journals and a sheet of another version are errors', async () => {
  await using root = await temporaryFolder();
  const one = await writeRun(join(root.path, 'one'), ordersOf('aaaa', 'amber', 1), testSheet('aaaa'));
  const empty = join(root.path, 'empty');
  await mkdir(empty);
  await expect(merge([one, empty])).rejects.toThrow(
    'empty contains no journal of a load run. Name the folder of a run.',
  );
  await writeFile(join(one, 'run.json'), '{"schema":"selo-load-run/4","errors":[]}');
  await expect(merge([one])).rejects.toThrow(/run\.json is not a valid run sheet:.* → at run/s);
  await writeFile(join(one, 'run.json'), '{"schema":"selo-load-run/0"}');
  await expect(merge([one])).rejects.toThrow(
    /schema selo-load-run\/0 and cannot be merged: .* reads selo-load-run\/4\. Run/,
  );
});
