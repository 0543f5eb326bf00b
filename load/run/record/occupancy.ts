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
export class OccupancyRecorder {
  /** Duration of the longest journey. */
  longestMs = 0;
  readonly #slots = new Map<number, Slot>();

  #slotOf(atMs: number): Slot {
    return entryOf(this.#slots, Math.floor(atMs / slotMs), emptySlot);
  }

  /** Both in ms since the epoch. */
  journey(beganMs: number, endedMs: number): void {
    this.longestMs = Math.max(this.longestMs, endedMs - beganMs);
    const slot = this.#slotOf(beganMs);
    slot.begun += 1;
    slot.durationMs += endedMs - beganMs;
    this.#slotOf(endedMs).ended += 1;
  }

  /** Mean duration of the first journeys of the run; 0 without journeys. */
  #firstDurationMs(): number {
    const first = [...this.#slots]
      .filter(([, { begun }]) => begun > 0)
      .toSorted(([one], [other]) => one - other)
      .slice(0, firstSlots)
      .map(([, slot]) => slot);
    const journeys = first.reduce((sum, { begun }) => sum + begun, 0);
    return journeys === 0 ? 0 : first.reduce((sum, { durationMs }) => sum + durationMs, 0) / journeys;
  }

  between(fromMs: number, toMs: number): Occupancy {
    const first = Math.floor(fromMs / slotMs);
    let underWay = 0;
    for (const [number, { begun, ended }] of this.#slots) if (number < first) underWay += begun - ended;
    const length = Math.max(0, Math.floor(toMs / slotMs) - first);
    const found = Array.from({ length }, (_, at) => this.#slots.get(first + at) ?? emptySlot());
    return {
      slotSeconds: slotMs / 1000,
      firstDurationMs: this.#firstDurationMs(),
      underWay: found.map(({ begun, ended }) => {
        underWay += begun - ended;
        return underWay;
      }),
      begun: found.map(({ begun }) => begun),
      ended: found.map(({ ended }) => ended),
      durationMs: found.map(({ begun, durationMs }) => (begun === 0 ? null : durationMs / begun)),
    };
  }
}
