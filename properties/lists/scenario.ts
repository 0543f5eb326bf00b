import fc from 'fast-check';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { recordOf } from '../arbitraries.ts';
import { canChange, type MadeListName, madeLists, type OwnRecord, recordMaker } from './listed-kinds.ts';
import { type DateField, type Edge, filterAt, type ShownDate, shownDate } from './own-dates.ts';

/** Records made one after another, of which some are changed afterwards. */
export interface Scenario {
  company: string;
  list: MadeListName;
  made: number;
  /** Places among the records made, in the order of the changes. */
  changed: readonly number[];
  /** Whether a second goes by between two steps, for targets that keep no fractions. */
  spaced: boolean;
}

/** A filter beside a date of one of the records. */
export interface Beside {
  record: number;
  date: DateField;
  edge: Edge;
}

const mostMade = 6;

/** Often the first record, so that some are changed more than once and then looked for. */
const place = fc.oneof(fc.constant(0), fc.nat({ max: mostMade - 1 }));

/** The nearest ones are drawn more often. */
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

export const beside = (...dates: [DateField, ...DateField[]]): fc.Arbitrary<Beside> =>
  recordOf({ record: place, date: fc.constantFrom(...dates), edge });

/** One, and others from which a filter distinguishes it. */
export const some = fc.integer({ min: 1, max: 4 });
/** Enough to fill several pages. */
export const more = fc.integer({ min: 2, max: mostMade });

/** Scenarios of N records in a company; where those of a list can't be changed they are only made. */
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

/** Makes a scenario's records, and returns the dates that they show in the end. */
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

/** A filter's text, at a date of the records as they are in the end. */
export const textOf = (own: readonly OwnDates[], { record, date, edge }: Beside): string => {
  const beside = own[record % own.length];
  if (!beside) throw new Error('a scenario makes at least one record');
  return filterAt(beside[date], edge);
};
