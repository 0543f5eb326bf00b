import { expect, test } from 'vitest';
import { withOverrides } from './overrides.ts';

const defaults = { pages: { maxSize: 50, minSize: 1 }, list: ['a'], decide: () => 'default' };

test('an override replaces its own key and leaves its neighbors', () => {
  expect(withOverrides(defaults, { pages: { maxSize: 51 } }, 'policy').pages).toEqual({ maxSize: 51, minSize: 1 });
});

test('lists and functions are replaced whole', () => {
  const merged = withOverrides(defaults, { list: ['b', 'c'], decide: () => 'mine' }, 'policy');
  expect(merged.list).toEqual(['b', 'c']);
  expect(merged.decide()).toBe('mine');
});

test('a key that does not exist is refused with the known ones', () => {
  const overrides: object = { pages: { maxSiz: 51 } };
  expect(() => withOverrides(defaults, overrides, 'policy')).toThrow(
    'policy.pages.maxSiz does not exist. Known here: maxSize, minSize',
  );
});

test('an override that is a getter is asked at each look, not at the start', () => {
  let looks = 0;
  const pages = {
    get maxSize() {
      return ++looks;
    },
  };
  const merged = withOverrides(defaults, { pages }, 'policy');
  expect(looks).toBe(0);
  expect([merged.pages.maxSize, merged.pages.maxSize]).toEqual([1, 2]);
});
