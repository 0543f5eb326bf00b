import { expect, test } from 'vitest';
import { uniqueValues } from './unique.ts';

const values = (said: Partial<Parameters<typeof uniqueValues>[0]> = {}) =>
  uniqueValues({ runId: 'run1', seed: 1, scope: 'TEST-1.0', phonePattern: '+55 (11) 9####-####', ...said });

test('names, phones and e-mails have the forms that the run promises', () => {
  const unique = values();
  expect(unique.name('order')).toMatch(/^selo-run1-order-[\da-f]{12}$/);
  expect(unique.phone()).toMatch(/^\+55 \(11\) 9\d{4}-\d{4}$/);
  expect(unique.email()).toMatch(/^selo-run1-[\da-f]{12}@example\.com$/);
  expect(unique.uuid()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test('no value is drawn twice, in one check, in another, or in another try or run', () => {
  const all = [values(), values({ scope: 'TEST-2.0' }), values({ scope: 'TEST-1.1' }), values({ runId: 'run2' })];
  const drawn = all
    .flatMap((unique) => Array.from({ length: 50 }, () => [unique.uuid(), unique.phone(), unique.name('a')]))
    .flat();
  expect(new Set(drawn).size).toBe(drawn.length);
});

test('the same run draws the same values, so that it can be judged again', () => {
  const [once, again] = [values(), values()];
  for (let draw = 0; draw < 5; draw++) expect(once.uuid()).toBe(again.uuid());
});

test('choices follow the seed and not the run', () => {
  const choices = (said: object) => {
    const unique = values(said);
    return Array.from({ length: 10 }, () => unique.integer(1, 1000));
  };
  expect(choices({ runId: 'run2' })).toEqual(choices({}));
  expect(choices({ seed: 2 })).not.toEqual(choices({}));
});

test('an integer reaches both bounds and nothing beyond', () => {
  const unique = values();
  const drawn = new Set(Array.from({ length: 100 }, () => unique.integer(3, 5)));
  expect([...drawn].sort()).toEqual([3, 4, 5]);
});

test('a phone pattern longer than a digest is filled all the same', () => {
  expect(values({ phonePattern: '#'.repeat(40) }).phone()).toMatch(/^\d{40}$/);
});
