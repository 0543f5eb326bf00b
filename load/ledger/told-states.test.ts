import { expect, test } from 'vitest';
import { createToldStates } from './told-states.ts';

test('what was told of an order is known by its external id, whatever that ends in', () => {
  const told = createToldStates();
  const ids = [
    'selo-r-measure-0',
    'selo-r-measure-70000',
    'selo-r-warmup-0',
    'selo-r-probe',
    'x-123456789',
    'a\n-7',
    '',
  ];
  for (const [index, id] of ids.entries()) told.note(id, index % 2 === 0 ? 'accepted' : 'refused');
  expect(ids.map(told.stateOf)).toEqual(ids.map((_, index) => (index % 2 === 0 ? 'accepted' : 'refused')));
  const others = ['selo-r-measure-1', 'selo-r-other-0', 'selo-r-measure-', 'selo-r-probe-0', 'x-12345678', '-7'];
  expect(others.map(told.stateOf)).toEqual(others.map(() => undefined));
});

test('the last that was told counts', () => {
  const told = createToldStates();
  told.note('selo-r-measure-3', 'ambiguous');
  told.note('selo-r-measure-3', 'accepted');
  expect(told.stateOf('selo-r-measure-3')).toBe('accepted');
});
