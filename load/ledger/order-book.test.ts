import { expect, test } from 'vitest';
import { createOrderStates } from './order-book.ts';

test('the state of an order is found by any external id', () => {
  const states = createOrderStates();
  const ids = [
    'selo-r-measure-0',
    'selo-r-measure-70000',
    'selo-r-warmup-0',
    'selo-r-probe',
    'x-123456789',
    'a\n-7',
    '',
  ];
  for (const [index, id] of ids.entries()) states.note(id, index % 2 === 0 ? 'accepted' : 'refused');
  expect(ids.map(states.stateOf)).toEqual(ids.map((_, index) => (index % 2 === 0 ? 'accepted' : 'refused')));
  const others = ['selo-r-measure-1', 'selo-r-other-0', 'selo-r-measure-', 'selo-r-probe-0', 'x-12345678', '-7'];
  expect(others.map(states.stateOf)).toEqual(others.map(() => undefined));
});

test('the last reported state counts', () => {
  const states = createOrderStates();
  states.note('selo-r-measure-3', 'ambiguous');
  states.note('selo-r-measure-3', 'accepted');
  expect(states.stateOf('selo-r-measure-3')).toBe('accepted');
});
