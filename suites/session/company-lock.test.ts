import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { companyLock } from './company-lock.ts';

/** Logs a name as soon as its lock is granted. */
const entering = (log: string[], name: string, waiting: Promise<() => void>): Promise<() => void> =>
  waiting.then((release) => {
    log.push(name);
    return release;
  });

test('many share a company at once', async () => {
  const lock = companyLock();
  const releases = await Promise.all([lock.share(), lock.share(), lock.share()]);
  expect(lock.load()).toBe(3);
  for (const release of releases) release();
  expect(lock.load()).toBe(0);
});

test('who wants it alone waits until nobody shares it, and then nobody else has it', async () => {
  const lock = companyLock();
  const log: string[] = [];
  const [first, second] = await Promise.all([lock.share(), lock.share()]);
  const alone = entering(log, 'alone', lock.takeAlone());
  first();
  await turn();
  expect(log).toEqual([]);
  second();
  const release = await alone;
  const later = [entering(log, 'other alone', lock.takeAlone()), entering(log, 'sharing', lock.share())];
  await turn();
  expect(log).toEqual(['alone']);
  expect(lock.load()).toBe(3);
  release();
  (await later[1])?.();
  await later[0];
  expect(log).toEqual(['alone', 'sharing', 'other alone']);
});

test('releasing twice releases once', async () => {
  const lock = companyLock();
  const log: string[] = [];
  const first = await lock.share();
  const second = await lock.share();
  first();
  first();
  const alone = entering(log, 'alone', lock.takeAlone());
  await turn();
  expect(log).toEqual([]);
  second();
  (await alone)();
  expect(lock.load()).toBe(0);
});
