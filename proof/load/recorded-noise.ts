import { z } from 'zod';
import type { HistoryEntry } from '../../load/gate/history.ts';

const measures = z.record(z.string(), z.number().positive());

/** Measures of equal runs, in rounds of three. */
export const recordedNoiseSchema = z.strictObject({
  source: z.string(),
  rounds: z.array(z.tuple([measures, measures, measures])).min(1),
});

type RecordedNoise = z.output<typeof recordedNoiseSchema>;

const digits = 5;

const shortened = (values: HistoryEntry['measures']): HistoryEntry['measures'] =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value.toPrecision(digits))]));

/**
 * Takes a history of equal runs; each three in a row are a round. Throws if there are fewer than ten rounds, or if version,
 * configuration or machine changed.
 */
export const noiseOfHistory = (history: readonly HistoryEntry[]): RecordedNoise => {
  const kinds = new Set(
    history.map(({ version, configuration, machine }) => `${version}, ${configuration}, ${machine}`),
  );
  if (kinds.size > 1) throw new Error(`the runs were not alike: ${[...kinds].join(' and ')}`);
  const rounds: RecordedNoise['rounds'] = [];
  for (let at = 0; at + 2 < history.length; at += 3) {
    const [first, second, third] = history.slice(at, at + 3);
    if (!first || !second || !third) break;
    rounds.push([shortened(first.measures), shortened(second.measures), shortened(third.measures)]);
  }
  if (rounds.length < 10) throw new Error(`${history.length} runs are too few: ten rounds of three are needed`);
  const [first] = history;
  return { source: `${first?.date.slice(0, 10)}, version ${first?.version} on ${first?.machine}`, rounds };
};
