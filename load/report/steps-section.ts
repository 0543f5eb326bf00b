import type { LoadResult } from '../../core/load-result.ts';
import { markup } from '../../reports/kit/page/markup.ts';
import { table } from '../../reports/kit/page/table.ts';
import { inBrief, inClock, inSigned, inTime, inWhole } from './figures.ts';
import { intervalPlot } from './interval-plot.ts';
import type { Section } from './section.ts';

/** Between which rates the target ceased to keep up, in words, with how sure that is. */
export const describeCapacity = ({
  steps,
  stableRate,
  unstableRate,
}: Pick<LoadResult, 'steps' | 'stableRate' | 'unstableRate'>): string => {
  const served = steps.find(({ rate, stable }) => stable === false && rate === unstableRate)?.served;
  const stood =
    stableRate === null
      ? 'No step was stable'
      : `The highest stable rate is ${inBrief(stableRate)} journeys a second (95 % sure)`;
  if (unstableRate === null) return `${stood}, and none was too high.`;
  const fell = `${stood}; ${inBrief(unstableRate)} a second were too many`;
  if (!served) return `${fell}.`;
  return `${fell}: ${inBrief(served.rate)} were served (98 % sure: ${inBrief(served.low)} to ${inBrief(served.high)}).`;
};

const outcomes = {
  true: { look: 'pass', word: '✓ stable' },
  false: { look: 'fail', word: '✗ not stable' },
  null: { look: 'unverified', word: '? too short to decide' },
} as const;

/** The rates that a breakpoint run tried, and which of them the target could hold. */
export const stepsSection = ({ steps, stableRate, unstableRate }: LoadResult): Section[] => {
  if (steps.length === 0) return [];
  const number = (name: string) => ({ name, isNumber: true });
  const rows = steps.map(({ rate, from, to, latencyP95, errors, dropped, stable, reason }) => [
    `${inBrief(rate)} a second`,
    `${inClock(from)} to ${inClock(to)}`,
    inTime(latencyP95),
    inWhole(errors),
    inWhole(dropped),
    markup`<span class="outcome ${outcomes[`${stable}`].look}">${outcomes[`${stable}`].word}</span>`,
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
      description: `${inSigned(slope)} (${inSigned(slopeLow)} to ${inSigned(slopeHigh)})`,
      look: stable === false ? 'bad' : 'neutral',
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
  return [
    {
      id: 'steps',
      title: 'Breakpoint',
      body: markup`<p>${describeCapacity({ steps, stableRate, unstableRate })}</p>${plot}${table('Steps', columns, rows)}`,
    },
  ];
};
