import { expect, test } from 'vitest';
import { jsonLines } from './json-lines.ts';
import { linesAt } from './message.ts';

const laidOut = (text: string): string | undefined =>
  jsonLines(text)
    ?.map(({ label, text: rest }) => label + rest)
    .join('\n');

test.each([
  '{"a":1,"b":[true,null,{"c":"d"}],"e":{},"f":[]}',
  '[[],[[]],{}]',
  '{"quoted \\" and : , {":"} ] \\\\"}',
  '"text"',
  '-1.5',
  '[]',
])('JSON has a line a value and says the same: %s', (text) => {
  expect(laidOut(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
});

test('numbers keep their digits, and a name that stands twice stays twice', () => {
  expect(laidOut('{"price":10.00, "price":1e2,"id":12345678901234567890}')).toBe(
    '{\n  "price": 10.00,\n  "price": 1e2,\n  "id": 12345678901234567890\n}',
  );
});

test.each(['', 'no JSON', '{"a":', '[1,]'])('what is no JSON has no lines: %j', (text) => {
  expect(jsonLines(text)).toBeUndefined();
});

test('what lies too deep to be indented has no lines', () => {
  expect(jsonLines('['.repeat(5000) + ']'.repeat(5000))).toBeUndefined();
});

const lines = jsonLines('{"data":[{"id":1,"a/b~c":2},{"id":3}],"n":{"é\\u0041":4}}') ?? [];

test.each([
  ['/data', [1, 9]],
  ['/data/0', [2, 5]],
  ['/data/1/id', [7, 7]],
  ['/data/0/a~1b~0c', [4, 4]],
  ['/n/éA', [11, 11]],
])('a pointer leads to its lines: %s', (pointer, range) => {
  expect(linesAt(lines, pointer)).toEqual(range);
});

test('a pointer to nothing leads to the value around it; one to the whole, or to no part of it, to none', () => {
  expect(linesAt(lines, '/data/1/name/first')).toEqual([6, 6]);
  expect(linesAt(lines, '/other')).toEqual([0, 0]);
  for (const pointer of ['', 'status', 'attempts']) expect(linesAt(lines, pointer)).toBeUndefined();
});
