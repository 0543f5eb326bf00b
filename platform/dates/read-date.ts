import { type Instant, microsecondsPerMinute } from './instant.ts';

/** How incomplete forms of dates are read. */
export interface DateReading {
  /** Offset of a date-time without zone, in minutes east of UTC. */
  withoutZone: number;
  /** Offset of a date without time, in minutes east of UTC. */
  dateAlone: number;
  slashForm: 'month/day' | 'day/month';
  /** Offset of the form with slashes, in minutes east of UTC. */
  slashZone: number;
  /** What happens to a slash form with a month above 12. */
  slashDayAbove12: 'refuse' | 'swap';
}

const isoForm = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const slashedForm = /^(\d{2})\/(\d{2})\/(\d{4})$/;

interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

/** Midnight UTC of a day; undefined for a day that does not exist. */
function midnight({ year, month, day }: CalendarDate): Instant | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() * 1_000 : undefined;
}

function zoneMinutes(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function readSlashed(text: string, reading: DateReading): Instant | undefined {
  const form = slashedForm.exec(text);
  if (form === null) return undefined;
  const [first, second, year] = [Number(form[1]), Number(form[2]), Number(form[3])];
  let [month, day] = reading.slashForm === 'month/day' ? [first, second] : [second, first];
  if (month > 12 && reading.slashDayAbove12 === 'swap') [month, day] = [day, month];
  const start = midnight({ year, month, day });
  return start === undefined ? undefined : start - reading.slashZone * microsecondsPerMinute;
}

/** Reads ISO 8601 dates and date-times, and the form with slashes. Anything else is undefined, such as 30 February. */
export function readDate(text: string, reading: DateReading): Instant | undefined {
  const form = isoForm.exec(text);
  if (form === null) return readSlashed(text, reading);
  const [, year, month, day, hour, minute, second = '0', fraction = '0', zone] = form;
  const start = midnight({ year: Number(year), month: Number(month), day: Number(day) });
  if (start === undefined) return undefined;
  if (hour === undefined || minute === undefined) return start - reading.dateAlone * microsecondsPerMinute;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const offset = zone === undefined ? reading.withoutZone : zoneMinutes(zone);
  if (offset === undefined) return undefined;
  const minutes = Number(hour) * 60 + Number(minute) - offset;
  const microseconds =
    Number(second) * 1_000_000 + Number(fraction.padEnd(6, '0')) / 10 ** Math.max(0, fraction.length - 6);
  return start + minutes * microsecondsPerMinute + microseconds;
}
