/** One small change of the platform's code. */
export interface Mutant {
  /** Switches it on in the instrumented code; drawn again whenever a file changes. */
  id: string;
  /** File, position, kind, text and replacement: the same mutant in another run over the same code. */
  key: string;
  file: string;
  /** From 1. */
  line: number;
  /** Offsets into the file: what is replaced. */
  start: number;
  end: number;
  mutator: string;
  original: string;
  replacement: string;
}

/** What became of a mutant. */
export type Fate =
  /** A rule turned red, each time that it was tried. */
  | 'caught'
  /** It never answered, or went round in circles. */
  | 'timed out'
  /** The platform does not start, or no run can be set up on it: no rule was judged. */
  | 'broken'
  /** It answers internal errors, no rule turned red for them, and the rules that met one are not judged. */
  | 'erring'
  /** No rule turned red, and rules that pass on the sound platform were not judged to the end. */
  | 'unjudged'
  /** Every rule was judged as on the sound platform. */
  | 'survived'
  /** No request of any rule gets as far. */
  | 'unreached';

/** A mutant with what the rules said of it. */
export interface Judged {
  mutant: Mutant;
  fate: Fate;
  /** The rule that turned red first, with what it said; or why it is broken or unjudged. */
  message: string;
  /** Id of that rule. */
  by?: string;
  /** How many rules were judged against it without minding. */
  unmoved: number;
  /** The set of choices under which it was judged last. */
  choices: string;
}
