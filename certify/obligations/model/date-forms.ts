const zoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$/i;
const unzoned = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?$/;
const alone = /^\d{4}-\d{2}-\d{2}$/;
const slashed = /^\d{1,2}\/\d{1,2}\/\d{4}([T ].*)?$/;

/** The form of a date; undefined if it is none. Only `zoned` names one moment. */
export const dateForm = (value: unknown): 'zoned' | 'unzoned' | 'alone' | 'slashed' | undefined => {
  if (typeof value !== 'string') return undefined;
  if (slashed.test(value)) return 'slashed';
  if (alone.test(value)) return 'alone';
  if (unzoned.test(value)) return 'unzoned';
  return zoned.test(value) ? 'zoned' : undefined;
};

/** The moment of a zoned date. `Date.parse` does not read a zone of two digits or a decimal comma. */
export const momentMs = (zonedDate: string): number =>
  Date.parse(
    zonedDate
      .replace(' ', 'T')
      .replace(',', '.')
      .replace(/(:\d{2}(?:\.\d+)?[+-]\d{2})$/, '$1:00'),
  );

/** How far Brasília's time is behind UTC. */
export const brasiliaMs = 3 * 3_600_000;

/** Whether two moments are apart by that, give or take some milliseconds. */
export const isOffByZone = (oneMs: number, otherMs: number, slackMs: number): boolean =>
  Math.abs(Math.abs(oneMs - otherMs) - brasiliaMs) <= slackMs;

/** Any form of ISO 8601, also without separators, by weeks, or by days of the year. */
const iso =
  /^\d{4}(-?\d{2}-?\d{2}|-?W\d{2}(-?[1-7])?|-?\d{3})([T ](24(:?00){0,2}|([01]\d|2[0-3])(:?[0-5]\d){0,2})([.,]\d+)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/i;

/** Whether a string is an existing date in a form of ISO 8601. */
export const isIsoDate = (value: unknown): boolean => {
  if (typeof value !== 'string' || !iso.test(value)) return false;
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?=$|[T ])/i.exec(value) ?? [];
  if (day === undefined) return true;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
};

/** The most time between a moment in a body and its arrival, with the difference of two clocks. */
export const slackMs = 10 * 60_000;
