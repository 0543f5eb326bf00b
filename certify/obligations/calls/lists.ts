import { show, valueAt } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsDuring, doneActions } from '../model/actions.ts';
import { dateForm, isIsoDate, momentMs } from '../model/date-forms.ts';
import { isList, listCalls, pageOf, readFor, type Walk, walksOf } from '../model/list-walks.ts';
import { numbersOf, observation, ofCall } from '../model/observation.ts';
import { answerOf, endOf, isAccepted, isFailed, isUnfinished, partsOf, queryOf } from '../model/read-call.ts';
import { isStillToCome } from '../model/still-to-come.ts';
import type { Obligation } from '../obligation.ts';

const source = 'Endpoints › Paginated lists';

/** The pages that a reading left out. */
const missedPages = ({ pages, totalPages = 0 }: Walk): number[] =>
  Array.from({ length: totalPages }, (_, index) => index + 1).filter((page) => !pages.includes(page));

/** Pages without a response that were not requested again, although later ones were. */
const skippedPages = (record: PartnerRecord, { calls, pages }: Walk): number[] =>
  calls.filter(isUnfinished).flatMap((failed) => {
    const page = pageOf(failed);
    const isLeftOut = calls.some(
      (call) => call.atMs >= endOf(failed) && isAccepted(call) && pageOf(call) > page && !pages.includes(page),
    );
    return isLeftOut && !isStillToCome(record, endOf(failed)) ? [page] : [];
  });

/** Whether two readings are of the same list and the same action. */
const isSameReading = (record: PartnerRecord, one: Walk, other: Walk): boolean => {
  const [[first], [second]] = [one.calls, other.calls];
  return (
    first !== undefined &&
    second !== undefined &&
    one.path === other.path &&
    readFor(record, first) === readFor(record, second)
  );
};

/** Whether the reading is of a list that was to be synchronized. The partner may read others by itself at any time. */
const isSynchronized = (record: PartnerRecord, { calls: [first] }: Walk): boolean => {
  const action = first && readFor(record, first);
  return action?.action === 'synchronize' && first !== undefined && partsOf(first)[0] === action.parameters.list;
};

/** The moment that a filter names. Without a zone it is Brasília time; a date alone is so for `after` only. */
const momentOf = (value: string | undefined, dateAlone = 'T00:00:00-03:00'): number | undefined => {
  const form = dateForm(value);
  if (value === undefined || form === undefined || form === 'slashed') return undefined;
  if (form === 'zoned') return momentMs(value);
  return momentMs(form === 'alone' ? `${value}${dateAlone}` : `${value}-03:00`);
};

/** The moment from which a reading asks for records; undefined without a valid one, which another obligation judges. */
const beginOf = ({ calls: [first] }: Walk): number | undefined => first && momentOf(queryOf(first).get('after'));

/** Whether a reading begins no later than another. A later one does not show what the other left out. */
const reachesAsFar = (walk: Walk, other: Walk): boolean => {
  const [beginMs, otherMs] = [walk, other].map(beginOf);
  return beginMs === undefined || otherMs === undefined || beginMs <= otherMs;
};

/** Whether a reading begins no later than it was asked for, and the other one looks at the first page, as for its count. */
const isAskedBesideLook = (record: PartnerRecord, walk: Walk, look: Walk): boolean => {
  const [first] = walk.calls;
  const since = first && readFor(record, first)?.parameters.since;
  const [beginMs, sinceMs] = [beginOf(walk), momentOf(typeof since === 'string' ? since : undefined)];
  const isAsked = beginMs !== undefined && sinceMs !== undefined && beginMs <= sinceMs;
  return isAsked && look.calls.every((call) => pageOf(call) === 1);
};

/** The reading that begins with a page that failed, from a later moment: it does not show what is older. */
const laterRepeat = (record: PartnerRecord, walk: Walk, failed: PartnerCall): Walk | undefined =>
  walksOf(record).find((other) => {
    const [first] = other.calls;
    const isRepeat = first !== undefined && first.atMs >= endOf(failed) && pageOf(first) === pageOf(failed);
    // one from the first page may be another reading
    return isRepeat && pageOf(first) > 1 && isSameReading(record, walk, other) && !reachesAsFar(other, walk);
  });

const readToTheEnd =
  (isAbout: (record: PartnerRecord, walk: Walk) => boolean): Obligation['judge'] =>
  (record) =>
    walksOf(record).flatMap((walk, _, walks) => {
      if (!isAbout(record, walk)) return [];
      const missed = missedPages(walk);
      if (walk.totalPages === undefined || walk.pages.some((page) => !Number.isInteger(page))) return [];
      const isBroken = missed.length > 0;
      const skipped = isBroken ? skippedPages(record, walk) : [];
      // other obligations judge a reading that ended with a failed page or a disturbed response
      const failed = walk.calls.findLast((call) => !isAccepted(call) && (call.fault !== undefined || isFailed(call)));
      const isCutOff =
        failed !== undefined && !walk.calls.some((call) => isAccepted(call) && call.atMs >= endOf(failed));
      const later = isCutOff ? laterRepeat(record, walk, failed) : undefined;
      if (isBroken && skipped.length === 0 && isCutOff && later === undefined) return [];
      // a reading may start again with other parameters, for example after a count
      const isWhole = (other: Walk): boolean =>
        isSameReading(record, walk, other) &&
        missedPages(other).length === 0 &&
        (reachesAsFar(other, walk) || isAskedBesideLook(record, other, walk));
      if (isBroken && walks.some(isWhole)) return [];
      const { path, totalPages } = walk;
      if (skipped.length > 0) {
        const seen = `page ${skipped.join(', ')} of ${totalPages} of GET ${path} failed and was left out; it may hold what no other page has`;
        return [observation(false, { calls: numbersOf(walk.calls) }, seen)];
      }
      if (isBroken && failed !== undefined && later !== undefined) {
        const seen = `page ${pageOf(failed)} of ${totalPages} of GET ${path} failed and was asked for again with a later \`after\`; this leaves out what is older`;
        return [observation(false, { calls: numbersOf([...walk.calls, ...later.calls]) }, seen)];
      }
      return [
        observation(
          !isBroken,
          { calls: numbersOf(walk.calls) },
          `GET ${path} has ${totalPages} pages, and ${missed.length === 1 ? 'page' : 'pages'} ${missed.slice(0, 5).join(', ')} ${missed.length === 1 ? 'was' : 'were'} not asked for; records are in no order, so any page may hold a new one`,
        ),
      ];
    });

/** The most pages that a response named before the partner asked for the last page of the first response. */
const grownTo = ({ calls, totalPages }: Walk): number => {
  const last = calls.find((call) => pageOf(call) === totalPages);
  const said = calls
    .filter((call) => last !== undefined && isAccepted(call) && endOf(call) <= last.atMs)
    .map((call) => valueAt(answerOf(call), '/pagination/totalPages'));
  return Math.max(0, ...said.filter((pages) => typeof pages === 'number'));
};

/** Judges a required parameter in every request of a list. */
const listParameter = (
  name: 'after' | 'page' | 'pageSize',
  isGood: (value: string | undefined) => boolean,
  should: string,
  obligation: Pick<Obligation, 'id' | 'text' | 'statements'>,
): Obligation => ({
  ...obligation,
  source,
  level: 'must',
  needs: 'lists',
  judge: (record) =>
    listCalls(record).map((call) => {
      const value = queryOf(call).get(name);
      return ofCall(call, isGood(value), `sent ${name} ${show(value)}; ${should}`);
    }),
});

/** Whether a value is a date that exists. Another obligation judges one with slashes. */
const isDate = (value: string | undefined): boolean => {
  const form = dateForm(value);
  return form === 'slashed' || (form !== undefined && isIsoDate(value));
};

export const lists: readonly Obligation[] = [
  listParameter('after', isDate, 'it should be a date and time', {
    id: 'PART-21',
    text: 'Every request of a list has a date as `after`',
    statements: ['S097', 'S099', 'S198'],
  }),
  listParameter('page', (page = '') => /^0*[1-9]\d*$/.test(page), 'pages are counted from 1', {
    id: 'PART-22',
    text: 'Every request of a list has a `page`, a whole number from 1',
    statements: ['S097', 'S100', 'S216'],
  }),
  listParameter(
    'pageSize',
    (pageSize = '') => /^\d+$/.test(pageSize) && Number(pageSize) >= 1 && Number(pageSize) <= 50,
    'it should be a whole number from 1 to 50',
    {
      id: 'PART-23',
      text: 'Every request of a list has a `pageSize` from 1 to 50',
      statements: ['S097', 'S101', 'S215'],
    },
  ),
  {
    id: 'PART-24',
    text: 'A synchronized list is read from its first page to its last, whatever the order of its records',
    source,
    statements: ['S097', 'S106', 'S107', 'S109'],
    level: 'must',
    isPromised: true,
    needs: 'lists',
    judge: readToTheEnd(isSynchronized),
  },
  {
    id: 'PART-108',
    text: 'A list that the partner reads by itself is read from its first page to its last',
    source,
    statements: ['S097', 'S109'],
    level: 'should',
    inferred: 'a partner may need only a part of a list',
    needs: 'lists',
    judge: readToTheEnd((record, walk) => !isSynchronized(record, walk)),
  },
  {
    id: 'PART-170',
    text: 'A synchronized list that grows while it is read is read to the end that the responses name by then',
    source,
    statements: ['S109', 'S097'],
    level: 'should',
    inferred: 'records are in no order, so a page that is new may hold a record from before',
    needs: 'lists',
    judge: (record) =>
      walksOf(record).flatMap((walk) => {
        const pages = grownTo(walk);
        const isGrown = walk.totalPages !== undefined && pages > walk.totalPages;
        // other obligations judge a reading that ends early, or with a failed page
        if (!isGrown || !isSynchronized(record, walk) || missedPages(walk).length > 0) return [];
        const missed = missedPages({ ...walk, totalPages: pages });
        if (missed.length > 0 && walk.calls.some((call) => !isAccepted(call))) return [];
        return [
          observation(
            missed.length === 0,
            { calls: numbersOf(walk.calls) },
            `GET ${walk.path} had ${walk.totalPages} pages, and ${pages} before the last of these was read; page ${missed.join(', ')} was not asked for`,
          ),
        ];
      }),
  },
];

/** No list begins this short a time before a session, or before the changes that it is read for. */
const recentMs = 31 * 24 * 3_600_000;

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
  if (since === undefined && changedSince !== undefined && after > changedSince - recentMs)
    return `after ${show(query.get('after'))}, which leaves out what is older and has changed`;
  const latest = changedSince ?? since;
  if (latest !== undefined && updatedAt !== undefined && updatedAt > latest)
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
        const beginning = Date.parse(record.startedAt) - recentMs;
        const [from = asked[1] === undefined ? beginning : undefined, changedFrom] = asked;
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
