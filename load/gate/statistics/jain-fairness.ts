import { mean, rootMeanSquare } from 'simple-statistics';

/** Jain's index: 1 when all shares are alike, one over their number when one has all; null of fewer than two. */
export const jainFairness = (shares: readonly number[]): number | null => {
  if (shares.length < 2) return null;
  const spread = rootMeanSquare([...shares]);
  return spread === 0 ? 1 : (mean([...shares]) / spread) ** 2;
};
