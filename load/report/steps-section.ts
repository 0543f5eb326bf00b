import type { LoadResult } from '../../core/load-result.ts';
import { markup, table } from '../../reports/kit/page/markup.ts';
import { inBrief, inClock, inSigned, inTime, inWhole } from './figures.ts';
import { intervalPlot } from './interval-plot.ts';
import { numberColumns, type Section, textColumns } from './section.ts';

/** The highest stable and the lowest unstable rate, in words. */
export const describeCapacity = ({
  steps,
  stableRate,
  unstableRate,
}: Pick<LoadResult, 'steps' | 'stableRate' | 'unstableRate'>): string => {
  const served = steps.find(({ rate, stable }) => stable === false && rate === unstableRate)?.served;
  const stable =
    stableRate === null
      ? 'No step was stable'
      : `The highest stable rate is ${inBrief(stableRate)} journeys a second (95 % sure)`;
  if (unstableRate === null) return `${stable}, and none was too high.`;
  const unstable = `${stable}; ${inBrief(unstableRate)} a second were too many`;
  if (!served) return `${unstable}.`;
  return `${unstable}: ${inBrief(served.rate)} were served (98 % sure: ${inBrief(served.low)} to ${inBrief(served.high)}).`;
};

const outcomes = {
  true: { look: 'pass', word: '✓ stable' },
  false: { look: 'fail', word: '✗ not stable' },
  null: { look: 'unverified', word: '? too short to decide' },
} as const;

export const stepsSection = ({ steps, stableRate, unstableRate }: LoadResult): Section[] => {
  if (steps.length === 0) return [];
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
    ...textColumns('Journeys', 'From, to'),
    ...numberColumns('Request p95', 'Errors', 'Dropped'),
    ...textColumns('Outcome', 'Why'),
  ];
  const capacity = describeCapacity({ steps, stableRate, unstableRate });
  const body = markup`<p>${capacity}</p>${plot}${table('Steps', columns, rows)}`;
  return [{ id: 'steps', title: 'Breakpoint', body }];
};
