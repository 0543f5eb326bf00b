import { z } from 'zod';

/**
 * What judging comes to, in the order in which reports show it. `pass`: every assertion was seen to hold. `fail`: a must
 * does not hold. `warn`: a should does not hold. `unverified`: it could not be judged. `error`: our own fault.
 */
export const outcomes = ['pass', 'fail', 'warn', 'unverified', 'error'] as const;

export const outcomeSchema = z.enum(outcomes);
export type Outcome = z.output<typeof outcomeSchema>;

/** `must`: stated plainly. `should`: loose or inferred; what differs gets `warn`. */
export const levelSchema = z.enum(['must', 'should']);
export type Level = z.output<typeof levelSchema>;

/**
 * Why a rule was not judged. `not-offered`: the profile says that the target does not have it. `not-declared`: the
 * profile does not say how the target does it. `profile`: what the profile says of the target is wrong, so the target
 * refuses it each time, or nobody reaches the receiver. `not-observable`: the target's present state shows nothing
 * either way. `unavailable`: a 429, a 5xx, a timeout or a reset is no answer to judge. `not-reached`: a step before the
 * one that the rule is about did not work.
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
 * Whether a fault comes every time. `stable`: the same assertion failed each time that it was made, and often enough that
 * chance does not explain it. `intermittent`: it failed sometimes. `unconfirmed`: it never held, and was not seen often
 * enough to be called stable.
 */
export const stabilityKindSchema = z.enum(['stable', 'intermittent', 'unconfirmed']);
