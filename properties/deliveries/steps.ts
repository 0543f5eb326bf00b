import fc from 'fast-check';
import type { Step } from '../../core/control-api.ts';
import { recordOf } from '../arbitraries.ts';

/** What makes an attempt fail. */
export type Failure = { status: number } | 'reset' | 'hang';

/** The usual statuses of receivers, and any other. */
const failingStatus = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom(500, 503, 404, 429, 301, 303, 308, 409, 422, 501, 502, 504),
  fc.integer({ min: 300, max: 599 }),
);

export const successStatus = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom(200, 204, 202, 203, 205, 206, 207, 226),
  fc.integer({ min: 200, max: 299 }),
);

interface Weights {
  statuses: number;
  resets: number;
}

/** A hang takes as long as the platform waits for an answer, so there are few of them. */
const failureOf = ({ statuses, resets }: Weights): fc.Arbitrary<Failure> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: statuses, arbitrary: recordOf({ status: failingStatus }) },
    { weight: resets, arbitrary: fc.constant('reset' as const) },
    { weight: 1, arbitrary: fc.constant('hang' as const) },
  );

export const failure = failureOf({ statuses: 6, resets: 2 });

/** For properties with few cases: each kind of failure is likely. */
export const evenFailure = failureOf({ statuses: 4, resets: 3 });

export const failing = (drawn: Failure): Step => {
  if (drawn === 'reset') return { reset: true };
  return drawn === 'hang' ? { hang: true } : { status: drawn.status };
};
