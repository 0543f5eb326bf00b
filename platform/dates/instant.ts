/** Microseconds since 1970-01-01T00:00:00Z. Only dates with more than six fraction digits are not whole numbers. */
export type Instant = number;

export const microsecondsPerMinute = 60_000_000;
export const microsecondsPerDay = 1440 * microsecondsPerMinute;

/** The number of fraction digits: a fixed one, or as many as the instant needs (0, 3 or 6). */
export type FractionDigits = 'varying' | 0 | 3 | 6;

function neededDigits(instant: Instant): 0 | 3 | 6 {
  if (instant % 1_000_000 === 0) return 0;
  return instant % 1_000 === 0 ? 3 : 6;
}

/** Lists return the same dates many times, and formatting them is the slowest part. */
const maxRememberedTexts = 10_000;
const rememberedTexts = new Map<number, string>();

function textToMilliseconds(milliseconds: number): string {
  const remembered = rememberedTexts.get(milliseconds);
  if (remembered !== undefined) return remembered;
  const text = new Date(milliseconds).toISOString();
  if (rememberedTexts.size >= maxRememberedTexts) rememberedTexts.clear();
  rememberedTexts.set(milliseconds, text);
  return text;
}

/** ISO 8601 in UTC with Z. */
export function writeInstant(instant: Instant, fractionDigits: FractionDigits): string {
  const whole = Math.floor(instant);
  const digits = fractionDigits === 'varying' ? neededDigits(whole) : fractionDigits;
  const toMilliseconds = textToMilliseconds(Math.floor(whole / 1_000));
  if (digits === 3) return toMilliseconds;
  if (digits === 0) return `${toMilliseconds.slice(0, -5)}Z`;
  const microseconds = ((whole % 1_000) + 1_000) % 1_000;
  return `${toMilliseconds.slice(0, -1)}${String(microseconds).padStart(3, '0')}Z`;
}
