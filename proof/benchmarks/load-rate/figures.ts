import type { Measured } from './measure-script.ts';

/** The measurements of a contestant, one figure a round. */
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

/** Rows as lines, each column as wide as its widest cell. */
export const aligned = (rows: readonly (readonly string[])[]): string[] =>
  rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(Math.max(...rows.map((row) => row[column]?.length ?? 0))))
      .join('  ')
      .trimEnd(),
  );
