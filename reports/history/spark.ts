const bars = [...'▁▂▃▄▅▆▇█'];

/** Stands for a run that has no such figure, or one that is of something else. */
const gap = '·';

/** Values as bars of one line, from the lowest of them to the highest; all at half height where they are alike. */
export const spark = (values: readonly (number | undefined)[]): string => {
  const known = values.filter((value) => value !== undefined);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  return values
    .map((value) => {
      if (value === undefined) return gap;
      const share = highest === lowest ? 0.5 : (value - lowest) / (highest - lowest);
      return bars[Math.round(share * (bars.length - 1))] ?? gap;
    })
    .join('');
};
