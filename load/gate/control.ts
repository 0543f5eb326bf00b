import type { Comparison, Measure } from '../../core/load-result.ts';

/** Measures by which the baseline differs from itself: then what was compared is not the versions alone. */
export const offControls = ({ control = [], maxRegression }: Comparison): Measure[] =>
  control.filter(({ ratio }) => ratio > maxRegression || ratio < 1 / maxRegression);
