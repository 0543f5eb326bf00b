import { expect, test } from 'vitest';
import { passive } from '../../../suites/passive/rules.ts';
import type { ViolationFact } from '../../facts.ts';
import { RuleCounts } from './run-record.ts';

const [first = '', second = '', third = ''] = passive.map(({ id }) => id);

const violation = (rule: string, what: string): ViolationFact => [rule, '/a', 'a date', '"x"', what];

test('rules are listed in the catalogue’s order, with their texts, and only those that were about something', () => {
  const counts = new RuleCounts();
  counts.add(['p', [third, first], []]);
  counts.add(['p', ['a rule of another version'], []]);
  expect(counts.list()).toEqual(
    passive
      .filter(({ id }) => id === first || id === third)
      .map(({ id, text, level }) => ({ rule: id, text, level, judged: 1, violations: 0, perMillion: 0 })),
  );
  expect(new RuleCounts().list()).toEqual([]);
});

test('violations are counted per million judgments, and the first is the example', () => {
  const counts = new RuleCounts();
  for (let number = 0; number < 8; number += 1) {
    counts.add(['p', [first, second], number % 4 === 3 ? [violation(first, `POST /orders/${number}`)] : []]);
  }
  const [broken, held] = counts.list();
  expect(broken).toMatchObject({
    judged: 8,
    violations: 2,
    perMillion: 250_000,
    example: { what: 'POST /orders/3', pointer: '/a', expected: 'a date', actual: '"x"' },
  });
  expect(held).toMatchObject({ rule: second, judged: 8, violations: 0 });
  expect(held).not.toHaveProperty('example');
});
