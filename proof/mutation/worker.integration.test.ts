import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { defaultChoices } from './choice-sets.ts';
import { instrument } from './instrument.ts';
import type { WorkerStart } from './worker-messages.ts';
import { startWorker } from './workers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('a worker switches mutants on one at a time: those of decisions and those of constants', async () => {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'selo-worker-test-'));
  resources.defer(() => rm(folder, { recursive: true }));
  const { mutants, sources } = await instrument(root);
  const start: WorkerStart = { root, sources };
  const startFile = join(folder, 'start.json');
  await writeFile(startFile, JSON.stringify(start));
  const worker = resources.use(startWorker(startFile));

  const idOf = (file: string, original: string, replacement: string): string => {
    const found = mutants.find(
      (mutant) => mutant.file === file && mutant.original === original && mutant.replacement === replacement,
    );
    if (!found) throw new Error(`no mutant makes ${original} into ${replacement}`);
    return found.id;
  };
  const outcomesWith = async (mutant: string, isStatic: boolean): Promise<Record<string, string>> => {
    const phases = [['ORD-4', 'CUST-6']];
    const answered = await worker.ask({ ask: 'judge', mutant, isStatic, choices: defaultChoices, phases });
    if (answered?.answer !== 'said') throw new Error('nothing was judged');
    return Object.fromEntries(answered.said.map(({ rule, outcome }) => [rule, outcome]));
  };

  const storesProcessing = idOf('platform/policy/orders.ts', "status === 'processing' && via === 'POST'", 'false');
  expect(await outcomesWith(storesProcessing, false)).toMatchObject({ 'ORD-4': 'fail', 'CUST-6': 'pass' });
  const namelessPage = idOf('platform/policy/errors.ts', "'Customer not found'", '""');
  expect(await outcomesWith(namelessPage, true)).toMatchObject({ 'ORD-4': 'pass', 'CUST-6': 'fail' });
  expect(await outcomesWith('none', false)).toMatchObject({ 'ORD-4': 'pass', 'CUST-6': 'pass' });
});
