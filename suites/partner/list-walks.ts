import { isObject, valueAt } from '../json.ts';
import { answerOf, callsOf, isAccepted, partsOf, pathOf, queryOf } from './read-call.ts';
import type { PartnerCall, PartnerRecord } from './record.ts';

const lists = ['products', 'customers', 'orders', 'abandoned-carts', 'stores', 'users', 'coupons'];

/** Where a list is read is open for most resources: its parameters tell it, or its answer. */
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

export const listCalls = (record: PartnerRecord): PartnerCall[] =>
  callsOf(record).filter((call) => call.fault === undefined && isList(call));

/** One reading of a list, from a page 1 to the next one. */
export interface Walk {
  path: string;
  calls: PartnerCall[];
  /** Pages that were answered, in the order in which they were. */
  pages: number[];
  /** As the last answer told it, for a list may grow meanwhile; undefined when none did. */
  totalPages: number | undefined;
}

const walkOf = (calls: PartnerCall[]): Walk => {
  const answered = calls.filter(isAccepted);
  const told = answered.map((call) => valueAt(answerOf(call), '/pagination/totalPages'));
  const total = told.findLast((pages) => typeof pages === 'number');
  const [first] = calls;
  return {
    path: first ? pathOf(first) : '',
    calls,
    pages: answered.map((call) => Number(queryOf(call).get('page'))),
    totalPages: typeof total === 'number' ? total : undefined,
  };
};

/** The query without its page: what stays the same from page to page. */
const rangeOf = (call: PartnerCall): string =>
  `${pathOf(call)} ${JSON.stringify([...queryOf(call)].filter(([name]) => name !== 'page').toSorted())}`;

/** Every reading of a list in the record, disturbed ones too. */
export const walksOf = (record: PartnerRecord): Walk[] =>
  [...Map.groupBy(callsOf(record).filter(isList), rangeOf).values()].flatMap((alike) => {
    const walks: PartnerCall[][] = [];
    for (const call of alike) {
      const current = walks.at(-1);
      if (current === undefined || (queryOf(call).get('page') === '1' && current.some(isAccepted))) walks.push([call]);
      else current.push(call);
    }
    return walks.map(walkOf);
  });
