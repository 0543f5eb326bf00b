/** Upper ends in ms of the bins that latencies over time are counted in; the last bin has none. */
export const latencyEdgesMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] as const;

/** How many of these latencies lie in each bin. */
export const latencyBinsOf = (latenciesMs: readonly number[]): number[] => {
  const bins = Array.from({ length: latencyEdgesMs.length + 1 }, () => 0);
  for (const each of latenciesMs) {
    const found = latencyEdgesMs.findIndex((edge) => each < edge);
    const bin = found === -1 ? latencyEdgesMs.length : found;
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
};
