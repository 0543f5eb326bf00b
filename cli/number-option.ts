import { InvalidArgumentError } from 'commander';

/** Parses a number option within bounds. */
export const numberFrom =
  (min: number, max: number, isWhole = true) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(`Expected a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`);
  };
