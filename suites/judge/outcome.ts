import type { Cause } from '../../core/outcome.ts';
import type { Subject } from '../subject.ts';

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
