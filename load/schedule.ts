/** Arrivals over a stretch of time: from one rate to another, in journeys a second, evenly rising or falling. */
export interface Segment {
  from: number;
  to: number;
  seconds: number;
}

/** When the area under the rates reaches this count; undefined where it never does. */
const reachedMs = (segments: readonly Segment[], count: number): number | undefined => {
  let before = 0;
  let startedMs = 0;
  for (const { from, to, seconds } of segments) {
    const within = count - before;
    const area = ((from + to) / 2) * seconds;
    if (within <= area && area > 0) {
      const growth = (to - from) / seconds;
      // the root of growth/2·t² + from·t = within, in a form that also holds where the growth is zero
      const root = Math.sqrt(Math.max(0, from * from + 2 * growth * within));
      const reachedSeconds = within === 0 ? 0 : (2 * within) / (from + root);
      // the root is rounded, and may lie past the end by as little
      return startedMs + Math.min(reachedSeconds, seconds) * 1000;
    }
    before += area;
    startedMs += seconds * 1000;
  }
  return undefined;
};

/** Whether the rate never changes: k6 has an executor of its own for that. */
export const isConstant = (segments: readonly Segment[]): boolean =>
  segments.length === 1 && segments.every(({ from, to }) => from === to);

/**
 * When the journey with this index (from 0) is to begin, in milliseconds after the start of the segments; undefined past
 * the last of them. k6 begins the first journey of a constant rate at once, and the first of a rate that changes when
 * the area under the rates has reached 1.
 */
export const plannedMs = (segments: readonly Segment[], index: number): number | undefined =>
  reachedMs(segments, isConstant(segments) ? index : index + 1);

export const secondsOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { seconds }) => sum + seconds, 0);
