import { maxRemembered } from './bounds.ts';

/** FNV-1a with the last steps of MurmurHash3, which spread ids that differ only in their last character. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** Whether the first attempts of a delivery are refused. The result is the same in every process. */
export const isRefusedAtFirst = (couponId: string, refuseEvery: number): boolean =>
  refuseEvery > 0 && hashOf(couponId) % refuseEvery === 0;

export interface Refusals {
  /** Counts the attempt and returns whether to refuse it. */
  refuses(couponId: string): boolean;
}

export const createRefusals = (
  { refuseEvery, refuseTimes }: { refuseEvery: number; refuseTimes: number },
  remembered = maxRemembered,
): Refusals => {
  // two halves, and the older one is dropped whole: removing the first entry of a Map again and again is slow
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  return {
    refuses(couponId) {
      if (!isRefusedAtFirst(couponId, refuseEvery)) return false;
      const times = recent.get(couponId) ?? older.get(couponId) ?? 0;
      if (times >= refuseTimes) return false;
      recent.set(couponId, times + 1);
      if (recent.size >= remembered / 2) {
        older = recent;
        recent = new Map();
      }
      return true;
    },
  };
};
