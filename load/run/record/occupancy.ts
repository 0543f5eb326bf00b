import type { Occupancy } from '../../gate/saturation.ts';
import { entryOf } from './entry-of.ts';

const slotMs = 250;
/** The slots with the first journeys of a run. */
const firstSlots = 2;

interface Slot {
  begun: number;
  ended: number;
  /** The sum over journeys that began in it. */
  durationMs: number;
}

const emptySlot = (): Slot => ({ begun: 0, ended: 0, durationMs: 0 });

/** Counts how many journeys are under way over time. */
export interface OccupancyRecorder {
  /** Both in ms since the epoch. */
  journey(beganMs: number, endedMs: number): void;
  /** Duration of the longest journey. */
  readonly longestMs: number;
  between(fromMs: number, toMs: number): Occupancy;
}

export const createOccupancyRecorder = (): OccupancyRecorder => {
  const slots = new Map<number, Slot>();
  const slotOf = (atMs: number): Slot => entryOf(slots, Math.floor(atMs / slotMs), emptySlot);

  let longestMs = 0;
  return {
    get longestMs() {
      return longestMs;
    },

    journey(beganMs, endedMs) {
      longestMs = Math.max(longestMs, endedMs - beganMs);
      const slot = slotOf(beganMs);
      slot.begun += 1;
      slot.durationMs += endedMs - beganMs;
      slotOf(endedMs).ended += 1;
    },

    between(fromMs, toMs) {
      const first = Math.floor(fromMs / slotMs);
      let under = 0;
      for (const [number, { begun, ended }] of slots) if (number < first) under += begun - ended;
      const numbers = Array.from({ length: Math.max(0, Math.floor(toMs / slotMs) - first) }, (_, at) => first + at);
      const found = numbers.map((number) => slots.get(number) ?? emptySlot());
      const beginning = [...slots]
        .filter(([, { begun }]) => begun > 0)
        .toSorted(([one], [other]) => one - other)
        .slice(0, firstSlots)
        .map(([, slot]) => slot);
      const journeys = beginning.reduce((sum, { begun }) => sum + begun, 0);
      return {
        slotSeconds: slotMs / 1000,
        firstDurationMs: journeys === 0 ? 0 : beginning.reduce((sum, { durationMs }) => sum + durationMs, 0) / journeys,
        underWay: found.map(({ begun, ended }) => {
          under += begun - ended;
          return under;
        }),
        begun: found.map(({ begun }) => begun),
        ended: found.map(({ ended }) => ended),
        durationMs: found.map(({ begun, durationMs }) => (begun === 0 ? null : durationMs / begun)),
      };
    },
  };
};
