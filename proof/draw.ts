import { type Chance, seededChance } from '../simulation/chance.ts';

export type NonEmpty<T> = readonly [T, ...T[]];

/** Draws from a seed. Each purpose has independent draws. */
export interface Draw {
  oneOf<T>(values: NonEmpty<T>): T;
  /** True with this probability. */
  happens(share: number): boolean;
  /** Both bounds are included. */
  integer(least: number, most: number): number;
  text(length: number, alphabet: string): string;
  of(purpose: string): Draw;
}

const drawFrom = (chance: Chance): Draw => {
  const integer = (least: number, most: number): number => least + Math.floor(chance.random() * (most - least + 1));
  return {
    integer,
    oneOf: (values) => values[integer(0, values.length - 1)] ?? values[0],
    happens: (share) => chance.random() < share,
    text: (length, alphabet) => Array.from({ length }, () => alphabet.charAt(integer(0, alphabet.length - 1))).join(''),
    of: (purpose) => drawFrom(chance.of(purpose)),
  };
};

export const drawOf = (seed: string): Draw => drawFrom(seededChance(seed));
