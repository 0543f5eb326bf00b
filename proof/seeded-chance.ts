import { createHash } from 'node:crypto';

/** Says true once in so many times, at draws that look random and are the same for the same seed. */
export const oneIn = (share: number, seed: string): (() => boolean) => {
  const draw = drawer(seed);
  return () => draw() < 1 / share;
};

/** Numbers from 0 to 1 that look random and are the same for the same seed. */
export const drawer = (seed: string): (() => number) => {
  let drawn = 0;
  return () => createHash('sha256').update(`${seed}:${++drawn}`).digest().readUInt32BE(0) / 2 ** 32;
};
