/** Of the normal distribution: 95 % of it lie closer to its middle. */
const deviations = 1.96;

/**
 * The shares from which a sample of `found` in `tried` may well stem: the 95 % interval of Wilson, which is honest about
 * small samples. 1 of 3 may be anything from 6 to 79 %. Of no sample: from 0 to 1.
 */
export const wilsonInterval = (found: number, tried: number): { lowest: number; highest: number } => {
  if (tried === 0) return { lowest: 0, highest: 1 };
  const share = found / tried;
  const square = deviations ** 2;
  const middle = share + square / (2 * tried);
  const reach = deviations * Math.sqrt((share * (1 - share)) / tried + square / (4 * tried ** 2));
  const whole = 1 + square / tried;
  return { lowest: Math.max(0, (middle - reach) / whole), highest: Math.min(1, (middle + reach) / whole) };
};
