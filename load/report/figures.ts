import type { LoadResult } from '../../core/load-result.ts';
import { isError } from '../run/record/traffic.ts';

type ByStatus = LoadResult['requests'][number]['byStatus'];

/** The number of requests without a response or with a status of 500 or above. */
export const errorsOf = (byStatus: ByStatus): number =>
  Object.entries(byStatus).reduce((sum, [status, count]) => (isError(Number(status)) ? sum + count : sum), 0);

/** Statuses, most frequent first: `202 × 26,000, no answer × 3`. */
export const statusesInWords = (byStatus: ByStatus): string =>
  Object.entries(byStatus)
    .toSorted(([, a], [, b]) => b - a)
    .map(([status, count]) => `${status === '0' ? 'no answer' : status} × ${inWhole(count)}`)
    .join(', ');

/** The label of a drill: A, B, …, Z, A1, B1, … */
export const drillLetter = (index: number): string => {
  const round = Math.floor(index / 26);
  return `${String.fromCharCode(65 + (index % 26))}${round === 0 ? '' : round}`;
};

/** A share as an SVG length. */
export const percent = (share: number): string => `${Number((share * 100).toFixed(3))}%`;

const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** Replaces a figure with too few observations. */
export const tooFew = '–';

/** A whole number: `59,612`. */
export const inWhole = (value: number): string => grouped.format(value);

/** A number with about three digits: `0.42`, `8.5`, `120`, `59,612`. */
export const inBrief = (value: number): string => {
  const size = Math.abs(value);
  if (size >= 100 || value === 0) return inWhole(value);
  return String(Number(value.toFixed(size >= 10 ? 1 : 2)));
};

/** A number with its sign, for growth. */
export const inSigned = (value: number): string =>
  value > 0 ? `+${inBrief(value)}` : inBrief(value).replace('-', '−');

/** Milliseconds in a suitable unit: `8.4 ms`, `120 ms`, `1.52 s`, `80.1 s`. */
export const inTime = (ms: number | null): string => {
  if (ms === null) return tooFew;
  if (Math.abs(ms) >= 999.5) return `${inBrief(ms / 1000)} s`;
  return `${ms >= 9.95 ? inWhole(ms) : Number(ms.toFixed(1))} ms`;
};

/** Seconds in words: `42.5 s`, `5 min`, `1 h 6 min 40 s`. */
export const inSeconds = (seconds: number | null): string => {
  if (seconds === null) return tooFew;
  if (seconds < 59.95) return `${inBrief(seconds)} s`;
  const whole = Math.round(seconds);
  const parts = [
    { value: Math.floor(whole / 3600), unit: 'h' },
    { value: Math.floor((whole % 3600) / 60), unit: 'min' },
    { value: whole % 60, unit: 's' },
  ];
  return parts.flatMap(({ value, unit }) => (value > 0 ? [`${value} ${unit}`] : [])).join(' ');
};

/** A share in percent, rounded neither to 0 nor to 100: three in a million is `0.0003 %`. */
export const inPercent = (part: number, whole: number): string => {
  if (whole === 0) return tooFew;
  if (part === whole) return '100 %';
  if (part === 0) return '0 %';
  const percent = (part / whole) * 100;
  const distance = Math.min(percent, 100 - percent);
  const digits = Math.max(1, Math.ceil(-Math.log10(distance)));
  return `${percent.toFixed(digits)} %`;
};

/** A figure in the unit that an objective names. */
export const inUnit = (value: number | null, unit: string): string => {
  if (value === null) return tooFew;
  switch (unit) {
    case 'ms':
      return inTime(value);
    case 's':
      return inSeconds(value);
    case 'share':
      return inPercent(value, 1);
    case 'index':
      return String(Number(value.toFixed(3)));
    case '/s':
      return `${inBrief(value)} a second`;
    default:
      return `${inBrief(value)} ${unit}`;
  }
};

/** A moment of a run: `0:42`, `12:05`, `1:06:40`. */
export const inClock = (seconds: number): string => {
  const whole = Math.round(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
};
