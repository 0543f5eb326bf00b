/** What k6 counted. */
export interface Iterations {
  counted: number;
  /** Iterations for which no virtual user was free. */
  dropped: number;
  /** Share of the time of requests for connecting and transferring; null if k6 does not report it. */
  networkShare: number | null;
  thresholds: { text: string; crossed: boolean }[];
}

// metrics of k6
const networkMetrics = ['http_req_connecting', 'http_req_tls_handshaking', 'http_req_sending', 'http_req_receiving'];
const targetMetric = 'http_req_waiting';

/** Reads the summary that a load script wrote. */
export const iterationsIn = (summary: string): Iterations => {
  const { metrics } = JSON.parse(summary) as {
    metrics: Record<
      string,
      { values: Record<string, number>; thresholds?: Record<string, { ok: boolean }> } | undefined
    >;
  };
  const countOf = (name: string): number => metrics[name]?.values.count ?? 0;
  const meanOf = (name: string): number => metrics[name]?.values.avg ?? 0;
  const network = networkMetrics.reduce((sum, name) => sum + meanOf(name), 0);
  const whole = network + meanOf(targetMetric);
  return {
    counted: countOf('iterations'),
    dropped: countOf('dropped_iterations'),
    networkShare: whole === 0 ? null : network / whole,
    thresholds: Object.entries(metrics).flatMap(([name, metric]) =>
      Object.entries(metric?.thresholds ?? {}).map(([text, { ok }]) => ({ text: `${name} ${text}`, crossed: !ok })),
    ),
  };
};

/** The sum over several k6 processes; undefined without any. */
export const sumOfIterations = ([first, ...others]: readonly Iterations[]): Iterations | undefined =>
  first &&
  others.reduce(
    (sum, { counted, dropped, networkShare, thresholds }) => ({
      counted: sum.counted + counted,
      dropped: sum.dropped + dropped,
      thresholds: [...sum.thresholds, ...thresholds],
      networkShare: sum.networkShare === null ? networkShare : Math.max(sum.networkShare, networkShare ?? 0),
    }),
    first,
  );
