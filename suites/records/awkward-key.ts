import type { Exchange } from '../../fixtures/exchange.ts';

/** What a path must percent-encode, and what a careless decoder changes. */
const awkwardParts = /%41|[^\w]/gu;

/** A key, and the response to a lookup by it. */
interface Tried {
  key: string;
  answer: Exchange;
}

/**
 * Looks a record up by a key that ends in `awkward`. If it is not found, tries one key for each awkward character, so that
 * a failure names the character.
 */
export const readByAwkwardKey = async (
  stem: string,
  awkward: string,
  read: (key: string) => Promise<Exchange>,
): Promise<Tried> => {
  const whole = { key: stem + awkward, answer: await read(stem + awkward) };
  if (whole.answer.status === 200) return whole;
  for (const part of new Set(awkward.match(awkwardParts))) {
    const key = `${stem}-a${part}z`;
    const answer = await read(key);
    if (answer.status !== 200) return { key, answer };
  }
  return whole;
};
