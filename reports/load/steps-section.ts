import type { LoadResult } from '../../load/result.ts';
import { markup } from '../page/markup.ts';
import { table } from '../page/table.ts';
import { inBrief, inClock, inSigned, inTime, inWhole } from './figures.ts';
import { intervalPlot } from './interval-plot.ts';
import type { Section } from './section.ts';

/** The rates that a breakpoint run tried, and which of them the target could hold. */
export const stepsSection = ({ steps, stableRate }: LoadResult): Section[] => {
  if (steps.length === 0) return [];
  const number = (name: string) => ({ name, isNumber: true });
  const told =
    stableRate === null
      ? 'No step was stable.'
      : `The highest stable rate is ${inBrief(stableRate)} journeys a second.`;
  const rows = steps.map(({ rate, from, to, latencyP95, errors, dropped, stable, reason }) => [
    `${inBrief(rate)} a second`,
    `${inClock(from)} to ${inClock(to)}`,
    inTime(latencyP95),
    inWhole(errors),
    inWhole(dropped),
    markup`<span class="outcome ${stable ? 'held' : 'missed'}">${stable ? '✓ stable' : '✗ not stable'}</span>`,
    reason,
  ]);
  const plot = intervalPlot({
    title: 'Growth of the backlog, notifications a second',
    reference: 0,
    isRatio: false,
    intervals: steps.map(({ rate, slope, slopeLow, slopeHigh, stable }) => ({
      name: `${inBrief(rate)} journeys a second`,
      value: slope,
      low: slopeLow,
      high: slopeHigh,
      told: `${inSigned(slope)} (${inSigned(slopeLow)} to ${inSigned(slopeHigh)})`,
      look: stable ? 'neutral' : 'bad',
    })),
  });
  const columns = [
    { name: 'Journeys' },
    { name: 'From, to' },
    number('Request p95'),
    number('Errors'),
    number('Dropped'),
    { name: 'Outcome' },
    { name: 'Why' },
  ];
  return [{ id: 'steps', title: 'Breakpoint', body: markup`<p>${told}</p>${plot}${table('Steps', columns, rows)}` }];
};
