import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askAt } from './ask-person.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const question = { text: 'Make a customer.', wantsId: false, timeoutMs: 600_000 };

const sit = (isTTY: boolean) => {
  const leaving = new AbortController();
  const input = new PassThrough();
  let written = '';
  const output = Object.assign(new PassThrough(), { isTTY, columns: 80, rows: 24 });
  output.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  return {
    ask: askAt({ input, output, signal: leaving.signal }),
    press: (keys: string) => input.write(keys),
    /** What was written since it was read last. */
    read() {
      const text = stripVTControlCharacters(written);
      written = '';
      return text;
    },
    output,
    leave: () => leaving.abort(),
  };
};

const enter = '\r';
const down = '\x1b[B';

test('on a terminal the time that is left is counted down, and only its line is written again', async () => {
  const { ask, press, read, output } = sit(true);
  const asked = ask(question);
  await expect.poll(read).toContain('Make a customer. (10:00 left)');
  vi.advanceTimersByTime(1000);
  const next = await vi.waitUntil(read);
  expect(next).toContain('Make a customer. (9:59 left)');
  expect(next).not.toContain('cannot do');
  vi.advanceTimersByTime(585_000);
  await expect.poll(read).toContain('(0:14 left)');
  press(enter);
  expect(await asked).toEqual({ said: 'done' });
  expect([vi.getTimerCount(), output.listenerCount('resize')]).toEqual([0, 0]);
});

test('the id is asked for under the same time', async () => {
  const { ask, press, read } = sit(true);
  const asked = ask({ ...question, wantsId: true });
  await expect.poll(read).toContain('(10:00 left)');
  vi.advanceTimersByTime(60_000);
  press(enter);
  await expect.poll(read).toContain('Its number or code in the shop, if it has one (9:00 left)');
  press('4711');
  vi.advanceTimersByTime(1000);
  await expect.poll(read).toContain('(8:59 left)');
  press(enter);
  expect(await asked).toEqual({ said: 'done', id: '4711' });
});

test('where the output is no terminal nothing is counted down', async () => {
  const { ask, press, read } = sit(false);
  const asked = ask(question);
  await expect.poll(read).toMatch(/Make a customer\. \(until \d\d:\d\d\)/);
  expect(vi.getTimerCount()).toBe(0);
  press(down);
  press(enter);
  expect(await asked).toEqual({ said: 'cannot' });
  expect(read()).not.toContain('left');
});

test('who does not answer in time has said nothing', async () => {
  const { ask } = sit(true);
  expect(await ask({ ...question, timeoutMs: 20 })).toEqual({ said: 'nothing' });
});

const controlC = '\x03';

test('who cancels says so, at the question and at the id', async () => {
  const { ask, press, read } = sit(true);
  const asked = ask({ ...question, wantsId: true });
  await expect.poll(read).toContain('Make a customer.');
  press(controlC);
  expect(await asked).toEqual({ said: 'canceled' });
  const again = ask({ ...question, wantsId: true });
  await expect.poll(read).toContain('Make a customer.');
  press(enter);
  await expect.poll(read).toContain('Its number or code');
  press(controlC);
  expect(await again).toEqual({ said: 'canceled' });
});

test('a session that ends takes its question away', async () => {
  const { ask, leave, read } = sit(true);
  const asked = ask(question);
  await expect.poll(read).toContain('Make a customer.');
  leave();
  expect(await asked).toEqual({ said: 'canceled' });
});
