import { TargetError } from '../fixtures/containers/target-error.ts';
import { Interrupted } from './cli-error.ts';

/** What a command reports to its caller. */
export const exitCodes = {
  holds: 0,
  /** No rule failed, and nothing was required; the sentence says how much was tested. */
  partial: 0,
  /** A rule failed, a waiver no longer counts, or, in strict mode, a warning or a rule that was not judged. */
  failed: 1,
  /** Wrong usage, or a fault of Selo. */
  wrong: 2,
  /** The target could not be judged. */
  unjudgeable: 3,
  /** A comparison could not decide. */
  inconclusive: 4,
  /** A certificate is authentic, and its level is below the one that was expected. */
  notGranted: 5,
  interrupted: 130,
} as const;

/** The exit code of a command that an error ended. */
export const exitCodeOf = (error: unknown): number => {
  if (error instanceof Interrupted) return exitCodes.interrupted;
  return error instanceof TargetError ? exitCodes.unjudgeable : exitCodes.wrong;
};
