/** What a worker is started with, as a file of JSON. */
export interface WorkerStart {
  root: string;
  sources: Record<string, string>;
}

/** What a worker is asked, one question at a time. */
export type Question =
  /** What is reached when one rule is judged alone; when none is, what setting up a run reaches. */
  | { ask: 'reach'; rule: string | undefined }
  /** What is reached when all rules are judged, and how each ends. */
  | { ask: 'reach of all'; choices: string }
  /** What loading the platform reaches. */
  | { ask: 'reach of loading' }
  | { ask: 'judge'; mutant: string; isStatic: boolean; choices: string; phases: string[][] };

export interface Reach {
  /** How often each mutant was reached. */
  hits: Record<string, number>;
  /** How each rule ended. */
  outcomes: Record<string, string>;
  milliseconds: number;
}

/** A verdict as it matters here. */
export interface Said {
  rule: string;
  outcome: string;
  cause: string | undefined;
  /** The fault was seen more than once. */
  isStable: boolean;
  described: string;
}

export type Answered =
  | { answer: 'reach'; reach: Reach }
  /** `troubles` say what could not be set up. */
  | { answer: 'said'; said: Said[]; troubles: readonly string[]; isHitTooOften: boolean }
  /** No rule could be judged. */
  | { answer: 'broken'; why: string };
