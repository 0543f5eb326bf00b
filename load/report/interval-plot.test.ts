import { expect, test } from 'vitest';
import { type Interval, intervalPlot } from './interval-plot.ts';

const interval = (low: number, value: number, high: number): Interval => ({
  name: 'p50',
  value,
  low,
  high,
  description: 'described',
  look: 'neutral',
});

const places = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, place = '']) => Number(place));

test('ratios have a logarithmic scale: 0.5 is as far from 1 as 2', () => {
  const { text } = intervalPlot({ title: 'x', reference: 1, isRatio: true, intervals: [interval(0.5, 1, 2)] });
  const [low = 0] = places(text, /class="whisker neutral" x1="([\d.]+)%"/g);
  const [high = 0] = places(text, /class="whisker neutral" x1="[\d.]+%" x2="([\d.]+)%"/g);
  const [middle] = places(text, /cx="([\d.]+)%"/g);
  expect([low, middle, high]).toEqual([6, 50, 94]);
});

test('the reference and the mark are drawn in every row, even beyond the intervals', () => {
  const { text } = intervalPlot({
    title: 'x',
    reference: 0,
    mark: { at: 10, text: 'limit' },
    isRatio: false,
    intervals: [interval(4, 5, 6), interval(3, 4, 5)],
  });
  expect(places(text, /class="base" x1="([\d.]+)%"/g)).toEqual([6, 6]);
  expect(places(text, /class="mark" x1="([\d.]+)%"/g)).toEqual([94, 94]);
});

test('intervals without width are drawn', () => {
  const { text } = intervalPlot({ title: 'x', reference: 0, isRatio: false, intervals: [interval(0, 0, 0)] });
  expect(text).not.toMatch(/NaN|Infinity/);
});
