const brasiliaMs = -3 * 60 * 60 * 1000;

/** In Brasília's time, with its zone. */
export const inBrasilia = (ms: number): string => `${new Date(ms + brasiliaMs).toISOString().slice(0, 19)}-03:00`;

/** Parses a date and time. The default zone is Brasília's. */
export const instantOf = (text: string): string => {
  const withTime = text.includes('T') ? text : `${text}T00:00:00`;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(withTime) ? withTime : `${withTime}-03:00`;
  return new Date(zoned).toISOString();
};
