import type { Comparison, Gate, GateReason, LoadResult } from '../../core/load-result.ts';
import type { Paint } from '../../reports/kit/printable.ts';

type Color = Parameters<Paint>[0];

export const verdictLook: Record<Gate['verdict'], { sign: string; color: Color }> = {
  pass: { sign: '✓', color: 'green' },
  fail: { sign: '✗', color: 'red' },
  inconclusive: { sign: '?', color: 'yellow' },
  invalid: { sign: '‼', color: 'magenta' },
};

/** The steps of the gate in their order, each as a question. */
export const gateSteps: readonly { step: GateReason['step']; question: string }[] = [
  { step: 'validity', question: 'does the run say anything about the target?' },
  { step: 'saturation', question: 'did the target keep up with the rate?' },
  { step: 'correctness', question: 'was everything done, and done once?' },
  { step: 'objectives', question: 'was it fast enough?' },
  { step: 'comparison', question: 'is it as good as the baseline?' },
];

const moreRuns = (comparison: Comparison | undefined): string => {
  const most = Math.max(0, ...(comparison?.measures ?? []).map(({ morePairs }) => morePairs));
  if (most === 0) return 'more runs would not settle it; judge the intervals yourself';
  return comparison?.kind === 'pairs' ? `run ${most} more rounds` : `store ${most} more runs of each`;
};

/** What to do next, in sentences. */
export const nextSteps = ({ run, gate }: LoadResult): string[] => {
  const again = 'run again with the same script, shape and rate';
  const failed = gate.reasons.filter(({ outcome }) => outcome === 'fail').length;
  const ended = run.ended === 'complete' ? [] : ['the run did not come to its end: its figures are partial'];
  switch (gate.verdict) {
    case 'pass':
      return [...ended, 'no release blockers found; keep result.json as a baseline for the next release'];
    case 'fail':
      return [
        ...ended,
        `stop the release; fix ${failed === 1 ? 'what is broken' : `what the ${failed} failed checks name, in their order`}, then ${again}`,
      ];
    case 'inconclusive':
      return [...ended, `neither release nor refuse on this: ${moreRuns(gate.comparison)}`];
    case 'invalid':
      return [...ended, `this run does not judge the target: do what the reasons advise, then ${again}`];
  }
};
