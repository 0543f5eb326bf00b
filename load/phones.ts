const mostDigits = 15;

/** How many different phones a pattern (each # a digit) has. */
export const phonesOf = (pattern: string): number => 10 ** Math.min(pattern.replace(/[^#]/g, '').length, mostDigits);

/** The phone with this number, from 0; numbers beyond the last begin anew. */
export const phoneAt = (pattern: string, number: number): string => {
  const places = pattern.replace(/[^#]/g, '').length;
  const digits = String(number % phonesOf(pattern)).padStart(places, '0');
  let next = 0;
  return pattern.replace(/#/g, () => digits[next++] ?? '0');
};
