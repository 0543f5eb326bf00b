import { type Cause, type Outcome, outcomes } from '../core/outcome.ts';
import type { Result } from '../core/result.ts';

/** The counts by outcome, and two separate figures: conformance and coverage. */
export type Tally = Pick<Result, 'counts' | 'conformance' | 'coverage'>;

export const tallyOf = (verdicts: readonly { outcome: Outcome; cause?: Cause }[]): Tally => {
  const counts: Result['counts'] = { pass: 0, fail: 0, warn: 0, unverified: 0, error: 0 };
  for (const { outcome } of verdicts) counts[outcome]++;
  const judged = counts.pass + counts.fail + counts.warn;
  const notOffered = verdicts.filter(({ cause }) => cause === 'not-offered').length;
  return {
    counts,
    conformance: { held: counts.pass, judged },
    coverage: { judged, applicable: verdicts.length - notOffered },
  };
};

/** A share in percent, never rounded up to 100. */
export const percentOf = (part: number, whole: number): string => {
  if (whole === 0) return '–';
  if (part === whole) return '100 %';
  return `${(Math.floor((part / whole) * 1000) / 10).toFixed(1)} %`;
};

/** Conformance and coverage in percent. */
export const percentagesOf = ({ conformance, coverage }: Pick<Tally, 'conformance' | 'coverage'>): [string, string] => [
  percentOf(conformance.held, conformance.judged),
  percentOf(coverage.judged, coverage.applicable),
];

/** The counts behind the two figures, each as a phrase. */
export const figuresInWords = ({
  conformance,
  coverage,
}: Pick<Tally, 'conformance' | 'coverage'>): [string, string] => [
  `${conformance.held} of ${conformance.judged} judged rules passed`,
  `${coverage.judged} of ${coverage.applicable} applicable rules judged`,
];

/** The counts that are not 0: `12 pass, 1 fail`. */
export const countsInWords = (counts: Result['counts']): string =>
  outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcome}`)
    .join(', ') || 'nothing';
