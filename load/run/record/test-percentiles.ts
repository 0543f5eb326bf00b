/** How many observations a second needs until its 50th, its 95th and its 99th percentile are reported, for tests. */
export const percentileCounts = [
  [1, false, false, false],
  [2, true, false, false],
  [19, true, false, false],
  [20, true, true, false],
  [99, true, true, false],
  [100, true, true, true],
] as const;
