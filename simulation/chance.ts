import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Runtime } from '../fixtures/runtime.ts';

export interface Chance extends Pick<Runtime, 'random' | 'randomBytes'> {
  /** A chance of its own for each purpose, so that what draws more often for one changes nothing for the others. */
  of(purpose: string): Chance;
}

/** Draws that follow from the seed alone. */
export const seededChance = (seed: string): Chance => {
  // two streams: who draws more numbers gets the same ids
  const digest = createHash('sha256').update(seed).digest();
  const numbers = xoroshiro128plus(digest.readInt32BE(0));
  const bytesStream = xoroshiro128plus(digest.readInt32BE(4));
  return {
    random: () => uniformFloat64(numbers),
    randomBytes(count) {
      const bytes = Buffer.alloc(count);
      for (let at = 0; at < count; at += 4) {
        const drawn = bytesStream.next();
        for (let byte = 0; byte < 4 && at + byte < count; byte++) bytes[at + byte] = (drawn >>> (8 * byte)) & 0xff;
      }
      return bytes;
    },
    of: (purpose) => seededChance(`${seed}/${purpose}`),
  };
};
