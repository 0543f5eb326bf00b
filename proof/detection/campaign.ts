import { lawSections } from '../../properties/laws.ts';
import type { Defect } from '../../suites/defect.ts';
import { everyDefect } from '../every-defect.ts';
import { inWorkers, type PoolOptions } from '../worker-pool.ts';
import type { Detection } from './detect.ts';
import type { DetectionInput } from './detection-worker.ts';
import { type Reach, reachOf } from './reach.ts';

/** A seeded defect, and what became of it. */
export interface Seeded {
  defect: Defect;
  detection: Detection;
  /** How often it had to be looked at. */
  looks: number;
}

const worker = new URL('detection-worker.ts', import.meta.url);

/** A machine that stalls hides a fault of timing from one look, or has a webhook rule see one that is not there. */
const looksAtMost = 3;
/** The first look at all shares the machine, the further ones at a few do not. */
const together: PoolOptions = { concurrencyPerThread: 6 };
const alone: PoolOptions = { threads: 1 };

/** Whether the defect is caught by the rule that it names, and turns nothing red that it does not list. */
export const isProven = ({ detection: { isCaught, unlisted } }: Pick<Seeded, 'detection'>): boolean =>
  isCaught && unlisted.length === 0;

/** Caught once is caught; what turned red without being listed counts when it did so in every look. */
const merged = (before: Detection, again: Detection): Detection => ({
  ...(before.isCaught ? before : again),
  unlisted: again.unlisted.filter(({ rule }) => before.unlisted.some((seen) => seen.rule === rule)),
});

const sizeOf = (reach: Reach): number => (reach === 'all' ? Number.POSITIVE_INFINITY : reach.size);

/** Laws whose broken cases take long to shrink. */
const takesMinutes: ReadonlySet<string> = new Set(
  lawSections.flatMap(({ laws }) => laws.filter(({ depth }) => depth === 'full').map(({ id }) => id)),
);

export interface CampaignOptions {
  isChosen(defect: Defect): boolean;
  /** Judges every defect by all rules, half an hour or more, and so shows that leaving out those that cannot see it hides nothing. */
  isExhaustive: boolean;
  /** Told how many defects have been looked at. */
  onProgress(done: number, of: number): void;
}

/** Judges a broken platform for each seeded defect, by all rules that can see it, in threads: a minute or two on two cores. */
export const runCampaign = async ({ isChosen, isExhaustive, onProgress }: CampaignOptions): Promise<Seeded[]> => {
  const reach = isExhaustive ? undefined : await reachOf(everyDefect);
  const reachAt = (place: number): Reach => reach?.get(everyDefect[place] ?? raise(place)) ?? 'all';
  const sizeAt = (place: number): number =>
    takesMinutes.has(everyDefect[place]?.rule ?? '') ? Number.POSITIVE_INFINITY : sizeOf(reachAt(place));
  const chosen = [...everyDefect.entries()].filter(([, defect]) => isChosen(defect)).map(([place]) => place);
  const detections = new Map<number, Detection>();
  const looks = new Map<number, number>();

  const look = async (places: readonly number[], options: PoolOptions): Promise<void> => {
    const inputs = places.map((place): DetectionInput => ({ place, reach: reachAt(place) }));
    for await (const { input, output } of inWorkers<DetectionInput, Detection>(worker, inputs, options)) {
      const before = detections.get(input.place);
      detections.set(input.place, before ? merged(before, output) : output);
      looks.set(input.place, (looks.get(input.place) ?? 0) + 1);
      onProgress(detections.size, chosen.length);
    }
  };

  // the longest first, so that no thread is left with one at the end
  await look(
    chosen.toSorted((a, b) => sizeAt(b) - sizeAt(a)),
    together,
  );
  for (let more = 1; more < looksAtMost; more++) {
    const doubtful = [...detections].filter(([, detection]) => !isProven({ detection })).map(([place]) => place);
    await look(doubtful, alone);
  }
  return chosen.map((place) => ({
    defect: everyDefect[place] ?? raise(place),
    detection: detections.get(place) ?? raise(place),
    looks: looks.get(place) ?? 0,
  }));
};

const raise = (place: number): never => {
  throw new Error(`There is no defect at ${place}`);
};
