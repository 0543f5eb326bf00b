import type { Call } from './client.ts';
import type { Context } from './context.ts';
import { writeDate } from './dates.ts';
import { isObject, type JsonObject, textIn } from './json.ts';
import { paths } from './platform-names.ts';

/** The records of a list to read. */
export interface Reading {
  list: 'products' | 'customers';
  /** Only records created at that time or later, in milliseconds since 1970. */
  sinceMs: number;
  /** Only records changed at that time or later, in milliseconds since 1970. Default: all. */
  changedSinceMs?: number | undefined;
  /** 1 to 50. */
  pageSize: number;
}

interface Page {
  records: JsonObject[];
  totalPages: number;
  totalRecords: number;
}

/** The most reads of a list whose records move between pages. */
const maxPasses = 3;

const pageIn = (body: unknown): Page | undefined => {
  if (!isObject(body) || !isObject(body.pagination) || !Array.isArray(body.data)) return undefined;
  const { totalPages, totalRecords } = body.pagination;
  if (typeof totalPages !== 'number' || typeof totalRecords !== 'number') return undefined;
  return { records: body.data.filter(isObject), totalPages, totalRecords };
};

const sizeOf = ({ pageSize }: Reading, { does }: Context['settings']['behavior']): number => {
  if (does('pages of one record')) return 1;
  return does('pages of seven records') ? 7 : pageSize;
};

/** Reads all pages of a list, and saves products by the platform's id. */
export const synchronize = async (context: Context, reading: Reading): Promise<void> => {
  const { state, save, platform, note, settings } = context;
  const { behavior } = settings;
  const { is, does } = behavior;
  let after = writeDate(reading.sinceMs, behavior);
  const { changedSinceMs = does('lists by change') ? reading.sinceMs : undefined } = reading;
  const pageSize = sizeOf(reading, behavior);

  const readPage = async (page: number): Promise<Page | undefined> => {
    const query = new URLSearchParams({
      after,
      ...(changedSinceMs !== undefined && { updatedAt: writeDate(changedSinceMs, behavior) }),
      page: String(page),
      pageSize: String(pageSize),
    });
    const call: Call = { method: 'GET', path: `${paths[reading.list]}?${query}` };
    const answered = await (is('leaves a list that fails') ? platform.sendOnce(call) : platform.send(call));
    if (answered.kind === 'accepted') return pageIn(answered.body);
    note(`page ${page} of the ${reading.list} cannot be read: ${answered.why}`);
    return undefined;
  };

  const stopsEarly = (page: number, { totalPages }: Page, isAnyKnown: boolean): boolean =>
    is('stops after the first page') ||
    (is('stops one page early') && page === totalPages - 1) ||
    (is('stops at a known record') && isAnyKnown);

  /** Resolves with the number of records; undefined if a page could not be read. */
  const readAll = async (seen: Set<string>): Promise<number | undefined> => {
    for (let page = 1; ; page += is('skips every other page') ? 2 : 1) {
      const found = await readPage(is('reads the first page again and again') ? 1 : page);
      if (found === undefined) return undefined;
      const ids = found.records.map((record) => textIn(record, 'id') ?? '');
      const isAnyKnown = ids.some((id) => state.products[id] !== undefined);
      if (reading.list === 'products') {
        for (const [index, id] of ids.entries()) state.products[id] = found.records[index] ?? {};
      }
      for (const id of ids) seen.add(id);
      if (stopsEarly(page, found, isAnyKnown)) return undefined;
      if (page >= found.totalPages || found.records.length === 0) return found.totalRecords;
    }
  };

  /** Continues by the date of the last record, without page numbers. */
  const followDates = async (): Promise<void> => {
    for (;;) {
      const found = await readPage(1);
      const last = found?.records.at(-1);
      const next = last && textIn(last, 'createdAt');
      if (found === undefined || found.records.length < pageSize || next === undefined || next === after) return;
      after = next;
    }
  };
  if (is('follows the list by its dates')) return await followDates();

  // the order of a list is not fixed, so a record may move to a page that was already read
  const seen = new Set<string>();
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    const total = await readAll(seen);
    save();
    if (total === undefined || seen.size >= total) return;
  }
  note(`the list of ${reading.list} kept changing: ${seen.size} were read`);
};
