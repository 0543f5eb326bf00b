import { expect, test } from 'vitest';
import { type Fact, readFact, writeFact } from './facts.ts';

const facts: Fact[] = [
  ['s', 1000],
  ['j', 'measure', 'amber', 'pay', 0.4, [['POST /orders', 1000, 12.25, 200]], ['selo-1', 'id', 1012, 1, 0, 'accepted']],
  ['j', 'warmup', 'amber', 'list-created', -1, [], null],
  [
    'j',
    'measure',
    'amber',
    'completed',
    0,
    [['POST /orders', 1000, 5000, 0]],
    ['selo-2', null, 6000, 0, 1, 'ambiguous'],
  ],
  ['p', ['PAS-1', 'PAS-2'], [['PAS-2', '/a', 'a string', '"\n"', 'GET /orders']]],
  ['b', 'selo-1', ['status is on-hold, not completed']],
  ['a', 1000.125, 'bírch "&" sons', 'order', 'coupon', 204],
  ['a', 1000, 'amber', null, null, 0],
  ['u', 1000.125, 'amber', 'order', 'coupon'],
];

test('every kind of fact survives writing and reading, on one line', () => {
  for (const fact of facts) {
    expect(writeFact(fact)).not.toContain('\n');
    expect(readFact(writeFact(fact))).toEqual(fact);
  }
});

test('a truncated line is not a fact', () => {
  for (const fact of facts) {
    const line = writeFact(fact);
    for (let length = 0; length < line.length; length += 1) expect(readFact(line.slice(0, length))).toBeUndefined();
  }
});

test('other lines are not facts', () => {
  const lines = ['', '[]', 'level=info msg="x"', '{"a":1}', 'null', '["a"', '[1,2]', ' ["a",1]', '["a",1]["a",2]'];
  expect(lines.map(readFact)).toEqual(lines.map(() => undefined));
});
