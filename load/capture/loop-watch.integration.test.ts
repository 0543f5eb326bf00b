import { setInterval } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { epochMs } from '../../fixtures/capture/clock.ts';
import { watchLoop } from './loop-watch.ts';

const block = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

test('a blocked loop is late at once, and recovers', async () => {
  using loop = watchLoop();
  block(300);
  expect(loop.lateMs(epochMs())).toBeGreaterThanOrEqual(249);
  for await (const _ of setInterval(5)) if (loop.lateMs(epochMs()) < 200) break;
});

test('the p99 reports delays of the loop', async () => {
  using loop = watchLoop();
  const lateOnceMore = (): number => {
    block(100);
    return loop.p99Ms();
  };
  await expect.poll(lateOnceMore).toBeGreaterThan(50);
});
