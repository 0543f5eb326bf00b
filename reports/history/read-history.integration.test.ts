import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { listRuns, readHistory } from './read-history.ts';
import { sampleRun } from './test-runs.ts';

test('a socket named like a file is passed over', async () => {
  await using folder = await temporaryFolder();
  mkdirSync(join(folder.path, 'a'));
  writeFileSync(join(folder.path, 'a', 'result.json'), JSON.stringify(sampleRun(1)));
  const socket = createServer().listen(join(folder.path, 'socket.json'));
  await once(socket, 'listening');
  const { runs, leftOut } = readHistory(listRuns(folder.path), { target: 'staging', last: 20 });
  expect(leftOut).toEqual([]);
  expect(runs.map(({ run }) => run.id)).toEqual(['run-1']);
  socket.close();
});
