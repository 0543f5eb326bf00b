import { instantOf, wallClock } from '../../core/instants.ts';
import { type JsonObject, valueAt } from '../../core/json.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { dateIn } from '../../suites/records/listing.ts';
import type { OwnRecord } from './listed-kinds.ts';

export type DateField = 'createdAt' | 'updatedAt';

/** The position of a filter relative to a date of a record. */
export type Edge = 'at' | 'step after' | 'step before' | 'its second' | 'second before' | 'later';

/** In microseconds. A target may store dates more precisely than it shows them, and read filters less precisely. */
const minStep = 1000;

/** Whole microseconds since 1970, which a double holds exactly. */
const microseconds = (instantMs: number): number => Math.round(instantMs * 1000);

export interface ShownDate {
  text: string;
  at: number;
  /** A filter from here on excludes the record, however precisely its date is stored. */
  over: number;
}

const digitsIn = (text: string): number => Math.min(6, /\.(\d+)/.exec(text)?.[1]?.length ?? 0);
const stepOf = (text: string): number => Math.max(minStep, 10 ** (6 - digitsIn(text)));

/** A date of a record as GET showed it. The case ends if there is none. */
export const shownDate = (
  context: Pick<CheckContext, 'unverified'>,
  { read }: Pick<OwnRecord, 'read'>,
  field: DateField,
): ShownDate => {
  const at = microseconds(dateIn(context, read, field));
  const text = String(valueAt(read.body, `/${field}`));
  return { text, at, over: at + stepOf(text) };
};

/** In UTC, with as many fraction digits as the target shows. */
const written = (at: number, digits: number): string => {
  const fraction = String(((at % 1_000_000) + 1_000_000) % 1_000_000).padStart(6, '0');
  return `${wallClock(at / 1000, 0)}${digits > 0 ? `.${fraction.slice(0, digits)}` : ''}Z`;
};

export const filterAt = ({ text, at }: ShownDate, edge: Edge): string => {
  if (edge === 'at') return text;
  if (edge === 'step after') return written(at + stepOf(text), digitsIn(text));
  if (edge === 'step before') return written(at - stepOf(text), digitsIn(text));
  const seconds = { 'its second': 0, 'second before': -1, later: 2 }[edge];
  return written(at + seconds * 1_000_000, 0);
};

/** Whether a filter selects a record with this date; undefined if that depends on more digits than the target shows. */
export const isSelectedBy = (filter: string, { at, over }: ShownDate): boolean | undefined => {
  const instantMs = instantOf(filter);
  if (instantMs === undefined) return undefined;
  const asked = microseconds(instantMs);
  if (asked <= at) return true;
  return asked >= over ? false : undefined;
};

/** Whether a listed record was changed after it was read, for example with the record that it belongs to. */
export const hasMoved = (listed: JsonObject, field: DateField, { at }: ShownDate): boolean => {
  const instantMs = instantOf(listed[field]);
  return instantMs !== undefined && microseconds(instantMs) > at;
};
