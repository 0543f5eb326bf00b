import { InvalidArgumentError } from 'commander';

/** Reads a number option within bounds; wrong ones are refused by the option's name. */
export const numberFrom =
  (min: number, max: number, isWhole = true) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== '' && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(`Expected a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`);
  };
