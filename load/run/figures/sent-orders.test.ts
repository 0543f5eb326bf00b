import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../fixtures/test-folder.ts';
import { writeFact } from '../../facts.ts';
import { traceIdOf } from '../../trace.ts';
import { sentOrdersIn } from './sent-orders.ts';

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
