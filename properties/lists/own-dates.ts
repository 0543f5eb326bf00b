import { instantOf, wallClock } from '../../core/instants.ts';
import { type JsonObject, valueAt } from '../../core/json.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { dateIn } from '../../suites/records/listing.ts';
import type { OwnRecord } from './listed-kinds.ts';

/** The two dates that the filters look at. */
export type DateField = 'createdAt' | 'updatedAt';

/** Where a filter is set beside a date of a record. */
export type Edge = 'at' | 'step after' | 'step before' | 'its second' | 'second before' | 'later';

/**
 * What a target may leave out of a date that it compares: it may keep more than it shows, and read less than
 * microseconds of a filter. Whole microseconds.
 */
const finestStep = 1000;

/** Whole microseconds since 1970, which doubles hold exactly. */
const microseconds = (instantMs: number): number => Math.round(instantMs * 1000);

export interface ShownDate {
  text: string;
  at: number;
  /** From this on a filter leaves the record out, however much finer than shown its date may be. */
  over: number;
}

const digitsIn = (text: string): number => Math.min(6, /\.(\d+)/.exec(text)?.[1]?.length ?? 0);
const stepOf = (text: string): number => Math.max(finestStep, 10 ** (6 - digitsIn(text)));

/** A date of a record as GET showed it; without one the case ends. */
export const shownDate = (
  context: Pick<CheckContext, 'unverified'>,
  { read }: Pick<OwnRecord, 'read'>,
  field: DateField,
): ShownDate => {
  const at = microseconds(dateIn(context, read, field));
  const text = String(valueAt(read.body, `/${field}`));
  return { text, at, over: at + stepOf(text) };
};

/** In UTC, with as many digits of the second as the target shows. */
const written = (at: number, digits: number): string => {
  const fraction = String(((at % 1_000_000) + 1_000_000) % 1_000_000).padStart(6, '0');
  return `${wallClock(at / 1000, 0)}${digits > 0 ? `.${fraction.slice(0, digits)}` : ''}Z`;
};

/** A filter beside a date. */
export const filterAt = ({ text, at }: ShownDate, edge: Edge): string => {
  if (edge === 'at') return text;
  if (edge === 'step after') return written(at + stepOf(text), digitsIn(text));
  if (edge === 'step before') return written(at - stepOf(text), digitsIn(text));
  const seconds = { 'its second': 0, 'second before': -1, later: 2 }[edge];
  return written(at + seconds * 1_000_000, 0);
};

/** Whether a filter lets a record with a date through; undefined where that hangs on more than the target shows. */
export const letsThrough = (filter: string, { at, over }: ShownDate): boolean | undefined => {
  const instantMs = instantOf(filter);
  if (instantMs === undefined) return undefined;
  const asked = microseconds(instantMs);
  if (asked <= at) return true;
  return asked >= over ? false : undefined;
};

/** Whether a record that a list shows has been changed since it was read, as it may be by what it belongs to. */
export const hasMoved = (listed: JsonObject, field: DateField, { at }: ShownDate): boolean => {
  const instantMs = instantOf(listed[field]);
  return instantMs !== undefined && microseconds(instantMs) > at;
};
