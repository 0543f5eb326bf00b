import { isObject, valueAt } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { isAtOnce, possibleActions } from './actions.ts';
import { derived } from './derived.ts';
import { answerOf, callsOf, isAccepted, partsOf, pathOf, queryOf } from './read-call.ts';
import { actionBefore } from './repeated-sends.ts';

const lists = ['products', 'customers', 'orders', 'abandoned-carts', 'stores', 'users', 'coupons'];

/** Whether a call reads a list. The document shows few paths of lists, so the parameters or the response decide. */
export const isList = (call: PartnerCall): boolean => {
  if (call.method !== 'GET') return false;
  const query = queryOf(call);
  const answer = answerOf(call);
  const [resource = '', ...rest] = partsOf(call);
  return (
    ['after', 'page', 'pageSize'].some((name) => query.has(name)) ||
    (isObject(answer) && isObject(answer.pagination)) ||
    (lists.includes(resource) && rest.length === 0)
  );
};

/** All reads of lists, including disturbed ones, in the order of arrival. */
export const listReads = derived((record): readonly PartnerCall[] => callsOf(record).filter(isList));

export const listCalls = derived((record): readonly PartnerCall[] =>
  listReads(record).filter(({ fault }) => fault === undefined),
);

export const pageOf = (call: PartnerCall): number => Number(queryOf(call).get('page'));

/** One reading of a list. */
export interface Walk {
  path: string;
  calls: PartnerCall[];
  /** The pages with a response, in order. */
  pages: number[];
  /** The count in the first response, because a list may grow; undefined without one. */
  totalPages: number | undefined;
}

const walkOf = (calls: PartnerCall[]): Walk => {
  const answered = calls.filter(isAccepted);
  const said = answered.map((call) => valueAt(answerOf(call), '/pagination/totalPages'));
  const total = said.find((pages) => typeof pages === 'number');
  const [first] = calls;
  return {
    path: first ? pathOf(first) : '',
    calls,
    pages: answered.map(pageOf),
    totalPages: typeof total === 'number' ? total : undefined,
  };
};

/** What a read asks for, apart from its page. Other parameters than these are of the request, as a cache buster. */
const rangeOf = (call: PartnerCall): string =>
  `${pathOf(call)} ${['after', 'updatedAt', 'pageSize'].map((name) => queryOf(call).get(name))}`;

/** Whether a read begins at the moment from which an action asks for a list. */
const beginsAt = ({ parameters: { since } }: PartnerAction, call: PartnerCall): boolean =>
  typeof since === 'string' && Date.parse(since) === Date.parse(queryOf(call).get('after') ?? '');

/**
 * The action that a read belongs to: the last one, or one at the same time that is about the list of the read. Of several
 * about that list, it is the one with the moment of the read, or else one for the whole list.
 */
export const readFor = (record: PartnerRecord, call: PartnerCall): PartnerAction | undefined => {
  const last = actionBefore(record, call);
  const [list] = partsOf(call);
  if (last?.action !== 'synchronize') return last;
  const all = possibleActions(record, 'synchronize').filter(
    (action) => action.fromMs <= call.atMs && action.parameters.list === list && isAtOnce(record, action, last),
  );
  const whole = all.findLast(({ parameters }) => parameters.since === undefined);
  return all.findLast((action) => beginsAt(action, call)) ?? whole ?? all.at(-1) ?? last;
};

/** Whether a call asks for the page that a reading needs next, for its last one again, or for the one after the end. */
const goesOn = (reading: readonly PartnerCall[], call: PartnerCall): boolean => {
  const page = pageOf(call);
  // most reads begin a list, and a session may have thousands
  if (page <= 1) return false;
  const { totalPages = 0 } = walkOf([...reading]);
  // a page that failed was asked for as well
  const lastPage = Math.max(...reading.map(pageOf));
  return lastPage <= totalPages && (page === lastPage || page === lastPage + 1);
};

/** Whether a requested reading lacks the page that a call asks for: pages may come in any order. */
const lacks = (action: PartnerAction | undefined, reading: readonly PartnerCall[], call: PartnerCall): boolean =>
  action?.action === 'synchronize' &&
  // most reads repeat a page, and a session may have thousands
  !reading.some((other) => pageOf(other) === pageOf(call)) &&
  pageOf(call) <= (walkOf([...reading]).totalPages ?? 0);

/**
 * All readings of lists, including disturbed ones. A reading has the pages of one action, in any order. What the partner
 * reads by itself may go on when the next action begins.
 */
export const walksOf = derived((record): readonly Walk[] => {
  const ofRanges = new Map<string, Map<number | undefined, PartnerCall[]>>();
  for (const call of listReads(record)) {
    const range = rangeOf(call);
    const readings = ofRanges.get(range) ?? new Map<number | undefined, PartnerCall[]>();
    ofRanges.set(range, readings);
    const action = readFor(record, call);
    const own = readings.get(action?.number);
    const isOwn = own !== undefined && (goesOn(own, call) || lacks(action, own, call));
    const earlier = isOwn ? undefined : [...readings.values()].findLast((each) => goesOn(each, call));
    const reading = earlier ?? own ?? [];
    reading.push(call);
    if (earlier === undefined) readings.set(action?.number, reading);
  }
  return [...ofRanges.values()].flatMap((readings) => [...readings.values()].map(walkOf));
});
