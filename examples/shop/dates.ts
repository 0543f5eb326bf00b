import type { Behavior } from './behavior.ts';

const minute = 60_000;

const inZone = (timeMs: number, offsetMinutes: number, zone: string): string =>
  new Date(timeMs + offsetMinutes * minute).toISOString().replace(/\.\d+Z$/, zone);

/** Writes a date-time with a zone. The platform reads one without a zone as Brasília's time. */
export const writeDate = (timeMs: number, { does }: Behavior): string => {
  if (does('dates in Brasília’s zone')) return inZone(timeMs, -180, '-03:00');
  if (does('dates in India’s zone')) return inZone(timeMs, 330, '+05:30');
  if (does('dates without fractions')) return inZone(timeMs, 0, 'Z');
  return new Date(timeMs).toISOString();
};
