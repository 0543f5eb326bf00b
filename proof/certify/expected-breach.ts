/** What a faulty form of the example shop must be found by. */
export interface ExpectedBreach {
  /** The obligation that is about this fault. */
  breaks: `PART-${number}`;
  /** Others that the same fault breaks too, or may. */
  also?: readonly `PART-${number}`[];
  /** Where it shows: in the burst of notifications, or in these scenarios; in all but the burst when left out. */
  plays?: 'burst' | readonly string[];
}
