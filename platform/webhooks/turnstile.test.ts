import { expect, test } from 'vitest';
import { createTurnstile } from './turnstile.ts';

test('at most the limit are inside for one key, and each that leaves admits the next', async () => {
  const turnstile = createTurnstile(2);
  const entered: string[] = [];
  const enter = async (name: string, key: string) => {
    const leave = await turnstile.enter(key);
    entered.push(name);
    return leave;
  };
  const [first] = await Promise.all([enter('first', 'a'), enter('second', 'a')]);
  const third = enter('third', 'a');
  const leaveOther = await enter('other key', 'b');
  expect(entered).toEqual(['first', 'second', 'other key']);
  first();
  const leaveThird = await third;
  expect(entered.at(-1)).toBe('third');
  leaveOther();
  leaveThird();
  await enter('fourth', 'a');
  expect(entered.at(-1)).toBe('fourth');
});
