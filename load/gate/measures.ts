import type { RunFigures } from './run-figures.ts';

/** Values of a run by the name of the measure; higher is worse for each. */
export type Measures = Readonly<Record<string, number>>;

/**
 * What runs are compared by: few figures, and those that vary least between runs alike. Percentiles further out vary by
 * half and more and would find nothing. Not more than three, or ten rounds could never decide.
 */
export const measuresOf = ({ requests, webhooks, stableRate }: RunFigures): Measures => {
  const order = requests.find(({ name }) => name === 'POST /orders')?.latencyMs.p50 ?? null;
  const webhook = webhooks.latencyMs.p50;
  const found: [string, number | null][] = [
    ['the median latency of POST /orders', order],
    ['the median webhook latency', webhook],
    ['the time per journey at the highest stable rate', stableRate === null ? null : 1 / stableRate],
  ];
  return Object.fromEntries(found.filter((entry): entry is [string, number] => entry[1] !== null && entry[1] > 0));
};

/** The names of the measures that all of these have. */
export const sharedMeasures = (all: readonly Measures[]): string[] =>
  Object.keys(all[0] ?? {}).filter((name) => all.every((measures) => measures[name] !== undefined));
