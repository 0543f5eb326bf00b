/** How many k6 processes a rate takes, and what each is to be given. */
export interface Generators {
  count: number;
  /** Processor cores of each. */
  cores: number;
  memoryMiB: number;
}

/**
 * What one core of k6 is planned for, in journeys a second. One that is used up makes about 1,600 of the order journeys;
 * a third of that leaves the schedule punctual (docs/scale.md).
 */
const journeysPerCore = 500;

const memoryMiB = { process: 256, virtualUser: 1.25 };

/** The generators for a rate at its highest, in journeys a second, with so many virtual users in all their scenarios. */
export const generatorsFor = (rate: number, users: number): Generators => {
  const count = Math.max(1, Math.ceil(rate / journeysPerCore));
  return { count, cores: 1, memoryMiB: Math.ceil(memoryMiB.process + (users / count) * memoryMiB.virtualUser) };
};
