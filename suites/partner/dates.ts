import { show } from '../json.ts';
import type { StatementId } from '../rule.ts';
import { dateForm } from './date-forms.ts';
import { listCalls } from './list-walks.ts';
import type { Obligation } from './obligation.ts';
import { observation, ofCall } from './observation.ts';
import { fieldsBelow, fieldsOf, isWrite, pathOf, queryOf, undisturbed } from './read-call.ts';
import type { PartnerCall } from './record.ts';

const source = 'Endpoints › Date and time input';

/** Fields that hold a date. What others hold, unknown ones above all, may look like one or be nobody's concern. */
const dateFields = ['expiryDate', 'startDate', 'createdAt', 'updatedAt'];

const datesIn = (call: PartnerCall) =>
  fieldsBelow(fieldsOf(call)).flatMap(({ name, pointer, value }) => {
    const form = dateFields.includes(name) ? dateForm(value) : undefined;
    return form ? [{ name, pointer, value, form }] : [];
  });

const zonedFilter = (
  id: Obligation['id'],
  name: string,
  statements: readonly StatementId[],
  without: string,
): Obligation => ({
  id,
  text: `The ${name} of a list has a date, a time and a zone`,
  source: 'Endpoints › Paginated lists',
  statements,
  level: 'must',
  needs: 'lists',
  judge: (record) =>
    listCalls(record).flatMap((call) => {
      const value = queryOf(call).get(name);
      const form = dateForm(value);
      // what is no date, and the form with slashes, are judged by themselves
      if (form === undefined || form === 'slashed') return [];
      return [
        ofCall(call, form === 'zoned', `sent ${name} ${show(value)}; ${without}, so it should have time and zone`),
      ];
    }),
});

export const dates: readonly Obligation[] = [
  zonedFilter('PART-25', 'after', ['S099', 'S110', 'S111'], 'without a zone it is read as Brasília time'),
  zonedFilter('PART-26', 'updatedAt', ['S102', 'S110'], 'a date alone is read as 00:00 UTC'),
  {
    id: 'PART-27',
    text: 'Every date and time in a body has a zone',
    source,
    statements: ['S110', 'S111'],
    level: 'must',
    judge: (record) =>
      undisturbed(record)
        .filter(isWrite)
        .flatMap((call) => {
          const timed = datesIn(call).filter(({ form }) => form === 'zoned' || form === 'unzoned');
          if (timed.length === 0) return [];
          const broken = timed.filter(({ form }) => form === 'unzoned');
          const seen = broken.map(({ pointer, value }) => `${pointer} ${show(value)}`).join(', ');
          return [
            observation(
              broken.length === 0,
              { calls: [call.number] },
              `${call.method} ${pathOf(call)} sent ${seen}; without a zone it is read as Brasília time`,
            ),
          ];
        }),
  },
  {
    id: 'PART-28',
    text: 'No date is sent in the form DD/MM/YYYY',
    source,
    statements: ['S110', 'S113'],
    level: 'must',
    judge: (record) =>
      undisturbed(record).flatMap((call) => {
        const inQuery = [...queryOf(call)].flatMap(([name, value]) => {
          const form = dateForm(value);
          return form ? [{ pointer: name, value, form }] : [];
        });
        const told = [...inQuery, ...(isWrite(call) ? datesIn(call) : [])];
        if (told.length === 0) return [];
        const slashed = told.filter(({ form }) => form === 'slashed');
        const seen = slashed.map(({ pointer, value }) => `${pointer} ${show(value)}`).join(', ');
        return [
          observation(
            slashed.length === 0,
            { calls: [call.number] },
            `${call.method} ${pathOf(call)} sent ${seen}, which is read as month/day; dates should be as in 2030-01-31T12:00:00-03:00`,
          ),
        ];
      }),
  },
  {
    id: 'PART-29',
    text: 'The expiry of a coupon is sent as a date and time, not as a date alone',
    source,
    statements: ['S059', 'S110', 'S112'],
    // a date alone has a stated reading, so it is legal and seldom what is meant
    level: 'should',
    judge: (record) =>
      undisturbed(record)
        .filter(isWrite)
        .flatMap((call) =>
          datesIn(call)
            .filter(({ name, form }) => name === 'expiryDate' && (form === 'alone' || form === 'zoned'))
            .map(({ value, form }) =>
              ofCall(
                call,
                form === 'zoned',
                `sent expiryDate ${show(value)}, which is 00:00 UTC of that day, 21:00 of the day before in Brasília`,
              ),
            ),
        ),
  },
];
