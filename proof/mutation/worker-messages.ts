/** The JSON file that a worker starts with. */
export interface WorkerStart {
  root: string;
  sources: Record<string, string>;
}

export type Question =
  /** What one rule reaches; without a rule, what the setup of a run reaches. */
  | { ask: 'reach'; rule: string | undefined }
  /** What all rules reach, and their outcomes. */
  | { ask: 'reach of all'; choices: string }
  | { ask: 'reach of loading' }
  | { ask: 'judge'; mutant: string; isStatic: boolean; choices: string; phases: string[][] };

export interface Reach {
  hits: Record<string, number>;
  outcomes: Record<string, string>;
  milliseconds: number;
}

/** The parts of a verdict that matter for a mutant. */
export interface Said {
  rule: string;
  outcome: string;
  cause: string | undefined;
  /** The rule failed more than once. */
  isStable: boolean;
  described: string;
}

export type Answered =
  | { answer: 'reach'; reach: Reach }
  /** `troubles` are parts of the setup that failed. */
  | { answer: 'said'; said: Said[]; troubles: readonly string[]; isHitTooOften: boolean }
  /** No rule could be judged. */
  | { answer: 'broken'; why: string };
