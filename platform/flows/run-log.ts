/** One run of a flow, for the panel. */
export interface FlowRun {
  flowId: string;
  companyId: string;
  /** Null when the panel started it for a customer. */
  orderId: string | null;
  phone: string;
  couponId: string;
  couponCode: string;
  ranAt: string;
}

const maxKept = 10_000;

/** Remembers the latest runs. */
export interface RunLog {
  add(run: FlowRun): void;
  ofCompany(companyId: string): FlowRun[];
}

export function createRunLog(): RunLog {
  const runs: FlowRun[] = [];
  let oldest = 0;
  return {
    add(run) {
      if (runs.length < maxKept) runs.push(run);
      else {
        runs[oldest] = run;
        oldest = (oldest + 1) % maxKept;
      }
    },
    ofCompany: (companyId) =>
      [...runs.slice(oldest), ...runs.slice(0, oldest)].filter((run) => run.companyId === companyId),
  };
}
