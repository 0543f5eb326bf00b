import { build, decodeFromCompressedBase64, type Histogram } from 'hdr-histogram-js';
import type { Spread } from '../../../core/load-result.ts';

/** The samples of several spreads, in microseconds, decoded from their histograms. */
export const decoded = (spreads: readonly Pick<Spread, 'histogram'>[]): Histogram => {
  const together = build();
  for (const { histogram } of spreads) together.add(decodeFromCompressedBase64(histogram, 32));
  return together;
};
