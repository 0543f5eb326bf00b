import { type Markup, markup, nothing } from '../../reports/kit/page/markup.ts';
import { percent } from './figures.ts';

export interface Interval {
  name: string;
  value: number;
  low: number;
  high: number;
  description: string;
  look: 'good' | 'bad' | 'open' | 'neutral';
}

interface IntervalPlot {
  title: string;
  intervals: readonly Interval[];
  /** The value for no difference: 1 for ratios, 0 for growth. */
  reference: number;
  /** A second reference line. */
  mark?: { at: number; text: string };
  /** The scale is logarithmic, so that 2 is as far from 1 as 0.5. */
  isRatio: boolean;
}

const height = 26;
const middle = height / 2;
const margin = 0.06;

/** Intervals on one scale, one below the other. */
export const intervalPlot = ({ title, intervals, reference, mark, isRatio }: IntervalPlot): Markup => {
  const placed = (value: number): number => (isRatio ? Math.log(Math.max(value, 1e-6)) : value);
  const all = [reference, ...(mark ? [mark.at] : []), ...intervals.flatMap(({ low, high }) => [low, high])].map(placed);
  const lowest = Math.min(...all);
  const span = Math.max(...all) - lowest || 1;
  const x = (value: number): number => margin + (1 - 2 * margin) * ((placed(value) - lowest) / span);
  const rules = markup`<line class="base" x1="${percent(x(reference))}" x2="${percent(x(reference))}" y1="0" y2="${height}"/>${mark ? markup`<line class="mark" x1="${percent(x(mark.at))}" x2="${percent(x(mark.at))}" y1="0" y2="${height}"/>` : nothing}`;
  const rows = intervals.map(
    ({ name, value, low, high, description, look }) =>
      markup`<div class="interval"><span>${name}</span><svg role="img" height="${height}" aria-label="${name}: ${description}"><title>${name}: ${description}</title>${rules}<line class="whisker ${look}" x1="${percent(x(low))}" x2="${percent(x(high))}" y1="${middle}" y2="${middle}"/><circle class="dot ${look}" cx="${percent(x(value))}" cy="${middle}" r="4.5"/></svg><span class="description">${description}</span></div>`,
  );
  const isRight = mark !== undefined && x(mark.at) > 0.6;
  const axis = markup`<div class="interval axis" aria-hidden="true"><span></span><svg height="34"><text class="x" x="${percent(x(reference))}" y="12">${reference}</text>${mark ? markup`<text class="${isRight ? 'x before' : 'x after'}" x="${percent(x(mark.at))}" y="27">${mark.text}</text>` : nothing}</svg><span></span></div>`;
  return markup`<figure class="intervals"><h3>${title}</h3>${rows}${axis}</figure>`;
};
