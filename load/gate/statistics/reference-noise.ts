import { chanceFrom, drawNormal } from './chance.ts';

/** With the heavy tails that latencies have: Student's distribution with three degrees of freedom. */
const drawHeavy = (chance: () => number): number => {
  const squares = drawNormal(chance) ** 2 + drawNormal(chance) ** 2 + drawNormal(chance) ** 2;
  return drawNormal(chance) / Math.sqrt(squares / 3);
};

/** One run in ten is far off, as on a machine that others use too. */
const drawSpiky = (chance: () => number): number => drawNormal(chance) * (chance() < 0.1 ? 5 : 0.3);

/** Kinds of noise of a run. */
const noises = [drawNormal, drawHeavy, drawSpiky];

/** For each kind of noise this many draws of a comparison's runs; the same each time. */
export const drawNoises = <Drawn>(draws: number, drawOnce: (draw: () => number) => Drawn): Drawn[][] =>
  noises.map((noise, kind) => {
    const chance = chanceFrom(kind);
    return Array.from({ length: draws }, () => drawOnce(() => noise(chance)));
  });
