import { everyDefect } from '../every-defect.ts';
import { serveInputs } from '../worker-pool.ts';
import { type Detection, detect } from './detect.ts';

/** Defects hold functions, which no thread can be sent: they go by their place among all. */
export interface DetectionInput {
  place: number;
  seed: number;
  /** The rules that the defect reaches; all are judged when absent. */
  reachedBy?: readonly string[];
}

serveInputs(async ({ place, seed, reachedBy }: DetectionInput): Promise<Detection> => {
  const defect = everyDefect[place];
  if (!defect) throw new Error(`There is no defect at ${place}`);
  return await detect(defect, seed, reachedBy && new Set(reachedBy));
});
