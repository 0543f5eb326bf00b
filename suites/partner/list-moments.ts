import { doneActions } from './actions.ts';
import { dateForm } from './date-forms.ts';
import { isList } from './list-walks.ts';
import type { Obligation } from './obligation.ts';
import { numbersOf, observation } from './observation.ts';
import { callsOf, partsOf, queryOf } from './read-call.ts';
import { actionBefore } from './repeated-sends.ts';

/** The moment in ms that a filter of a list names, as the platform reads it; undefined: none, or one of two. */
const momentOf = (filter: string | undefined, dateAlone: 'T00:00:00Z' | 'T00:00:00-03:00'): number | undefined => {
  const zones = { zoned: '', unzoned: '-03:00', alone: dateAlone };
  const form = dateForm(filter);
  if (form === undefined || form === 'slashed') return undefined;
  const atMs = Date.parse(`${filter?.replace(' ', 'T')}${zones[form]}`);
  return Number.isNaN(atMs) ? undefined : atMs;
};

/** A second may be cut off on either side. */
const slackMs = 1000;

export const listMoments: readonly Obligation[] = [
  {
    id: 'PART-145',
    text: 'A list that is to be read since a moment is asked for from that moment or earlier',
    source: 'Endpoints › Paginated lists',
    statements: ['S099', 'S102', 'S111'],
    level: 'must',
    needs: 'lists',
    judge: (record) =>
      doneActions(record, 'synchronise').flatMap((action) => {
        const { list, since, changedSince } = action.parameters;
        const sinceMs = Date.parse(String(since ?? changedSince ?? ''));
        const reads = callsOf(record).filter(
          (call) => isList(call) && partsOf(call)[0] === list && actionBefore(record, call) === action,
        );
        if (Number.isNaN(sinceMs) || reads.length === 0) return [];
        const moments = reads.map((call) => {
          const query = queryOf(call);
          const after = momentOf(query.get('after'), 'T00:00:00-03:00');
          return { after, updated: momentOf(query.get('updatedAt'), 'T00:00:00Z'), query };
        });
        // what is no date, or may be read as two, is judged by itself
        if (moments.some(({ after, updated, query }) => !after || (query.has('updatedAt') && !updated))) return [];
        const isEarly = (ms: number | undefined): boolean => ms === undefined || ms <= sinceMs + slackMs;
        const isCovered = moments.some(({ after, updated }) =>
          // what was made before and changed since is older than the moment
          changedSince === undefined ? isEarly(after) && isEarly(updated) : Number(after) < sinceMs && isEarly(updated),
        );
        const asked = moments.map(({ query }) => query.get('updatedAt') ?? query.get('after'));
        return [
          observation(
            isCovered,
            { actions: [action.number], calls: numbersOf(reads) },
            `the ${list} ${changedSince === undefined ? 'made' : 'changed'} since ${since ?? changedSince} were to be read, and those since ${[...new Set(asked)].join(', ')} were`,
          ),
        ];
      }),
  },
];
