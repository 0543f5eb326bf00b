import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Runtime } from '../fixtures/runtime.ts';

export interface Chance extends Pick<Runtime, 'random' | 'randomBytes'> {
  /** A separate chance for each purpose, so that more draws for one purpose do not change the others. */
  of(purpose: string): Chance;
}

/** Draws that depend only on the seed. */
export const seededChance = (seed: string): Chance => {
  // two streams, so that more random numbers do not change the ids
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
