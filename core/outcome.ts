import { z } from 'zod';

/**
 * The outcomes in the order of reports. `pass`: every assertion held. `fail`: a must does not hold. `warn`: a should does
 * not hold. `unverified`: the rule could not be judged. `error`: a fault of Selo.
 */
export const outcomes = ['pass', 'fail', 'warn', 'unverified', 'error'] as const;

export const outcomeSchema = z.enum(outcomes);
export type Outcome = z.output<typeof outcomeSchema>;

/** `must`: the document states it plainly. `should`: it is loosely worded or inferred, so a difference is a `warn`. */
export const levelSchema = z.enum(['must', 'should']);
export type Level = z.output<typeof levelSchema>;

/**
 * Why a rule was not judged. `not-offered`: the profile says that the target does not have it. `not-declared`: the profile
 * does not say how the target does it. `profile`: the profile is wrong, so the target refuses every request or cannot reach
 * the receiver. `not-observable`: the present state of the target shows neither outcome. `unavailable`: a 429, a 5xx, a
 * timeout or a reset is not an answer to judge. `not-reached`: an earlier step of the check did not work.
 */
export const causeSchema = z.enum([
  'not-offered',
  'not-declared',
  'profile',
  'not-observable',
  'unavailable',
  'not-reached',
]);
export type Cause = z.output<typeof causeSchema>;

/**
 * Whether a fault comes every time. `stable`: the same assertion failed every time, too often for chance. `intermittent`:
 * it failed sometimes. `unconfirmed`: it never held, but was not made often enough to be called stable.
 */
export const stabilityKindSchema = z.enum(['stable', 'intermittent', 'unconfirmed']);
