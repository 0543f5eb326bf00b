import type { Measured } from './measure-script.ts';

/** What was measured of a contestant, a figure a round. */
export interface Figures {
  /** Requests a second. */
  rates: number[];
  /** CPU seconds for 10,000 requests. */
  cpu: number[];
}

export const noFigures = (): Figures => ({ rates: [], cpu: [] });

/** Adds a round; `cpuSeconds` are those of the process that is compared. */
export const addRound = ({ rates, cpu }: Figures, { requests, seconds }: Measured, cpuSeconds: number): void => {
  rates.push(requests / seconds);
  cpu.push((cpuSeconds / requests) * 10_000);
};

/** Round by round, since what else the machine does changes from one round to the next. */
export const ratios = (ones: readonly number[], others: readonly number[]): number[] =>
  ones.map((one, round) => one / (others[round] ?? Number.NaN));
