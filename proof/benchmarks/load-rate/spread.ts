/** The middle of some figures, and between which they lay. */
export interface Spread {
  median: number;
  lowest: number;
  highest: number;
}

export const spreadOf = (figures: readonly number[]): Spread => {
  const sorted = figures.toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  const [below = Number.NaN, above = Number.NaN] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return { median: (below + above) / 2, lowest: sorted.at(0) ?? Number.NaN, highest: sorted.at(-1) ?? Number.NaN };
};

/** For example `4210 (3990 to 4305)`. */
export const spreadText = (figures: readonly number[], digits: number): string => {
  const { median, lowest, highest } = spreadOf(figures);
  return `${median.toFixed(digits)} (${lowest.toFixed(digits)} to ${highest.toFixed(digits)})`;
};
