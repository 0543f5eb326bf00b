import fc from 'fast-check';
import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { expectAnswer, expectHolds, expectThat } from '../../suites/judge/expect.ts';
import { wholeAndDisjoint } from '../../suites/pagination/pages.ts';
import { longAgo, mustShowRecords, recordsOn, totalOn } from '../../suites/records/listing.ts';
import { recordOf } from '../arbitraries.ts';
import { busyCompany } from '../list-companies.ts';
import { property } from '../property.ts';
import { filled, type ListName, productsMade, readableLists } from './listed-kinds.ts';
import { mayLookAgain, readPage, readSteadily } from './steady-reading.ts';

const source = 'Endpoints › Paginated lists';

const pageSize = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 50 }));

/** The largest value of a signed 32-bit integer. */
const maxPage = 2_147_483_647;

/** The distance from the last page, in pages or in records. */
const distance = fc.oneof(
  recordOf({ pages: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 4, max: 1500 })) }),
  recordOf({
    power: fc.constantFrom(15, 16, 24, 31, 32),
    times: fc.integer({ min: 1, max: 3 }),
    more: fc.nat({ max: 3 }),
  }).map(({ power, times, more }) => ({ records: 2 ** power * times + more })),
);

/** The first page of a list. The case ends if it has no records. */
const firstPage = async (context: CheckContext, list: ListName, pageSize: number): Promise<Exchange> => {
  const read = (): Promise<Exchange> => readPage(context, list, { after: longAgo, page: 1, pageSize });
  const first = await filled(context, list, read);
  mustShowRecords(context, first);
  return first;
};

const pagesOf = (page: Exchange, pageSize: number): number => Math.ceil(totalOn(page, 'totalRecords') / pageSize);

export const anyPage = property({
  id: 'LAW-13',
  text: 'Any page of any size returns its number and size and holds no more records; a page after the last is empty',
  source,
  statements: ['S100'],
  rules: ['PAG-1', 'PAG-2', 'PAG-3', 'PAG-14', 'PAG-15', 'PAG-16', 'PAG-17', 'PAG-18', 'PAG-19'],
  level: 'must',
  makes: productsMade,
  cases: { quick: 20, full: 60 },
  drawn: (profile) => recordOf({ list: fc.constantFrom(...readableLists(profile)), pageSize, beyond: distance }),
  async holds(context, { list, pageSize, beyond }) {
    const first = await firstPage(context, list, pageSize);
    const last = pagesOf(first, pageSize);
    if (!Number.isInteger(last)) context.unverified('not-observable', 'the list does not say where it ends');
    const asked = 'pages' in beyond ? last + beyond.pages : Math.ceil(beyond.records / pageSize) + 1;
    const page = Math.min(asked, maxPage);
    const answer = await readPage(context, list, { after: longAgo, page, pageSize });
    expectAnswer(answer, 200, { pagination: { page, pageSize } });
    // others may have added or removed a page
    const holds = page > Math.max(last, pagesOf(answer, pageSize)) ? 0 : pageSize;
    expectThat(
      answer,
      '/data',
      holds === 0 ? 'no records beyond the last page' : `at most ${holds} records`,
      (data) => Array.isArray(data) && data.length <= holds,
    );
  },
});

export const pagesAsCounted = property({
  id: 'LAW-14',
  text: 'A page holds as many records as its number, its size and the totals imply',
  source,
  statements: ['S106'],
  rules: ['PAG-7', 'PAG-12'],
  level: 'should',
  inferred: wholeAndDisjoint,
  makes: productsMade,
  cases: { quick: 20, full: 60 },
  drawn: (profile) =>
    recordOf({
      list: fc.constantFrom(...readableLists(profile)),
      pageSize,
      /** The position among the pages. The last page is drawn often. */
      percent: fc.oneof(fc.constantFrom(100, 0), fc.integer({ min: 1, max: 99 })),
    }),
  async holds(context, { list, pageSize, percent }) {
    const first = await firstPage(context, list, pageSize);
    const page = Math.max(1, Math.round((pagesOf(first, pageSize) * percent) / 100));
    if (!Number.isInteger(page)) context.unverified('not-observable', 'the list does not count its records');
    for (let look = 1; ; look++) {
      const answer = await readPage(context, list, { after: longAgo, page, pageSize });
      expectAnswer(answer, 200);
      const total = totalOn(answer, 'totalRecords');
      const holds = Math.max(0, Math.min(pageSize, total - (page - 1) * pageSize));
      const { length } = recordsOn(answer);
      // a target may count its records before or after it reads the page, and one may be created in between
      if (length !== holds && (await mayLookAgain(context, look))) continue;
      expectHolds(answer, '/data', `${holds} of ${total} records on page ${page}`, length, length === holds);
      // the document does not say how many pages an empty list has
      if (total === 0) return;
      const pages = pagesOf(answer, pageSize);
      const shown = valueAt(answer.body, '/pagination/totalPages');
      expectHolds(answer, '/pagination/totalPages', `${pages} for ${total} records`, shown, shown === pages);
      return;
    }
  },
});

export const oneTotal = property({
  id: 'LAW-18',
  text: 'Every page of a list returns the same totals, whatever the date in the filter',
  source,
  statements: ['S106'],
  rules: ['PAG-12'],
  level: 'should',
  inferred: wholeAndDisjoint,
  readsLists: (profile) => [busyCompany(profile)],
  makes: productsMade,
  cases: { quick: 8, full: 30 },
  drawn: (profile) =>
    recordOf({
      list: fc.constantFrom(...readableLists(profile)),
      // small pages divide even a short list
      pageSize: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 50 })),
      page: fc.integer({ min: 2, max: 5 }),
      /** The position of the record whose `createdAt` is the filter. */
      from: fc.nat({ max: 19 }),
    }),
  async holds(context, { list, pageSize, page, from }) {
    const shown = recordsOn(await firstPage(context, list, 20));
    const after = shown[from % shown.length]?.createdAt;
    if (typeof after !== 'string') return context.unverified('not-observable', 'the list shows no createdAt');
    const count = async (page: number): Promise<Exchange> => {
      const answer = await readPage(context, list, { after, page, pageSize });
      expectAnswer(answer, 200);
      return answer;
    };
    for (let look = 1; ; look++) {
      const { first, answers } = await readSteadily(context, async () => {
        const [first, one, between, other, again] = [
          await count(1),
          await count(page),
          await count(1),
          await count(page),
          await count(1),
        ];
        return { read: { first, answers: [one, other] }, counting: [first, between, again] };
      });
      const expected = totalOn(first, 'totalRecords');
      if (Number.isNaN(expected)) context.unverified('not-observable', 'the list does not count its records');
      const isSame = answers.some((answer) => totalOn(answer, 'totalRecords') === expected);
      if (!isSame && (await mayLookAgain(context, look))) continue;
      for (const answer of answers.slice(0, 1)) {
        const total = totalOn(answer, 'totalRecords');
        expectHolds(answer, '/pagination/totalRecords', `${expected}, as page 1 counts`, total, isSame);
      }
      return;
    }
  },
});
