import { show } from '../../core/json.ts';
import type { PartnerCall } from '../../core/partner-record.ts';
import { callsDuring, doneActions } from './model/actions.ts';
import { dateForm } from './model/date-forms.ts';
import { isList } from './model/list-walks.ts';
import { numbersOf, observation } from './model/observation.ts';
import { partsOf, queryOf } from './model/read-call.ts';
import type { Obligation } from './obligation.ts';

/** The moment that a filter names. Without a zone it is Brasília time; a date alone is so for `after` only. */
const momentOf = (value: string | undefined, dateAlone = 'T00:00:00-03:00'): number | undefined => {
  const form = dateForm(value);
  if (value === undefined || form === undefined || form === 'slashed') return undefined;
  if (form === 'zoned') return Date.parse(value.replace(' ', 'T'));
  return Date.parse(form === 'alone' ? `${value}${dateAlone}` : `${value.replace(' ', 'T')}-03:00`);
};

/** Why a reading leaves out requested records; undefined if it does not. */
const leftOut = (
  call: PartnerCall,
  since: number | undefined,
  changedSince: number | undefined,
): string | undefined => {
  const query = queryOf(call);
  const [after, updatedAt] = [momentOf(query.get('after')), momentOf(query.get('updatedAt'), 'T00:00:00Z')];
  // another obligation judges an invalid moment
  if (after === undefined) return undefined;
  if (since !== undefined && after > since) return `after ${show(query.get('after'))}`;
  if (since === undefined && changedSince !== undefined && after >= changedSince)
    return `after ${show(query.get('after'))}, which leaves out what is older and has changed`;
  if (changedSince !== undefined && updatedAt !== undefined && updatedAt > changedSince)
    return `updatedAt ${show(query.get('updatedAt'))}`;
  return undefined;
};

export const listRanges: readonly Obligation[] = [
  {
    id: 'PART-138',
    text: 'A list that is to be read from a certain time is requested from that time, not from a later one',
    source: 'Endpoints › Paginated lists',
    statements: ['S099', 'S102'],
    level: 'must',
    needs: 'lists',
    judge: (record) =>
      doneActions(record, 'synchronize').flatMap((action) => {
        const { list, since, changedSince } = action.parameters;
        const readings = callsDuring(record, action).filter((call) => isList(call) && partsOf(call)[0] === list);
        const asked = [since, changedSince].map((each) => momentOf(typeof each === 'string' ? each : undefined));
        const began = Date.parse(record.startedAt ?? '');
        // a complete reading starts before the session
        const [from = asked[1] === undefined && !Number.isNaN(began) ? began : undefined, changedFrom] = asked;
        if (readings.length === 0 || (from === undefined && changedFrom === undefined)) return [];
        const reasons = readings.map((call) => leftOut(call, from, changedFrom));
        return [
          observation(
            reasons.includes(undefined),
            { actions: [action.number], calls: numbersOf(readings.slice(0, 3)) },
            `the list of ${list} was to be read since ${since ?? changedSince ?? 'its beginning'}, and was asked for with ${reasons[0]}`,
          ),
        ];
      }),
  },
];
