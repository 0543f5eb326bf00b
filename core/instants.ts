const returnedForm = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Epoch milliseconds, with a fraction, of a date-time with a zone; undefined for any other value. */
export const instantOf = (value: unknown): number | undefined => {
  const [, whole, fraction = '.0', zone] = (typeof value === 'string' && returnedForm.exec(value)) || [];
  const wholeMs = Date.parse(`${whole}${zone}`);
  return Number.isNaN(wholeMs) ? undefined : wholeMs + Number(`0${fraction}`) * 1000;
};

/** The local date and time in a zone N minutes east of UTC, in whole seconds: `2030-01-31T21:30:00`. */
export const wallClock = (instantMs: number, zoneMinutes: number): string =>
  new Date(Math.floor(instantMs) + zoneMinutes * 60_000).toISOString().slice(0, 19);
