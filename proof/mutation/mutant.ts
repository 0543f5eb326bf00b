/** One small change of the platform's code. */
export interface Mutant {
  /** Switches the mutant on. It changes whenever a file changes. */
  id: string;
  file: string;
  /** From 1. */
  line: number;
  /** Offsets of the replaced text. */
  start: number;
  end: number;
  original: string;
  replacement: string;
}

export type Fate =
  /** A rule that passes without the mutant failed. */
  | 'caught'
  /** The platform looped. */
  | 'timed out'
  /** The platform does not start, or no run can be set up on it: no rule was judged. */
  | 'broken'
  /** The platform answers internal errors, no rule failed for them, and the rules that met one are unverified. */
  | 'erring'
  /** No rule failed, and rules that pass on the sound platform are unverified. */
  | 'unjudged'
  /** Every verdict is that of the sound platform. */
  | 'survived'
  /** No request of any rule reaches the code. */
  | 'unreached';

export interface Judged {
  mutant: Mutant;
  fate: Fate;
  /** The first failure; or why the mutant is broken or unjudged. */
  message: string;
  /** The number of rules without those that it kept from passing; 0 if it is caught or breaks the platform. */
  unmoved: number;
}
