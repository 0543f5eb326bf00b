/** The obligations that must find a fault of the example shop. */
export interface ExpectedBreach {
  /** The obligation about this fault. */
  breaks: `PART-${number}`;
  /** Other obligations that the same fault may break. */
  also?: readonly `PART-${number}`[];
  /** The scenarios that show it. Default: all except the burst. */
  plays?: 'burst' | readonly string[];
}
