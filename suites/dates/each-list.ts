import { wallClock } from '../../core/instants.ts';
import type { CheckContext, GivenRecord } from '../check-context.ts';
import { expectRefusal } from '../judge/expect.ts';
import { type DeclaredList, declaredLists } from '../records/declared-lists.ts';
import {
  brasiliaMinutes,
  dateIn,
  dayMs,
  edgeOf,
  expectListed,
  expectOnlyLater,
  type Filter,
} from '../records/listing.ts';
import { recordKinds } from '../records/record-kinds.ts';
import type { Rule } from '../rule.ts';

const source = 'Endpoints › Date and time input';
/** Shorter than the difference between two readings of one text, and longer than a record may still change. */
const halfAnHourMs = 1_800_000;

type List = Omit<DeclaredList, 'listed'>;

const openLists: readonly List[] = declaredLists.map((list) => ({ ...list, needs: [...list.needs, list.listed] }));

const fields = { after: 'createdAt', updatedAt: 'updatedAt' } as const;
type Parameter = keyof typeof fields;

/** Requests a list with one filter in any form. The other filter keeps the list short. */
const asking = (context: CheckContext, at: string, record: GivenRecord, parameter: Parameter) => {
  const field = fields[parameter];
  const filter = (text: string): Filter => ({
    after: edgeOf(context, record.read, 'createdAt').before,
    updatedAt: edgeOf(context, record.read, 'updatedAt').before,
    [parameter]: text,
  });
  const place = { page: 1 };
  return {
    dateMs: dateIn(context, record.read, field),
    ask: (text: string) => context.get(at, { query: { ...filter(text), page: 1, pageSize: 40 } }),
    shows: (text: string) => expectListed(context, at, filter(text), record.id, place),
    hides: (text: string) => expectOnlyLater(context, at, filter(text), { record, field }),
  };
};

const day = (instantMs: number, zoneMinutes: number): string => wallClock(instantMs, zoneMinutes).slice(0, 10);

/** Ways to write an instant, with and without a zone. */
const dateTimes: readonly ((instantMs: number) => string)[] = [
  (instantMs) => `${wallClock(instantMs, brasiliaMinutes)}-03:00`,
  (instantMs) => `${wallClock(instantMs, 330)}+05:30`,
  (instantMs) => wallClock(instantMs, brasiliaMinutes),
];

const everyForm = (id: Rule['id'], { of, needs, at, given }: List): Rule => ({
  id,
  text: `The list of ${of} reads \`after\` and \`updatedAt\` with a zone, without a zone (Brasília time) and without a time`,
  source,
  statements: ['S099', 'S102', 'S111'],
  level: 'must',
  needs,
  async check(context) {
    const record = await given(context);
    for (const parameter of ['after', 'updatedAt'] as const) {
      const { dateMs, shows, hides } = asking(context, at(context.paths), record, parameter);
      for (const write of dateTimes) {
        await shows(write(dateMs));
        await hides(write(dateMs + halfAnHourMs));
      }
      const zoneMinutes = parameter === 'after' ? brasiliaMinutes : 0;
      await shows(day(dateMs, zoneMinutes));
      await hides(day(dateMs + dayMs, zoneMinutes));
    }
  },
});

const slashed = (month: number, dayOfMonth: number, year: number): string =>
  `${[month, dayOfMonth].map((part) => String(part).padStart(2, '0')).join('/')}/${year}`;

interface SlashedDays {
  shown: readonly string[];
  hidden: readonly string[];
}

/**
 * Dates with slashes some days before and after an instant. One date on each side moves to the other side if it is read
 * with the day first. Some seasons have no such date. Another date on each side has a second number that can only be a
 * day.
 */
const slashedAround = (instantMs: number): SlashedDays => {
  const year = new Date(instantMs).getUTCFullYear();
  const isBefore = (month: number, of: number): boolean => Date.UTC(year, month - 1, of) < instantMs - 2 * dayMs;
  const isAfter = (month: number, of: number): boolean => Date.UTC(year, month - 1, of) > instantMs + 2 * dayMs;
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  const pairs = numbers.flatMap((month) => numbers.map((of) => [month, of] as const));
  const confused = [
    pairs.find(([month, of]) => isBefore(month, of) && isAfter(of, month)),
    pairs.find(([month, of]) => isAfter(month, of) && isBefore(of, month)),
  ].map((pair) => (pair ? [slashed(...pair, year)] : []));
  return {
    shown: [...(confused[0] ?? []), slashed(12, 13, year - 1)],
    hidden: [...(confused[1] ?? []), slashed(1, 31, year + 1)],
  };
};

const slashes = (id: Rule['id'], { of, needs, at, given }: List): Rule => ({
  id,
  text: `The list of ${of} reads a date with slashes in \`after\` and \`updatedAt\` with the month first`,
  source,
  statements: ['S113', 'S099', 'S102'],
  level: 'should',
  inferred: 'The document names the form for dates in a body; that filters read it as well is inferred.',
  needs,
  async check(context) {
    const record = await given(context);
    const listPath = at(context.paths);
    for (const parameter of ['after', 'updatedAt'] as const) {
      const { dateMs, shows, hides } = asking(context, listPath, record, parameter);
      const { shown, hidden } = slashedAround(dateMs);
      for (const text of shown) await shows(text);
      for (const text of hidden) await hides(text);
    }
    const { dateMs, ask, shows, hides } = asking(context, listPath, record, 'after');
    const year = new Date(dateMs).getUTCFullYear();
    const [past, future] = [`25/12/${year - 1}`, `25/12/${year + 1}`];
    for (const text of [past, future]) {
      const answer = await ask(text);
      if (answer.status === 200) await (text === past ? shows : hides)(text);
      else {
        const control = await ask(slashed(12, 25, year - 1));
        expectRefusal(answer, { status: 422, message: 'Invalid after date', control });
      }
    }
  },
});

const products: List = { of: 'products', ...recordKinds.product, at: () => '/products' };

const firstOpen = 16;
const firstSlashed = firstOpen + openLists.length;

/** DATE-16 to DATE-28. The first six test on each declared list what other rules test on the list of products. */
export const eachList: readonly Rule[] = [
  ...openLists.map((list, index) => everyForm(`DATE-${firstOpen + index}`, list)),
  ...[products, ...openLists].map((list, index) => slashes(`DATE-${firstSlashed + index}`, list)),
];
