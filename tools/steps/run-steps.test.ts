import { PassThrough, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { StepOutcome } from './run-step.ts';
import { runSteps } from './run-steps.ts';
import type { Layer, Step } from './steps.ts';

const stepOf = (title: string, layer: Layer): Step => ({ title, layer, run: { command: [] } });

const passing: StepOutcome = { tally: { passed: 1, failed: 0, skipped: 0 }, problems: [], skipped: [] };

/** Runs the steps; each ends when it is released. */
function start(steps: Step[], atOnce = 2) {
  const output = new PassThrough();
  const running = new Map<string, { output: Writable; end: (result: StepOutcome) => void }>();
  const ended = runSteps(steps, {
    output,
    atOnce,
    run: ({ title }, outputOfStep) =>
      new Promise((resolve) => {
        running.set(title, { output: outputOfStep, end: resolve });
      }),
  });
  const release = async (title: string, result = passing): Promise<void> => {
    await expect.poll(() => [...running.keys()]).toContain(title);
    const step = running.get(title);
    running.delete(title);
    step?.output.write(`output of ${title}\n`);
    step?.end(result);
  };
  const finish = async () => {
    const results = await ended;
    output.end();
    const lines = stripVTControlCharacters(await text(output)).replaceAll(/\d+\.\d s/g, 'N s');
    return { results, lines: lines.trim().split('\n') };
  };
  return { running, release, finish };
}

test('checks run concurrently, up to the given number', async () => {
  const { running, release, finish } = start([stepOf('a', 'check'), stepOf('b', 'check'), stepOf('c', 'check')]);
  await expect.poll(() => [...running.keys()]).toEqual(['a', 'b']);
  await release('b');
  await expect.poll(() => [...running.keys()]).toEqual(['a', 'c']);
  await release('c');
  await release('a');
  expect((await finish()).results.map(({ title }) => title)).toEqual(['b', 'c', 'a']);
});

test('the output of a check is printed as a whole, before its result', async () => {
  const { running, release, finish } = start([stepOf('a', 'check'), stepOf('b', 'check')]);
  await expect.poll(() => running.size).toBe(2);
  running.get('a')?.output.write('early\n');
  await release('b');
  await release('a');
  const printed = (await finish()).lines.join('\n');
  expect(printed).toMatch(/^■ a, b \.\.\.\n/);
  expect(printed).toContain('output of b\n■ b: 1 passed, 0 failed (N s)');
  expect(printed).toContain('early\noutput of a\n■ a: 1 passed, 0 failed (N s)');
});

test('every other step starts when all earlier steps have ended', async () => {
  const { running, release, finish } = start([stepOf('a', 'check'), stepOf('b', 'unit'), stepOf('c', 'suites')]);
  await release('a');
  await expect.poll(() => [...running.keys()]).toEqual(['b']);
  await release('b');
  await release('c');
  expect((await finish()).results.map(({ title }) => title)).toEqual(['a', 'b', 'c']);
});

test('a failed step does not prevent others, and its problems are kept', async () => {
  const { release, finish } = start([stepOf('a', 'unit'), stepOf('b', 'suites')]);
  await release('a', {
    tally: { passed: 3, failed: 2, skipped: 1 },
    problems: ['one', 'two'],
    skipped: ['1 test: no tool'],
  });
  await release('b');
  const { results, lines } = await finish();
  expect(results[0]).toEqual({
    title: 'a',
    tally: { passed: 3, failed: 2, skipped: 1 },
    problems: ['one', 'two'],
    skipped: ['1 test: no tool'],
  });
  expect(lines).toContain('■ a: 3 passed, 2 failed, 1 skipped (N s)');
  expect(results[1]?.tally).toEqual(passing.tally);
});

test('a step that cannot be run counts as failed', async () => {
  const output = new PassThrough();
  output.resume();
  const run = () => Promise.reject(new Error('no such file'));
  const results = await runSteps([stepOf('a', 'check'), stepOf('b', 'unit')], { output, atOnce: 1, run });
  expect(results.map(({ tally }) => tally.failed)).toEqual([1, 1]);
  expect(results[0]?.problems).toEqual(['it could not be run: Error: no such file']);
});
