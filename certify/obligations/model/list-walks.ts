import { isObject, valueAt } from '../../../core/json.ts';
import type { PartnerCall } from '../../../core/partner-record.ts';
import { derived } from './derived.ts';
import { answerOf, callsOf, isAccepted, partsOf, pathOf, queryOf } from './read-call.ts';
import { actionBefore } from './repeated-sends.ts';

const lists = ['products', 'customers', 'orders', 'abandoned-carts', 'stores', 'users', 'coupons'];

/** Where a list is read is open for most resources: its parameters show it, or its answer. */
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

/** Every reading of a list, disturbed ones too, in the order of their arrival. */
export const listReads = derived((record): readonly PartnerCall[] => callsOf(record).filter(isList));

export const listCalls = derived((record): readonly PartnerCall[] =>
  listReads(record).filter(({ fault }) => fault === undefined),
);

export const pageOf = (call: PartnerCall): number => Number(queryOf(call).get('page'));

/** One reading of a list. */
export interface Walk {
  path: string;
  calls: PartnerCall[];
  /** Pages that were answered, in the order in which they were. */
  pages: number[];
  /** As the first answer had it, for a list may grow meanwhile; undefined when none did. */
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

/** The query without its page: what stays the same from page to page. */
const rangeOf = (call: PartnerCall): string =>
  `${pathOf(call)} ${JSON.stringify([...queryOf(call)].filter(([name]) => name !== 'page').toSorted())}`;

/**
 * Every reading of a list in the record, disturbed ones too: the pages that are read at one action, in whatever order and
 * however often.
 */
export const walksOf = derived((record): readonly Walk[] =>
  [...Map.groupBy(listReads(record), (call) => `${actionBefore(record, call)?.number} ${rangeOf(call)}`).values()].map(
    walkOf,
  ),
);
