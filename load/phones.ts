const maxDigits = 15;

interface Pattern {
  /** The text before the first digit. */
  before: string;
  groups: { digits: number; after: string }[];
  digits: number;
  phones: number;
}

/** Read once, since a load script needs a phone for each journey. */
const known = new Map<string, Pattern>();

const readPattern = (pattern: string): Pattern => {
  const [before = '', ...others] = pattern.split(/(#+)/);
  const groups = others.flatMap((run, index) =>
    index % 2 === 0 ? [{ digits: run.length, after: others[index + 1] ?? '' }] : [],
  );
  const digits = groups.reduce((sum, group) => sum + group.digits, 0);
  const read = { before, groups, digits, phones: 10 ** Math.min(digits, maxDigits) };
  known.set(pattern, read);
  return read;
};

/** The number of different phones of a pattern, in which each # is a digit. */
export const phonesOf = (pattern: string): number => (known.get(pattern) ?? readPattern(pattern)).phones;

/** The phone with this number, from 0. Larger numbers than there are phones start over. */
export const phoneAt = (pattern: string, number: number): string => {
  const { before, groups, digits, phones } = known.get(pattern) ?? readPattern(pattern);
  const text = String(number % phones).padStart(digits, '0');
  let phone = before;
  let from = 0;
  for (const group of groups) {
    phone += text.slice(from, from + group.digits) + group.after;
    from += group.digits;
  }
  return phone;
};
