import { expect, test } from 'vitest';
import { abridged } from './message.ts';

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
