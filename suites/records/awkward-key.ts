import type { Exchange } from '../../fixtures/exchange.ts';

/** What a path must percent-encode, and what a careless decoder changes. */
const awkwardParts = /%41|[^\w]/gu;

/** A key, and what the target answered to a read by it. */
interface Tried {
  key: string;
  answer: Exchange;
}

/**
 * Reads by a key that ends in `awkward`. Where it is not found, by one key for each awkward character, until one of them is
 * not found either: so that the failure names the character.
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
