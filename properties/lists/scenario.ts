import fc from 'fast-check';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { recordOf } from '../arbitraries.ts';
import { canChange, type MadeListName, madeLists, type OwnRecord, recordMaker } from './listed-kinds.ts';
import { type DateField, type Edge, filterAt, type ShownDate, shownDate } from './own-dates.ts';

/** Records that are created one after another. Some are changed afterwards. */
export interface Scenario {
  company: string;
  list: MadeListName;
  made: number;
  /** Positions of the records to change, in the order of the changes. */
  changed: readonly number[];
  /** Whether to wait a second between two steps, for targets that store whole seconds. */
  spaced: boolean;
}

/** A filter close to a date of one of the records. */
export interface NearDate {
  record: number;
  date: DateField;
  edge: Edge;
}

const maxMade = 6;

/** Often the first record, so that some are changed more than once. */
const place = fc.oneof(fc.constant(0), fc.nat({ max: maxMade - 1 }));

/** The nearest positions are drawn more often. */
const edge = fc.constantFrom<Edge>(
  'at',
  'at',
  'step after',
  'step after',
  'step before',
  'its second',
  'second before',
  'later',
);

export const nearDate = (...dates: [DateField, ...DateField[]]): fc.Arbitrary<NearDate> =>
  recordOf({ record: place, date: fc.constantFrom(...dates), edge });

export const some = fc.integer({ min: 1, max: 4 });
/** Enough for several pages. */
export const more = fc.integer({ min: 2, max: maxMade });

/** Scenarios in a company. Records that cannot be changed are only created. */
export const scenario = (profile: Profile, company: string, made: fc.Arbitrary<number>): fc.Arbitrary<Scenario> =>
  recordOf({
    company: fc.constant(company),
    list: fc.constantFrom(...madeLists(profile)),
    made,
    changed: fc.array(place, { maxLength: 4 }),
    spaced: fc.boolean(),
  }).map(({ changed, ...drawn }) => ({ ...drawn, changed: canChange(profile, drawn.list) ? changed : [] }));

export interface OwnDates {
  id: string;
  createdAt: ShownDate;
  updatedAt: ShownDate;
}

/** Creates and changes a scenario's records, and returns their final dates. */
export const played = async (
  context: CheckContext,
  { list, made, changed, spaced }: Scenario,
): Promise<readonly OwnDates[]> => {
  const make = await recordMaker(context, list);
  const own: OwnRecord[] = [];
  const pause = async (): Promise<void> => {
    if (spaced) await context.clock.wait(1);
  };
  for (; own.length < made; await pause()) own.push(await make());
  for (const place of changed) {
    const record = own[place % made];
    if (record) own[place % made] = await record.change();
    await pause();
  }
  return own.map((record) => ({
    id: record.id,
    createdAt: shownDate(context, record, 'createdAt'),
    updatedAt: shownDate(context, record, 'updatedAt'),
  }));
};

/** The text of a filter, relative to the final dates of the records. */
export const textOf = (own: readonly OwnDates[], { record, date, edge }: NearDate): string => {
  const dates = own[record % own.length];
  if (!dates) throw new Error('a scenario makes at least one record');
  return filterAt(dates[date], edge);
};
