import type { Comparison, LoadResult, Measure } from '../../core/load-result.ts';
import { type Markup, markup, nothing, table } from '../../reports/kit/page/markup.ts';
import { inWhole } from './figures.ts';
import { type Interval, intervalPlot } from './interval-plot.ts';
import { numberColumns, type Section, textColumns } from './section.ts';

const looks: Record<Measure['outcome'], Interval['look']> = {
  same: 'neutral',
  worse: 'bad',
  better: 'good',
  inconclusive: 'open',
};

const ratio = (value: number): string => value.toFixed(2);

const plot = (title: string, measures: readonly Measure[], { maxRegression }: Comparison): Markup =>
  intervalPlot({
    title,
    reference: 1,
    mark: { at: maxRegression, text: `at most ${maxRegression} acceptable` },
    isRatio: true,
    intervals: measures.map(({ name, ratio: value, low, high, outcome }) => ({
      name,
      value,
      low,
      high,
      description: `${ratio(value)} (${ratio(low)} to ${ratio(high)}) ${outcome}`,
      look: looks[outcome],
    })),
  });

const figures = (measures: readonly Measure[]): Markup =>
  markup`<details><summary>Figures</summary>${table(
    'Comparison in figures',
    [
      ...textColumns('Measure'),
      ...numberColumns('Ratio', '95 % interval', 'p', 'Minimum detectable effect', 'More rounds needed'),
      ...textColumns('Outcome'),
    ],
    measures.map(({ name, ratio: value, low, high, pValue, minimumDetectableEffect, morePairs, outcome }) => [
      name,
      ratio(value),
      `${ratio(low)} to ${ratio(high)}`,
      pValue < 0.001 ? '< 0.001' : pValue.toFixed(3),
      `from ${ratio(minimumDetectableEffect)}`,
      inWhole(morePairs),
      outcome,
    ]),
  )}</details>`;

const describe = ({ kind, baseline, runs }: Comparison): string =>
  kind === 'pairs'
    ? `Against ${baseline}, in ${runs} rounds side by side.`
    : `Against ${runs} stored runs of ${baseline}, which saw other conditions than this one.`;

/** The ratios to the baseline with their intervals, and the baseline compared with itself. */
export const comparisonSection = ({ gate: { comparison } }: LoadResult): Section[] => {
  if (!comparison) return [];
  const { measures, control } = comparison;
  const body = markup`<p>${describe(comparison)} For every measure, above 1 is worse. The lines are intervals of 95 %. A measure is worse if its whole interval lies above the largest acceptable change, and the same or better if it lies below. Otherwise it is inconclusive.</p>${plot('Candidate over baseline', measures, comparison)}${figures(measures)}${control ? markup`${plot('Control: the baseline against itself', control, comparison)}${figures(control)}` : nothing}`;
  return [{ id: 'comparison', title: 'Comparison with the baseline', body }];
};
