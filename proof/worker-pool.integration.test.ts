import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inWorkers, type PoolOptions, type Result } from './worker-pool.ts';
import type { Done, Task } from './worker-pool-sample.ts';

const run = promisify(execFile);
const sample = new URL('worker-pool-sample.ts', import.meta.url);

const tasks = (count: number): Task[] => Array.from({ length: count }, (_, number) => ({ does: 'square', number }));

const results = async (inputs: readonly Task[], options?: PoolOptions): Promise<Result<Task, Done>[]> =>
  await Array.fromAsync(inWorkers<Task, Done>(sample, inputs, options));

test('every input has one result, from as many threads as were wanted', async () => {
  const all = await results(tasks(8), { threads: 2, concurrencyPerThread: 2 });
  expect(all.map(({ input, output }) => [input.number, output.square]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual(
    Array.from({ length: 8 }, (_, number) => [number, number * number]),
  );
  expect(new Set(all.map(({ output }) => output.thread)).size).toBe(2);
  expect(Math.max(...all.map(({ output }) => output.atOnce))).toBe(2);
});

test('without inputs there are no results', async () => {
  expect(await results([])).toEqual([]);
});

test('work that fails rejects the iteration and says on what', async () => {
  const failing = results([...tasks(3), { does: 'reject', number: 9 }]);
  await expect(failing).rejects.toMatchObject({
    message: 'The work on {"does":"reject","number":9} failed',
    cause: { message: 'no square of 9' },
  });
});

test('a thread that dies rejects the iteration', async () => {
  await expect(results([{ does: 'die', number: 1 }])).rejects.toThrow('ended early, with code 3');
});

test('a module that cannot be loaded rejects the iteration', async () => {
  const missing = new URL('no-such-module.ts', import.meta.url);
  await expect(Array.fromAsync(inWorkers(missing, [1]))).rejects.toThrow(/no-such-module/);
});

test('anyone who stops iterating ends the threads, so that the process can end', async () => {
  const pool = new URL('worker-pool.ts', import.meta.url);
  const script = `
    import { inWorkers } from ${JSON.stringify(pool)};
    const inputs = Array.from({ length: 50 }, (_, number) => ({ does: 'square', number }));
    for await (const { output } of inWorkers(new URL(${JSON.stringify(sample)}), inputs)) {
      console.log(output.square);
      break;
    }`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { timeout: 20_000 });
  expect(stdout).toMatch(/^\d+\n$/);
});
