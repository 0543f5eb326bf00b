/** How many k6 processes a rate takes, and what each is to be given. */
export interface Generators {
  count: number;
  /** Processor cores of each. */
  cores: number;
  memoryMiB: number;
}

/** Journeys of orders that one core of k6 makes in a second when it is used up (docs/scale.md). */
const mostJourneysPerCore = 1_600;
/** What one core is planned for, in journeys a second: a third of that leaves the schedule punctual. */
const journeysPerCore = 500;
/** A k6 that takes more of the machine begins journeys late. */
const usableShare = 0.8;

const memoryMiB = { process: 256, virtualUser: 1.25 };

/** The generators for a rate at its highest, in journeys a second, with this many virtual users in all their scenarios. */
export const generatorsFor = (rate: number, users: number): Generators => {
  const count = Math.max(1, Math.ceil(rate / journeysPerCore));
  return { count, cores: 1, memoryMiB: Math.ceil(memoryMiB.process + (users / count) * memoryMiB.virtualUser) };
};

/** What a machine has left for k6. */
interface Machine {
  cores: number;
  memoryMiB: number;
}

/**
 * Why this machine cannot send a load whose virtual users are this many for each journey a second, and the highest rate that
 * it can send; undefined where it can.
 */
export const shortageFor = (
  rate: number,
  usersPerJourney: number,
  machine: Machine,
): { text: string; highestRate: number } | undefined => {
  const mibPerRate = usersPerJourney * memoryMiB.virtualUser;
  const byCores = machine.cores * mostJourneysPerCore * usableShare;
  const byMemory = (machine.memoryMiB - memoryMiB.process) / mibPerRate;
  const highestRate = Math.max(0, Math.floor(Math.min(byCores, byMemory)));
  if (rate > byCores) {
    return {
      text: `k6 makes about ${mostJourneysPerCore} journeys a second on a core, and this machine has ${machine.cores}`,
      highestRate,
    };
  }
  if (rate <= byMemory) return undefined;
  return {
    text: `k6 takes about ${Math.ceil(memoryMiB.process + rate * mibPerRate)} MiB for ${Math.ceil(rate * usersPerJourney)} virtual users, and this machine has ${Math.floor(machine.memoryMiB)} MiB left`,
    highestRate,
  };
};
