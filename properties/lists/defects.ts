import { instantOf } from '../../core/instants.ts';
import { isObject, valueAt } from '../../core/json.ts';
import type { PagesPolicy } from '../../platform/policy/pages.ts';
import { answersOtherwise, callsTo, withFields } from '../../suites/broken-handling.ts';
import { datedForms } from '../../suites/dates/each-list-defects.ts';
import { type Defect, defectsOf, type PlatformChange } from '../../suites/defect.ts';
import { filteredLists } from '../../suites/pagination/each-list-defects.ts';
import {
  isChangedSince,
  isCreatedSince,
  isSelected,
  listsAnything,
  listsOthers,
  listsOtherwise,
  listsProducts,
  onPage,
  selectsOtherwise,
} from './broken-lists.ts';
import { badParameterDefects } from './parameter-defects.ts';

const paging = (pages: Partial<PagesPolicy>): PlatformChange => ({ policy: { pages } });
const slicing = (slice: PagesPolicy['slice']): PlatformChange => paging({ slice });

const listing = (...change: Parameters<typeof listsOtherwise>): PlatformChange => ({
  wrap: listsOtherwise(...change),
});
const selecting = (...change: Parameters<typeof selectsOtherwise>): PlatformChange => ({
  wrap: selectsOtherwise(...change),
});

/** Pages that these platforms treat differently. */
const isLarge = (pageSize: number): boolean => pageSize > 25;

const partitionDefects = defectsOf({
  'LAW-11': {
    'answers every page of one record with the first record': slicing(({ page, pageSize, selected }) => {
      const start = pageSize === 1 && page <= selected ? 0 : (page - 1) * pageSize;
      return { start, end: start + pageSize };
    }),
    'begins the fourth page and those after it one record too early': slicing(({ page, pageSize, selected }) => {
      const start = (page - 1) * pageSize;
      const shift = page > 3 && start < selected ? 1 : 0;
      return { start: start - shift, end: start - shift + pageSize };
    }),
    'skips whole fives of records to where a page of more than 25 begins': slicing(({ page, pageSize }) => {
      const step = isLarge(pageSize) ? Math.ceil(pageSize / 5) * 5 : pageSize;
      const start = (page - 1) * step;
      return { start, end: start + pageSize };
    }),
  },
  'LAW-12': {
    'reads pages of more than 25 records, unless of a round number, from a copy that is five seconds behind': {
      wrap: (handle, runtime) =>
        listsOtherwise(
          ({ query, ...call }) =>
            listsAnything({ query, ...call }) &&
            isLarge(Number(query.get('pageSize'))) &&
            Number(query.get('pageSize')) % 10 > 0,
          (all, asked) => {
            const copied = all.filter((record) => isSelected(record, asked));
            const old = copied.filter(({ createdAt }) => createdAt < runtime.now() - 5000);
            return { data: onPage(old, asked), totalRecords: copied.length };
          },
        )(handle),
    },
    'keeps the pages of more than 25 records for all callers that ask for as many or fewer, while the total is the same':
      {
        wrap: (handle) => {
          const kept = new Map<string, unknown[]>();
          return async (call) => {
            const answer = await handle(call);
            const pageSize = Number(call.query.get('pageSize'));
            const data = valueAt(answer.body, '/data');
            if (!listsAnything(call) || !Array.isArray(data) || !isLarge(pageSize)) return answer;
            const filter = ['after', 'updatedAt', 'page'].map((name) => call.query.get(name));
            const total = valueAt(answer.body, '/pagination/totalRecords');
            const key = JSON.stringify([call.headers.authorization, call.path, filter, total]);
            const before = kept.get(key);
            if (before) return withFields(answer, { data: before.slice(0, pageSize) });
            kept.set(key, data);
            return answer;
          };
        },
      },
  },
});

const skipping = (skip: (records: number) => number): PlatformChange =>
  slicing(({ page, pageSize }) => {
    const start = skip((page - 1) * pageSize);
    return { start, end: start + pageSize };
  });

const pageDefects = defectsOf({
  'LAW-13': {
    'counts the records before a page in sixteen bits': skipping((records) => records % 2 ** 16),
    'counts the records before a page in thirty-two bits': skipping((records) => records % 2 ** 32),
    'takes more records before a page than a signed integer holds for none': skipping((records) =>
      records < 2 ** 31 ? records : 0,
    ),
    'shows the number of the last page on those behind it': {
      wrap: answersOtherwise(listsAnything, (answer) => {
        const pagination = valueAt(answer.body, '/pagination');
        if (!isObject(pagination)) return answer;
        const { page, totalPages } = pagination;
        if (!(Number(page) > Number(totalPages)) || totalPages === 0) return answer;
        return withFields(answer, { pagination: { ...pagination, page: totalPages } });
      }),
    },
  },
  'LAW-14': {
    'compares the number of a page with that of the last one as texts': slicing(({ page, pageSize, selected }) => {
      const isShown = String(page) <= String(Math.ceil(selected / pageSize));
      const start = isShown ? (page - 1) * pageSize : selected;
      return { start, end: start + pageSize };
    }),
    'counts a page too many when the last is full, unless pages hold one record': paging({
      totals: ({ selected, pageSize }) => ({
        totalRecords: selected,
        totalPages: pageSize === 1 ? selected : Math.floor(selected / pageSize) + 1,
      }),
    }),
  },
  'LAW-18': {
    'counts on every page but the first as if there were no `after`': listing(listsAnything, (all, asked) => {
      const selected = all.filter((record) => isSelected(record, asked));
      return { data: onPage(selected, asked), totalRecords: asked.page === 1 ? selected.length : all.length };
    }),
    'counts no further than nine pages ahead': listing(listsAnything, (all, asked) => {
      const selected = all.filter((record) => isSelected(record, asked));
      const totalRecords = Math.min(selected.length, (asked.page + 9) * asked.pageSize);
      return { data: onPage(selected, asked), totalRecords };
    }),
  },
});

const wholeSecond = 1000;

const filterDefects = defectsOf({
  'LAW-15': {
    'holds `after` against creations as texts, on every list but that of products': selecting(
      (call) => listsOthers(call) && call.query.get('after')?.endsWith('Z') === true,
      (record, asked) => String(record.shown.createdAt) >= asked.afterText && isChangedSince(record, asked),
    ),
    'rounds creations up to whole seconds before it compares them, on every list but that of products': selecting(
      listsOthers,
      (record, asked) =>
        Math.ceil(record.createdAt / wholeSecond) * wholeSecond >= asked.after && isChangedSince(record, asked),
    ),
    'leaves out what was created exactly at `after` when it was changed since': paging({
      selects: ({ createdAt, updatedAt }, filter) =>
        (createdAt > filter.after || (createdAt === filter.after && updatedAt === createdAt)) &&
        (filter.updatedAt === undefined || updatedAt >= filter.updatedAt),
    }),
  },
  'LAW-16': {
    'ignores `updatedAt` on every list but that of products': {
      ...selecting(listsOthers, isCreatedSince),
      also: [...filteredLists, ...datedForms],
    },
    'shows with `updatedAt` only what was changed since its creation, on every list but that of products': {
      ...selecting(
        listsOthers,
        (record, asked) =>
          isSelected(record, asked) && (asked.updatedAt === undefined || record.updatedAt > record.createdAt),
      ),
      also: [...filteredLists, ...datedForms],
    },
    'goes by the first change of a product for `updatedAt`': {
      wrap: (handle) => {
        const firstChanges = new Map<unknown, number>();
        const changesProduct = callsTo('PUT /products/:id');
        const lists = selectsOtherwise(listsProducts, (record, asked) =>
          isSelected({ ...record, updatedAt: firstChanges.get(record.shown.id) ?? record.updatedAt }, asked),
        )(handle);
        return async (call) => {
          const answer = await lists(call);
          const id = call.segments[1];
          if (!changesProduct(call) || answer.status !== 200 || firstChanges.has(id)) return answer;
          const { body } = await handle({ ...call, method: 'GET', body: '' });
          const changedAt = valueAt(body, '/updatedAt');
          firstChanges.set(id, instantOf(changedAt) ?? 0);
          return answer;
        };
      },
    },
  },
  'LAW-17': {
    'takes the earlier of the two filters for `after`, and the later one for `updatedAt`': paging({
      selects: (record, { after, updatedAt = after }) =>
        updatedAt < after
          ? record.createdAt >= updatedAt && record.updatedAt >= after
          : record.createdAt >= after && record.updatedAt >= updatedAt,
    }),
    'shows what either filter lets through, on every list but that of products': {
      ...selecting(
        listsOthers,
        (record, asked) =>
          isCreatedSince(record, asked) || (asked.updatedAt !== undefined && isChangedSince(record, asked)),
      ),
      also: [...filteredLists, ...datedForms],
    },
    'ignores `after` if `updatedAt` is there, on every list but that of products': {
      ...selecting(listsOthers, (record, asked) =>
        asked.updatedAt === undefined ? isCreatedSince(record, asked) : isChangedSince(record, asked),
      ),
      also: datedForms,
    },
  },
  'LAW-19': {
    'lists the oldest first, and holds `updatedAt` only against the records of the page that `after` alone would give':
      listing(listsAnything, (all, asked) => {
        const created = all
          .filter((record) => isCreatedSince(record, asked))
          .toSorted((one, other) => one.createdAt - other.createdAt);
        return {
          data: onPage(created, asked).filter((record) => isChangedSince(record, asked)),
          totalRecords: created.filter((record) => isChangedSince(record, asked)).length,
        };
      }),
    'counts what `after` selects, whatever `updatedAt` leaves of it': listing(listsAnything, (all, asked) => {
      const created = all.filter((record) => isCreatedSince(record, asked));
      const changed = created.filter((record) => isChangedSince(record, asked));
      return { data: onPage(changed, asked), totalRecords: created.length };
    }),
    'ignores `updatedAt` where a page is to hold fewer than four records': selecting(
      (call) => listsAnything(call) && Number(call.query.get('pageSize')) < 4,
      isCreatedSince,
    ),
  },
});

export const listsDefects: readonly Defect[] = [
  ...partitionDefects,
  ...pageDefects,
  ...filterDefects,
  ...badParameterDefects,
];
