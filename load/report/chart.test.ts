import { expect, test } from 'vitest';
import { type LineChart, lineChart, logTicks, roundTicks, timeTicks } from './chart.ts';

const chart = (changes: Partial<LineChart> = {}): string =>
  lineChart({
    id: 'sample',
    title: 'Sample',
    subtitle: 'a second',
    at: [0, 1, 2, 3],
    width: 1,
    lines: [
      { name: 'low', look: 'low', values: [1, 2, 3, 4] },
      { name: 'high', look: 'high', values: [2, 4, 6, 8] },
    ],
    bands: [],
    describeValue: (value) => `${value} u`,
    ...changes,
  }).text;

const pathsOf = (text: string): string[] =>
  [...text.matchAll(/<path class="line [a-z]+" d="([^"]*)"\/>(?!<\/svg>)/g)].map(([, path = '']) => path);

test('a point is in the middle of its second, and the highest tick is the top', () => {
  expect(pathsOf(chart())[1]).toBe('M125 135L375 90L625 45L875 0');
});

test('a missing value leaves a gap, and a point between gaps is a dot', () => {
  const lines = [
    { name: 'p99', look: 'high', values: [8, null, 8, 8] },
    { name: 'p50', look: 'low', values: [null, 4, null, null] },
  ] as const;
  expect(pathsOf(chart({ lines }))).toEqual(['M125 0h0M625 0L875 0', 'M375 90h0']);
});

test('labels of lines that coincide do not overlap', () => {
  const lines = ['a', 'b', 'c'].map((name) => ({ name, look: 'first' as const, values: [0, 0, 0, 9] }));
  const tops = [...chart({ lines }).matchAll(/class="direct first"[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(tops).toEqual([152, 166, 180]);
});

test('a value far above the rest makes the scale logarithmic, and the caption says so', () => {
  const lines = [{ name: 'p50', look: 'low', values: [10, 10, 10, 900] } as const];
  expect(chart({ lines })).toContain('Logarithmic scale.');
  expect(chart()).not.toContain('Logarithmic scale.');
});

test('a band that exceeds the run ends with it', () => {
  const bands = [{ label: 'A', name: 'receivers refuse', from: 2, to: 90 }];
  expect(chart({ bands })).toContain('<rect class="band" x="50%" y="0" width="50%"');
});

test('the only line of a chart has no label, but the only remaining line of several has one', () => {
  const backlog = { name: 'backlog', look: 'first', values: [1, 2, 3, 4] } as const;
  expect(chart({ lines: [backlog] })).not.toContain('class="direct');
  expect(chart({ lines: [backlog, { name: 'p99', look: 'high', values: [null, null, null, null] }] })).toContain(
    '>backlog</text>',
  );
});

test('the description has the range of each line', () => {
  expect(chart()).toContain('<desc id="sample-desc">low from 1 u to 4 u; high from 2 u to 8 u</desc>');
});

test('the table has the figures of every point', () => {
  expect(chart()).toContain('<tr><th scope="row">0:03</th><td>4 u</td><td>8 u</td></tr>');
});

test.each([
  [0, [0, 1]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [7, [0, 2, 4, 6, 8]],
  [660, [0, 200, 400, 600, 800]],
  [1000, [0, 500, 1000]],
])('the axis up to %d has round steps', (highest, ticks) => {
  expect(roundTicks(highest)).toEqual(ticks);
});

test.each([
  [3, 40, [1, 10, 100]],
  [10, 10, [10, 100]],
  [0.4, 900, [0.1, 1, 10, 100, 1000]],
])('powers of ten cover %d to %d', (lowest, highest, ticks) => {
  expect(logTicks(lowest, highest)).toEqual(ticks);
});

test.each([
  [45, 8, 10],
  [400, 8, 60],
  [4000, 5, 900],
  [7 * 24 * 3600, 5, 172_800],
])('%d seconds have at most %d ticks after the first, one every %d seconds', (last, atMost, step) => {
  const ticks = timeTicks(last, atMost);
  expect(ticks[1]).toBe(step);
  expect(ticks.length).toBeLessThanOrEqual(atMost + 1);
});
