/** What k6 counted: iterations that ran, and those for which no virtual user was free. */
export interface Iterations {
  counted: number;
  dropped: number;
}

/** Reads the summary that a load script wrote. */
export const iterationsIn = (summary: string): Iterations => {
  const { metrics } = JSON.parse(summary) as {
    metrics: Record<string, { values: Record<string, number> } | undefined>;
  };
  const countOf = (name: string): number => metrics[name]?.values.count ?? 0;
  return { counted: countOf('iterations'), dropped: countOf('dropped_iterations') };
};

/** What several k6 processes counted together; undefined when there are none. */
export const sumOfIterations = ([first, ...others]: readonly Iterations[]): Iterations | undefined =>
  first &&
  others.reduce(
    (sum, { counted, dropped }) => ({ counted: sum.counted + counted, dropped: sum.dropped + dropped }),
    first,
  );
