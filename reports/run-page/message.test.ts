import { expect, test } from 'vitest';
import { abridged, jsonLines, linesAt } from './message.ts';

const linesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ pointer: '-', label: '', text: `line ${index}` }));

const said = (count: number, marked: [number, number][]): string[] =>
  abridged(linesOf(count), marked).lines.map(({ label, text }) => label || text);

test('a short message stays whole, its marks where they were', () => {
  const lines = linesOf(20);
  expect(abridged(lines, [[2, 3]])).toEqual({
    lines,
    marked: [
      [2, 2],
      [3, 3],
    ],
  });
});

test('of a long one the beginning stays, and the surroundings of the mark', () => {
  const shown = said(1000, [[500, 500]]);
  expect(shown.slice(14, 19)).toEqual(['line 14', 'line 15', '… 472 lines', 'line 488', 'line 489']);
  expect(shown.slice(-2)).toEqual(['line 527', '… 472 lines']);
  const { lines, marked } = abridged(linesOf(1000), [[500, 500]]);
  expect(marked.map(([first]) => lines[first]?.text)).toEqual(['line 500']);
});

test('without a mark the beginning stays', () => {
  expect(said(100, []).slice(-2)).toEqual(['line 55', '… 44 lines']);
  expect(said(57, []).at(-1)).toBe('… 1 line');
});

test('a long line is cut', () => {
  const [line] = abridged([{ pointer: '-', label: '', text: 'x'.repeat(100_000) }], []).lines;
  expect(line?.text).toMatch(/^x{2000}… \(100000 characters\)$/);
});

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
