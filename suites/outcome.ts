import type { Subject } from './subject.ts';

/** Why a rule was not judged. */
export type Cause =
  /** The profile says that the target does not have it. */
  | 'not-offered'
  /** The profile does not say how the target does it. */
  | 'not-declared'
  /** What the profile says of the target is wrong: the target refuses it each time, or nobody reaches the receiver. */
  | 'profile'
  /** The target's present state shows nothing either way. */
  | 'not-observable'
  /** 429, 5xx, a time-out, a reset: the target gave no answer to judge. */
  | 'unavailable'
  /** A step before the one that the rule is about did not work. */
  | 'not-reached';

/** The rule does not hold: the only error that makes the verdict fail. */
export class RuleViolation extends Error {
  override name = 'RuleViolation' as const;
  subject: Subject;
  pointer: string;
  expected: string;
  actual: string;
  constructor(subject: Subject, pointer: string, expected: string, actual: string) {
    super(`${pointer}: expected ${expected}, got ${actual}`);
    this.subject = subject;
    this.pointer = pointer;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The rule could not be judged. */
export class Unverified extends Error {
  override name = 'Unverified' as const;
  because: Cause;
  constructor(because: Cause, reason: string) {
    super(reason);
    this.because = because;
  }
}
