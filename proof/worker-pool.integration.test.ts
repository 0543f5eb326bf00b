import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { square, type Task } from './test-pool-work.ts';
import { inWorkers } from './worker-pool.ts';

const module = new URL('test-pool-work.ts', import.meta.url);

const tasks = (count: number): Task[] => Array.from({ length: count }, (_, number) => ({ does: 'square', number }));

test('every input has one result, from two threads', async () => {
  const all = await Array.fromAsync(inWorkers(module, square, tasks(8)));
  expect(all.map(({ input, output }) => [input.number, output.square]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual(
    Array.from({ length: 8 }, (_, number) => [number, number * number]),
  );
  expect(new Set(all.map(({ output }) => output.thread)).size).toBe(2);
});

test('without inputs there are no results', async () => {
  expect(await Array.fromAsync(inWorkers(module, square, []))).toEqual([]);
});

test('work that fails rejects the iteration and says on what', async () => {
  const failing = Array.fromAsync(inWorkers(module, square, [...tasks(3), { does: 'reject', number: 9 }]));
  await expect(failing).rejects.toMatchObject({
    message: 'The work on {"does":"reject","number":9} failed',
    cause: { message: 'no square of 9' },
  });
});

test('a module that cannot be loaded rejects the iteration', async () => {
  const missing = new URL('no-such-module.ts', import.meta.url);
  await expect(Array.fromAsync(inWorkers(missing, square, tasks(1)))).rejects.toMatchObject({
    cause: { message: expect.stringContaining('no-such-module') },
  });
});

test('a thread that dies rejects the iteration', async () => {
  await expect(Array.fromAsync(inWorkers(module, square, [{ does: 'die', number: 1 }]))).rejects.toMatchObject({
    cause: { message: 'The thread ended early, with code 3' },
  });
});

test('anyone who stops iterating ends the threads, so that the process can end', async () => {
  const pool = new URL('worker-pool.ts', import.meta.url);
  const script = `
    import { inWorkers } from ${JSON.stringify(pool)};
    import { square } from ${JSON.stringify(module)};
    const inputs = Array.from({ length: 50 }, (_, number) => ({ does: 'square', number }));
    for await (const { output } of inWorkers(new URL(${JSON.stringify(module)}), square, inputs)) {
      console.log(output.square);
      break;
    }`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 20_000,
  });
  expect(stdout).toMatch(/^\d+\n$/);
});
