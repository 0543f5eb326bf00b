import { everyDefect } from '../every-defect.ts';
import { serveInputs } from '../worker-pool.ts';
import { detect } from './detect.ts';

/** Defects hold functions, which no thread can be sent: they go by their place among all. */
export interface DetectionInput {
  place: number;
  seed: number;
}

serveInputs(async ({ place, seed }: DetectionInput) => {
  const defect = everyDefect[place];
  if (!defect) throw new Error(`There is no defect at ${place}`);
  return await detect(defect, seed);
});
