import fc from 'fast-check';
import { expect, test } from 'vitest';
import { omitUndefined } from '../core/omit-undefined.ts';
import { testProfile } from '../fixtures/test-profile.ts';
import { casesOf, describeDrawn } from './drawn-cases.ts';
import { property } from './property.ts';

const { profile } = testProfile('http://127.0.0.1:1');
const numbers = property({
  id: 'LAW-0',
  text: 'Any number is taken',
  source: 'Nowhere',
  statements: ['S001'],
  rules: [],
  level: 'must',
  drawn: fc.integer(),
  holds: () => Promise.resolve(),
});
const drawnWith = (path?: string): string[] =>
  casesOf(numbers, { profile, depth: 'full', seed: 7, ...omitUndefined({ path }) }).map(describeDrawn);

test('a path leads to the case at its place, and on to its shrunk cases', () => {
  expect(drawnWith('4')).toEqual([drawnWith()[4]]);
  expect(drawnWith('4:0')).toEqual(['0']);
});

test('a path that leads nowhere leads to no case', () => {
  expect(drawnWith('4:900')).toEqual([]);
});

test('a long description of a drawn value is cut', () => {
  const drawn = 'x'.repeat(5000);
  expect(describeDrawn({ drawn, check: () => Promise.resolve() })).toBe(`"${'x'.repeat(1999)}…`);
});
