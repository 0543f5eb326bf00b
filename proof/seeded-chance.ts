import { drawer } from '../fixtures/seeded-draws.ts';

/** Returns true once in N times, at draws that look random and are the same for the same seed. */
export const oneIn = (share: number, seed: string): (() => boolean) => {
  const draw = drawer(seed);
  return () => draw() < 1 / share;
};
