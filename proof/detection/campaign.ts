import type { Defect } from '../../suites/defect.ts';
import { everyDefect } from '../every-defect.ts';
import { inWorkers } from '../worker-pool.ts';
import type { Detection } from './detect.ts';
import type { DetectionInput } from './detection-worker.ts';

/** A seeded defect, and what judging a platform with it found. */
export interface Seeded {
  defect: Defect;
  detection: Detection;
  /** Of the simulated run. */
  seed: number;
}

const worker = new URL('detection-worker.ts', import.meta.url);

/**
 * Whether the defect is caught by the rule that it names, turns nothing red that it does not list, and keeps no rule from
 * being tried while nothing fails.
 */
export const isProven = ({ detection }: Pick<Seeded, 'detection'>): boolean =>
  detection.isCaught && detection.unlisted.length + detection.swallowed.length === 0;

export interface CampaignOptions {
  isChosen(defect: Defect): boolean;
  seed: number;
  /** Called with how many defects have been judged. */
  onProgress(done: number, of: number): void;
}

/** Judges a platform with each chosen defect by every rule, in threads and in simulated time. */
export const runCampaign = async ({ isChosen, seed, onProgress }: CampaignOptions): Promise<Seeded[]> => {
  const inputs = [...everyDefect.entries()]
    .filter(([, defect]) => isChosen(defect))
    .map(([place]): DetectionInput => ({ place, seed }));
  const detections = new Map<number, Detection>();
  for await (const { input, output } of inWorkers<DetectionInput, Detection>(worker, inputs)) {
    detections.set(input.place, output);
    onProgress(detections.size, inputs.length);
  }
  return inputs.flatMap(({ place }): Seeded[] => {
    const defect = everyDefect[place];
    const detection = detections.get(place);
    return defect && detection ? [{ defect, detection, seed }] : [];
  });
};
