import { median } from 'simple-statistics';

/** The middle of some figures, and the range of all, for example `4210 (3990 to 4305)`. */
export const spreadText = (figures: readonly number[], digits: number): string => {
  const [middle, lowest, highest] = [median([...figures]), Math.min(...figures), Math.max(...figures)];
  return `${middle.toFixed(digits)} (${lowest.toFixed(digits)} to ${highest.toFixed(digits)})`;
};

/** Round by round, because the other work of the machine changes between rounds. */
export const ratios = (ones: readonly number[], others: readonly number[]): number[] =>
  ones.map((one, round) => one / (others[round] ?? Number.NaN));
