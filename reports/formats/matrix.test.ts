import { stripVTControlCharacters, styleText } from 'node:util';
import { expect, test } from 'vitest';
import { type Paint, plain } from '../kit/paint.ts';
import { sectionTitles } from '../listed-rules.ts';
import { sampleVerdict } from '../test-samples.ts';
import { groupMatrixOf, matrixOf } from './matrix.ts';

const everySection = [...sectionTitles.keys()].map((section) => sampleVerdict({ section }));
const colored: Paint = (color, text) => styleText(color, text, { validateStream: false });

test('a line a section, in the order of the catalogue, then the sum', () => {
  const firstCells = matrixOf(everySection, plain).map((line) => line.slice(0, 15).trim());
  expect(firstCells.at(-1)).toBe('All');
  expect(firstCells.slice(1, -2)).toEqual([...sectionTitles.values()].map((title) => title.slice(0, 15).trim()));
});

test('the counts and both figures stand in the line of their section', () => {
  const verdicts = [
    sampleVerdict(),
    sampleVerdict({ outcome: 'fail' }),
    sampleVerdict({ outcome: 'unverified', cause: 'unavailable' }),
  ];
  const line = matrixOf(verdicts, plain)[1];
  expect(line?.trim().split(/\s{2,}/)).toEqual(['Paginated lists', '3', '1', '1', '·', '1', '·', '50.0 %', '66.6 %']);
});

test('lines are aligned and at most 100 columns wide, in color too', () => {
  const verdicts = [...everySection, ...Array.from({ length: 1500 }, () => sampleVerdict({ outcome: 'fail' }))];
  const widths = matrixOf(verdicts, colored).map((line) => stripVTControlCharacters(line).length);
  expect(new Set(widths).size).toBe(1);
  expect(widths[0]).toBeLessThanOrEqual(100);
});

test('a section that was not selected has no line', () => {
  expect(matrixOf([sampleVerdict()], plain)).toHaveLength(4);
});

test('a line a group, for the groups that have rules of the run', () => {
  const lines = groupMatrixOf([sampleVerdict({ rule: 'PAG-1' })], plain);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['Group', 'smoke', 'sync']);
});
