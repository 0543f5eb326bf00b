/** What k6 counted: iterations that ran, and those for which no virtual user was free. */
export interface Iterations {
  counted: number;
  dropped: number;
  /** Share of the requests' time that went into connecting and transferring; null where k6 does not report it. */
  networkShare: number | null;
  /** Thresholds of the script, as k6 judged them. */
  thresholds: { text: string; crossed: boolean }[];
}

/** Names of k6's metrics: what the network takes of a request, and what the target takes. */
const onTheWay = ['http_req_connecting', 'http_req_tls_handshaking', 'http_req_sending', 'http_req_receiving'];
const atTheTarget = 'http_req_waiting';

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
  const way = onTheWay.reduce((sum, name) => sum + meanOf(name), 0);
  const whole = way + meanOf(atTheTarget);
  return {
    counted: countOf('iterations'),
    dropped: countOf('dropped_iterations'),
    networkShare: whole === 0 ? null : way / whole,
    thresholds: Object.entries(metrics).flatMap(([name, metric]) =>
      Object.entries(metric?.thresholds ?? {}).map(([text, { ok }]) => ({ text: `${name} ${text}`, crossed: !ok })),
    ),
  };
};

/** What several k6 processes counted together; undefined when there are none. */
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
