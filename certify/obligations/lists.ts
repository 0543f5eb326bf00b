import { show } from '../../core/json.ts';
import type { PartnerRecord } from '../../core/partner-record.ts';
import { dateForm } from './model/date-forms.ts';
import { listCalls, pageOf, type Walk, walksOf } from './model/list-walks.ts';
import { numbersOf, observation, ofCall } from './model/observation.ts';
import { endOf, isAccepted, isFailed, queryOf } from './model/read-call.ts';
import { actionBefore } from './model/repeated-sends.ts';
import { isStillToCome } from './model/still-to-come.ts';
import type { Obligation } from './obligation.ts';

const source = 'Endpoints › Paginated lists';

/** The pages that a reading left out. */
const missedPages = ({ pages, totalPages = 0 }: Walk): number[] =>
  Array.from({ length: totalPages }, (_, index) => index + 1).filter((page) => !pages.includes(page));

/** Pages without a response that were not requested again, although later ones were. */
const skippedPages = (record: PartnerRecord, { calls, pages }: Walk): number[] =>
  calls.filter(isFailed).flatMap((failed) => {
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
    actionBefore(record, first) === actionBefore(record, second)
  );
};

/** Whether the reading belongs to a requested synchronization. */
const isSynchronized = (record: PartnerRecord, { calls: [first] }: Walk): boolean =>
  first !== undefined && actionBefore(record, first)?.action === 'synchronize';

/** Whether a reading begins no later than another. A later one does not show what the other left out. */
const reachesAsFar = ({ calls: [first] }: Walk, { calls: [other] }: Walk): boolean => {
  const [beginMs, otherMs] = [first, other].map((call) => Date.parse((call && queryOf(call).get('after')) ?? ''));
  return beginMs === undefined || otherMs === undefined || !(beginMs > otherMs);
};

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
      if (isBroken && skipped.length === 0 && walk.calls.some((call) => !isAccepted(call))) return [];
      // a reading may start again with other parameters, for example after a count
      const isWhole = (other: Walk): boolean =>
        isSameReading(record, walk, other) && missedPages(other).length === 0 && reachesAsFar(other, walk);
      if (isBroken && walks.some(isWhole)) return [];
      const { path, totalPages } = walk;
      if (skipped.length > 0) {
        const seen = `page ${skipped.join(', ')} of ${totalPages} of GET ${path} failed and was left out; it may hold what no other page has`;
        return [observation(false, { calls: numbersOf(walk.calls) }, seen)];
      }
      return [
        observation(
          !isBroken,
          { calls: numbersOf(walk.calls) },
          `GET ${path} has ${totalPages} pages, and ${missed.length === 1 ? 'page' : 'pages'} ${missed.slice(0, 10).join(', ')} ${missed.length === 1 ? 'was' : 'were'} not asked for; records are in no order, so any page may hold a new one`,
        ),
      ];
    });

export const lists: readonly Obligation[] = [
  {
    id: 'PART-21',
    text: 'Every request of a list has a date as `after`',
    source,
    statements: ['S097', 'S099', 'S198'],
    level: 'must',
    needs: 'lists',
    judge: (record) =>
      listCalls(record).map((call) => {
        const after = queryOf(call).get('after');
        return ofCall(call, dateForm(after) !== undefined, `sent after ${show(after)}; it should be a date and time`);
      }),
  },
  {
    id: 'PART-22',
    text: 'Every request of a list has a `page`, a whole number from 1',
    source,
    statements: ['S097', 'S100', 'S216'],
    level: 'must',
    needs: 'lists',
    judge: (record) =>
      listCalls(record).map((call) => {
        const page = queryOf(call).get('page');
        return ofCall(call, /^0*[1-9]\d*$/.test(page ?? ''), `sent page ${show(page)}; pages are counted from 1`);
      }),
  },
  {
    id: 'PART-23',
    text: 'Every request of a list has a `pageSize` from 1 to 50',
    source,
    statements: ['S097', 'S101', 'S215'],
    level: 'must',
    needs: 'lists',
    judge: (record) =>
      listCalls(record).map((call) => {
        const pageSize = queryOf(call).get('pageSize');
        const isInside = /^\d+$/.test(pageSize ?? '') && Number(pageSize) >= 1 && Number(pageSize) <= 50;
        return ofCall(call, isInside, `sent pageSize ${show(pageSize)}; it should be a whole number from 1 to 50`);
      }),
  },
  {
    id: 'PART-24',
    text: 'A synchronized list is read from its first page to its last, whatever the order of its records',
    source,
    statements: ['S097', 'S106', 'S107', 'S109'],
    level: 'must',
    needs: 'lists',
    judge: readToTheEnd((record, walk) => isSynchronized(record, walk)),
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
];
