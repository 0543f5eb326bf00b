import type { TrendPoint } from '../history/trend.ts';

/** Pixels of the plot of the shares. */
export const sharesHeight = 140;

/** In percent, from the lowest to 100: as few as show the lowest share, and more than one. */
const ticksFor = (points: readonly TrendPoint[]): number[] => {
  const shares = points.flatMap(({ conformance, coverage }) => [conformance ?? 1, coverage ?? 1]);
  const below = 100 * (1 - Math.min(1, ...shares));
  const step = [1, 2, 5, 10].find((each) => below <= 4 * each) ?? 25;
  const steps = Math.max(2, Math.ceil(below / step));
  return Array.from({ length: steps + 1 }, (_, index) => 100 - (steps - index) * step);
};

/** Where the points of a trend lie. */
export interface Frame {
  points: readonly TrendPoint[];
  ticks: readonly number[];
  /** Of the point of this index, as a length of SVG. */
  x: (index: number) => string;
  /** Pixels from the top, for a share from 0 to 1. */
  y: (share: number) => number;
}

/** Places points of a trend, at equal distances and on a scale that shows their lowest share. */
export const frameOf = (points: readonly TrendPoint[]): Frame => {
  const ticks = ticksFor(points.filter(({ isPart }) => !isPart));
  const lowest = ticks[0] ?? 0;
  return {
    ...{ points, ticks },
    x: (index) => `${((100 * (index + 0.5)) / points.length).toFixed(2)}%`,
    y: (share) => Number((sharesHeight * (1 - (100 * share - lowest) / (100 - lowest))).toFixed(1)),
  };
};
