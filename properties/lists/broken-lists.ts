import { instantOf } from '../../core/instants.ts';
import { isObject, type JsonObject, valueAt } from '../../core/json.ts';
import type { Answer, Call, Handle } from '../../platform/http/call.ts';
import { type TimelessWrap, withFields, withQuery } from '../../suites/broken-handling.ts';

/** A listed record, with its dates in epoch milliseconds. */
export interface Dated {
  shown: JsonObject;
  createdAt: number;
  updatedAt: number;
}

export interface Asked {
  after: number;
  updatedAt: number | undefined;
  page: number;
  pageSize: number;
  /** `after` as it was sent. */
  afterText: string;
}

/** What a list returns: the records of a page, and the total. */
export interface ListAnswer {
  data: readonly Dated[];
  totalRecords: number;
}

const listPaths = ['products', 'customers', 'orders', 'stores', 'abandoned-carts', 'coupons', 'users'];

export const listsAnything = ({ method, segments: [first = '', ...rest] }: Call): boolean =>
  method === 'GET' && rest.length === 0 && listPaths.includes(first);
export const listsProducts = (call: Call): boolean => listsAnything(call) && call.segments[0] === 'products';
export const listsOthers = (call: Call): boolean => listsAnything(call) && !listsProducts(call);

const recordsIn = ({ body }: Answer): JsonObject[] => {
  const data = valueAt(body, '/data');
  return Array.isArray(data) ? data.filter(isObject) : [];
};

const dated = (shown: JsonObject): Dated => ({
  shown,
  createdAt: instantOf(shown.createdAt) ?? 0,
  updatedAt: instantOf(shown.updatedAt) ?? 0,
});

/** Every record of the caller's list, in the order of the list. */
const everything = async (handle: Handle, call: Call): Promise<Dated[]> => {
  const all: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const filter = { after: '1970-01-01T00:00:00Z', updatedAt: undefined, page: String(page), pageSize: '50' };
    const answer = await handle(withQuery(call, filter));
    // a recorded platform returns the same response for every page
    const records = valueAt(answer.body, '/pagination/page') === page ? recordsIn(answer) : [];
    all.push(...records);
    if (records.length < 50) return all.map(dated);
  }
};

const askedBy = ({ query }: Call): Asked | undefined => {
  const afterText = query.get('after') ?? '';
  const updatedText = query.get('updatedAt');
  const after = instantOf(afterText);
  const updatedAt = updatedText === null ? undefined : instantOf(updatedText);
  if (after === undefined || (updatedText !== null && updatedAt === undefined)) return undefined;
  return { after, updatedAt, page: Number(query.get('page')), pageSize: Number(query.get('pageSize')), afterText };
};

/** Lists with valid parameters return something else of the same records. */
export const listsOtherwise =
  (fits: (call: Call) => boolean, answerOf: (all: readonly Dated[], asked: Asked) => ListAnswer): TimelessWrap =>
  (handle) =>
  async (call) => {
    const answer = await handle(call);
    const asked = askedBy(call);
    if (!fits(call) || answer.status !== 200 || !asked) return answer;
    const { data, totalRecords } = answerOf(await everything(handle, call), asked);
    const { page, pageSize } = asked;
    const pagination = { page, pageSize, totalRecords, totalPages: Math.ceil(totalRecords / pageSize) };
    return withFields(answer, { pagination, data: data.map(({ shown }) => shown) });
  };

export const onPage = <Each>(all: readonly Each[], { page, pageSize }: Asked): Each[] =>
  all.slice((page - 1) * pageSize, page * pageSize);

/** Lists select other records than the filters say, and are correct otherwise. */
export const selectsOtherwise = (
  fits: (call: Call) => boolean,
  selects: (record: Dated, asked: Asked) => boolean,
): TimelessWrap =>
  listsOtherwise(fits, (all, asked) => {
    const selected = all.filter((record) => selects(record, asked));
    return { data: onPage(selected, asked), totalRecords: selected.length };
  });

export const isSelected = (record: Dated, asked: Asked): boolean =>
  isCreatedSince(record, asked) && isChangedSince(record, asked);
export const isCreatedSince = ({ createdAt }: Dated, { after }: Asked): boolean => createdAt >= after;
export const isChangedSince = (record: Dated, { updatedAt }: Asked): boolean =>
  updatedAt === undefined || record.updatedAt >= updatedAt;
