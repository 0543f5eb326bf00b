/** Steps of 1, 2 or 5 times a power of ten from 0 until the highest value is reached, about as many as asked for. */
export const roundTicks = (highest: number, about: number): number[] => {
  if (highest <= 0) return [0, 1];
  const rough = highest / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 10 * power;
  const count = Math.ceil(highest / step - 1e-9);
  // divided rather than multiplied where the power is below one, so that 0.3 is not 0.30000000000000004
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
};

/** Powers of ten that enclose the values, which must be above 0. */
export const logTicks = (lowest: number, highest: number): number[] => {
  const from = Math.floor(Math.log10(lowest) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(highest) - 1e-9));
  return Array.from({ length: to - from + 1 }, (_, index) => Number((10 ** (from + index)).toPrecision(12)));
};

const second = 1;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const timeSteps = [
  1,
  2,
  5,
  10,
  15,
  30,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  6 * hour,
  12 * hour,
  day,
];

/** Moments at round times from 0 to the last second, about as many as asked for at most. */
export const timeTicks = (lastSecond: number, atMost: number): number[] => {
  const step = timeSteps.find((each) => lastSecond / each <= atMost) ?? Math.ceil(lastSecond / atMost / day) * day;
  return Array.from({ length: Math.floor(lastSecond / step) + 1 }, (_, index) => index * step);
};
