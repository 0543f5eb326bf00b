import { mostRemembered } from './bounds.ts';

/** FNV-1a with the last steps of MurmurHash3: ids that differ in their last character alone are spread evenly too. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** Whether a delivery is one of those that are refused at first: the same in every process. */
export const isRefusedAtFirst = (couponId: string, refuseEvery: number): boolean =>
  refuseEvery > 0 && hashOf(couponId) % refuseEvery === 0;

/** Which attempts are refused so that retries are seen. */
export interface Refusals {
  /** Counts the attempt, and shows whether it is one of the first of a delivery that was chosen. */
  refuses(couponId: string): boolean;
}

export const createRefusals = (
  { refuseEvery, refuseTimes }: { refuseEvery: number; refuseTimes: number },
  remembered = mostRemembered,
): Refusals => {
  // two halves, the older of which is dropped whole: a Map that loses its first entry again and again grows slow
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
