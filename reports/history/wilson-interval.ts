/** Standard deviations around the mean that contain 95 % of a normal distribution. */
const deviations = 1.96;

/**
 * The 95 % Wilson interval of a share, which is also valid for small samples: 1 of 3 gives 6 to 79 %. Without a sample,
 * it is 0 to 1.
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
