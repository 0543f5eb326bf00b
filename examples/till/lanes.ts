/** Runs work with the same key in order, and all other work in parallel. */
export interface Lanes {
  put(key: string, work: () => Promise<void>): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Resolves when nothing with the key is under way. */
  free(key: string): Promise<void>;
}

interface Lane {
  works: (() => Promise<void>)[];
  running: Promise<void> | undefined;
}

/** Failed work stays at the head of its lane, and is retried when more work comes. */
export const createLanes = (onFailure: (error: unknown) => void): Lanes => {
  const lanes = new Map<string, Lane>();

  const drain = async (lane: Lane): Promise<void> => {
    try {
      for (let [work] = lane.works; work !== undefined; [work] = lane.works) {
        await work();
        lane.works.shift();
      }
    } catch (error) {
      onFailure(error);
    } finally {
      lane.running = undefined;
    }
  };

  const runningOf = (): Promise<void>[] =>
    [...lanes.values()].flatMap(({ running }) => (running === undefined ? [] : [running]));

  return {
    put(key, work) {
      const lane: Lane = lanes.get(key) ?? { works: [], running: undefined };
      lanes.set(key, lane);
      lane.works.push(work);
      lane.running ??= drain(lane);
    },
    async idle() {
      for (let running = runningOf(); running.length > 0; running = runningOf()) await Promise.all(running);
    },
    async free(key) {
      for (let lane = lanes.get(key); lane?.running !== undefined; lane = lanes.get(key)) await lane.running;
    },
  };
};
