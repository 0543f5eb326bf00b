import { type FractionDigits, type Instant, writeInstant } from '../dates/instant.ts';
import { type DateReading, readDate } from '../dates/read-date.ts';

/** Where a date is read: the two filters of a list, or a body. */
export type DatePlace = 'after' | 'updatedAt' | 'body';

/** Endpoints › Date and time input, and Paginated lists. */
export interface DatesPolicy {
  /** Offsets in minutes east of UTC for the forms without zone. */
  zoneMinutes: Record<DatePlace, { withoutZone: number; dateAlone: number }>;
  slashForm: DateReading['slashForm'];
  read(text: string, reading: DateReading, place: DatePlace): Instant | undefined;
  write(instant: Instant, fractionDigits: FractionDigits): string;
}

export const brasiliaMinutes = -180;

export const datesPolicy: DatesPolicy = {
  zoneMinutes: {
    after: { withoutZone: brasiliaMinutes, dateAlone: brasiliaMinutes },
    updatedAt: { withoutZone: brasiliaMinutes, dateAlone: 0 },
    body: { withoutZone: brasiliaMinutes, dateAlone: 0 },
  },
  slashForm: 'month/day',
  read: (text, reading) => readDate(text, reading),
  write: writeInstant,
};
