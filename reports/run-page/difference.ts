/** A text, split around the part that differs from another text. `differs` may be empty. */
export interface Compared {
  before: string;
  differs: string;
  after: string;
}

const tokensOf = (text: string): string[] => text.match(/\p{L}+|\p{N}+|\s+|[^\p{L}\p{N}\s]/gu) ?? [];

const hasWord = (tokens: readonly string[]): boolean => tokens.some((token) => /[\p{L}\p{N}]/u.test(token));

const isScalar = (text: string): boolean => /^("(?:[^"\\]|\\.)*"|[\w.+-]+)$/.test(text);

const unmarked = (text: string): Compared => ({ before: text, differs: '', after: '' });

/**
 * Finds the part in which two texts differ, between their common first and last words. Texts with nothing in common are
 * not compared, unless both are single values.
 */
export const compare = (expected: string, actual: string): { expected: Compared; actual: Compared } => {
  const [left, right] = [tokensOf(expected), tokensOf(actual)];
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start++;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end++;
  const isAlike = hasWord([...left.slice(0, start), ...left.slice(left.length - end)]);
  if (!isAlike && !(isScalar(expected) && isScalar(actual))) {
    return { expected: unmarked(expected), actual: unmarked(actual) };
  }
  const parts = (tokens: readonly string[]): Compared => ({
    before: tokens.slice(0, start).join(''),
    differs: tokens.slice(start, tokens.length - end).join(''),
    after: tokens.slice(tokens.length - end).join(''),
  });
  return { expected: parts(left), actual: parts(right) };
};
