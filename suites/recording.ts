/** One input of a check. */
export type Input =
  /**
   * Numbers of the exchanges of one call; without a usable answer at their end, the reason in words. `call` counts the
   * calls of the try from 0 in the order in which they were made; absent where it is the order of their answers.
   */
  | { answers: number[]; unavailable?: string; call?: number }
  /** Epoch milliseconds, when the check asked for the time. */
  | { now: number }
  /** A wait of N milliseconds was over. */
  | { waited: number }
  /** A look at the deliveries for an order or a coupon, by their name in the evidence. */
  | { deliveries: string }
  /** Attempts that the capture server no longer had. */
  | { dropped: number }
  | { scripted: string }
  /** A mailbox or a listener was opened. */
  | { url: string }
  | { listener: 'open' | 'closed' }
  /** A company that the check may use beside others. */
  | { shared: string }
  /** A company that the check has alone, and the id of its registration where that was known. */
  | { alone: string; registration?: string }
  /** Which of the disposable users was handed out, from 0. */
  | { user: number };

/** The inputs of one try of a check, in the order in which they arrived. With the evidence, they are enough to judge the try again. */
export interface Recording {
  /** Identifies the try, and decides what it drew. */
  tried: number | string;
  /** Leads to the drawn case of a property, together with the run's seed. */
  path?: string;
  inputs: Input[];
}
