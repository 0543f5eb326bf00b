/** The k6 processes that a rate needs, with the resources of each. */
export interface GeneratorFleet {
  count: number;
  cores: number;
  memoryMiB: number;
}

/** Journeys a second that k6 reaches on a fully used core (docs/scale.md). */
const maxJourneysPerCore = 1_600;
/** Journeys a second planned for a core: with a third of its capacity, journeys begin on time. */
const journeysPerCore = 500;
/** If k6 uses a larger share of the machine, journeys begin late. */
const usableShare = 0.8;

const memoryMiB = { process: 256, virtualUser: 1.25 };

/** The generators for this highest rate, in journeys a second, and this number of virtual users. */
export const generatorsFor = (rate: number, users: number): GeneratorFleet => {
  const count = Math.max(1, Math.ceil(rate / journeysPerCore));
  return { count, cores: 1, memoryMiB: Math.ceil(memoryMiB.process + (users / count) * memoryMiB.virtualUser) };
};

/** The free resources of a machine. */
interface Machine {
  cores: number;
  memoryMiB: number;
}

/** Why this machine cannot send a load, and the highest rate that it can; undefined if it can. */
export const shortageFor = (
  rate: number,
  usersPerJourney: number,
  machine: Machine,
): { text: string; highestRate: number } | undefined => {
  const mibPerRate = usersPerJourney * memoryMiB.virtualUser;
  const byCores = machine.cores * maxJourneysPerCore * usableShare;
  const byMemory = (machine.memoryMiB - memoryMiB.process) / mibPerRate;
  const highestRate = Math.max(0, Math.floor(Math.min(byCores, byMemory)));
  if (rate > byCores) {
    return {
      text: `k6 makes about ${maxJourneysPerCore} journeys a second on a core, and this machine has ${machine.cores}`,
      highestRate,
    };
  }
  if (rate <= byMemory) return undefined;
  return {
    text: `k6 takes about ${Math.ceil(memoryMiB.process + rate * mibPerRate)} MiB for ${Math.ceil(rate * usersPerJourney)} virtual users, and this machine has ${Math.floor(machine.memoryMiB)} MiB left`,
    highestRate,
  };
};
