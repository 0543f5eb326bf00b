import { expect, test } from 'vitest';
import { createVirtualClock } from './virtual-clock.ts';

test('time jumps to the next timer, and tasks run in the order of their times', async () => {
  const clock = createVirtualClock(1_000);
  const seen = await clock.run(async () => {
    const noted: string[] = [];
    const note = async (name: string, delayMs: number): Promise<void> => {
      await clock.pause(delayMs);
      noted.push(`${name} at ${clock.now()}`);
    };
    await Promise.all([note('an hour', 3_600_000), note('a second', 1_000), note('now', 0)]);
    return noted;
  });
  expect(seen).toEqual(['now at 1000', 'a second at 2000', 'an hour at 3601000']);
});

test('tasks that are due at one time run before anything that they cause', async () => {
  const clock = createVirtualClock(0);
  const noted: string[] = [];
  await clock.run(async () => {
    clock.setTimer(5, () => noted.push('first'));
    const caused = clock.pause(5).then(() => noted.push('caused by the second'));
    clock.setTimer(5, () => noted.push('third'));
    await caused;
  });
  expect(noted).toEqual(['first', 'third', 'caused by the second']);
});

test('a canceled timer and an aborted pause leave nothing behind', async () => {
  const clock = createVirtualClock(0);
  const aborting = new AbortController();
  const outcome = await clock.run(async () => {
    clock.setTimer(50, () => expect.unreachable())();
    const paused = clock.pause(10_000, aborting.signal).catch((error: Error) => error.message);
    await clock.pause(100);
    aborting.abort(new Error('no longer wanted'));
    return await paused;
  });
  expect([outcome, clock.now()]).toEqual(['no longer wanted', 100]);
  expect(await clock.run(async () => 'over')).toBe('over');
});

test('waiting without a timer left is an error', async () => {
  const clock = createVirtualClock(0);
  await expect(clock.run(() => new Promise(() => {}))).rejects.toThrow('no timer is left');
});

test('an error of the simulated code is passed on', async () => {
  const clock = createVirtualClock(0);
  const failing = clock.run(async () => {
    await clock.pause(1);
    throw new Error('its own');
  });
  await expect(failing).rejects.toThrow('its own');
});
