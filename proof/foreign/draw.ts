import { type Chance, seededChance } from '../../simulation/chance.ts';

/** Draws that follow from a seed, each purpose by a chance of its own. */
export interface Draw {
  oneOf<T>(values: readonly [T, ...T[]]): T;
  /** Whether something that happens with this share, from 0 to 1, happens. */
  happens(share: number): boolean;
  /** Both bounds included. */
  integer(least: number, most: number): number;
  /** N characters of an alphabet. */
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

export const drawOf = (seed: number): Draw => drawFrom(seededChance(`foreign ${seed}`));
