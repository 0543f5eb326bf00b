/** Arrivals over a stretch of time: from one rate to another, in journeys a second, evenly rising or falling. */
export interface Segment {
  from: number;
  to: number;
  seconds: number;
}

/**
 * When the journey with this index (from 0) is to begin, in milliseconds after the first; undefined past the last
 * segment. The area under the rates up to then is the index.
 */
export const plannedMs = (segments: readonly Segment[], index: number): number | undefined => {
  let before = 0;
  let startedMs = 0;
  for (const { from, to, seconds } of segments) {
    const within = index - before;
    const area = ((from + to) / 2) * seconds;
    if (within <= area && area > 0) {
      const growth = (to - from) / seconds;
      // the root of growth/2·t² + from·t = within, in a form that also holds where the growth is zero
      const root = Math.sqrt(Math.max(0, from * from + 2 * growth * within));
      return startedMs + (within === 0 ? 0 : ((2 * within) / (from + root)) * 1000);
    }
    before += area;
    startedMs += seconds * 1000;
  }
  return undefined;
};

export const secondsOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { seconds }) => sum + seconds, 0);
