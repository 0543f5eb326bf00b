import type { Comparison, LoadResult } from '../../core/load-result.ts';

const moreRuns = (comparison: Comparison | undefined): string => {
  const most = Math.max(0, ...(comparison?.measures ?? []).map(({ morePairs }) => morePairs));
  if (most === 0) return 'more runs would not settle it; judge the intervals yourself';
  return comparison?.kind === 'pairs' ? `run ${most} more rounds` : `store ${most} more runs of each`;
};

/** What the reader of a result does next: a sentence each. */
export const nextSteps = ({ run, gate }: LoadResult): string[] => {
  const again = 'run again with the same script, shape and rate';
  const broken = gate.reasons.filter(({ outcome }) => outcome === 'fail').length;
  const ended = run.ended === 'complete' ? [] : ['the run did not come to its end: its figures are partial'];
  switch (gate.verdict) {
    case 'pass':
      return [...ended, 'nothing stands against a release; keep result.json as a baseline for the next one'];
    case 'fail':
      return [
        ...ended,
        `hold the release; fix ${broken === 1 ? 'what is broken' : `what the ${broken} failed checks name, in their order`}, then ${again}`,
      ];
    case 'inconclusive':
      return [...ended, `neither release nor refuse on this: ${moreRuns(gate.comparison)}`];
    case 'invalid':
      return [...ended, `this run does not judge the target: do what the reasons advise, then ${again}`];
  }
};
