import { type Markup, markup } from '../../reports/kit/page/markup.ts';
import { inPercent, inWhole } from './figures.ts';
import { percent } from './percent.ts';

export interface Share {
  name: string;
  count: number;
  /** Names its color. */
  look: string;
}

/** What is there must be seen, however little it is. */
const leastShown = 0.004;

/** A bar as long as the share that the value has of the highest. */
export const bar = (value: number, highest: number): Markup =>
  markup`<svg class="bar" height="12" aria-hidden="true"><rect class="first" width="${percent(value === 0 ? 0 : Math.max(leastShown, value / highest))}" height="12" rx="2"/></svg>`;

/** One bar in parts, each as long as its share of all. */
export const stackedBar = (title: string, shares: readonly Share[]): Markup => {
  const whole = shares.reduce((sum, { count }) => sum + count, 0);
  const descriptions = shares.map(({ name, count }) => `${name} ${inWhole(count)}, ${inPercent(count, whole)}`);
  let before = 0;
  const parts = shares.map(({ count, look }, index) => {
    const start = before;
    before += count;
    return markup`<rect class="part ${look}" x="${percent(start / whole)}" width="${percent(count / whole)}" height="22"><title>${descriptions[index] ?? ''}</title></rect>`;
  });
  return markup`<figure class="stacked"><svg role="img" height="22" aria-label="${title}: ${descriptions.join('; ')}">${parts}</svg><figcaption>${title}</figcaption></figure>`;
};
