const mostDigits = 15;

interface Pattern {
  /** What stands around the digits, and how many digits stand in between. */
  before: string;
  groups: { digits: number; after: string }[];
  digits: number;
  phones: number;
}

/** Read once: a load script asks for the phone of each of its journeys. */
const known = new Map<string, Pattern>();

const readPattern = (pattern: string): Pattern => {
  const [before = '', ...others] = pattern.split(/(#+)/);
  const groups = others.flatMap((run, index) =>
    index % 2 === 0 ? [{ digits: run.length, after: others[index + 1] ?? '' }] : [],
  );
  const digits = groups.reduce((sum, group) => sum + group.digits, 0);
  const read = { before, groups, digits, phones: 10 ** Math.min(digits, mostDigits) };
  known.set(pattern, read);
  return read;
};

/** How many different phones a pattern (each # a digit) has. */
export const phonesOf = (pattern: string): number => (known.get(pattern) ?? readPattern(pattern)).phones;

/** The phone with this number, from 0; numbers beyond the last start again. */
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
