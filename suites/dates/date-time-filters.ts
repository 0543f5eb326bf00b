import { wallClock } from '../../core/instants.ts';
import type { CheckContext, GivenProduct } from '../check-context.ts';
import { brasiliaMinutes, dateIn, edgeOf, expectListed, expectOnlyLater } from '../records/listing.ts';
import type { Rule } from '../rule.ts';

/** Zones on both sides of UTC, one of them with half an hour. */
const zones = [
  { suffix: '-03:00', minutes: -180 },
  { suffix: '+05:30', minutes: 330 },
  { suffix: 'Z', minutes: 0 },
] as const;

type DateField = 'createdAt' | 'updatedAt';
/** Writes an instant as the text of a filter. */
type Write = (instantMs: number) => string;

/**
 * Asserts that a filter up to a second before a date of the record lists it, and that one a second or two after it does
 * not. A zone that is read wrongly fails one of the two.
 */
const expectEdge = async (
  context: CheckContext,
  record: GivenProduct,
  field: DateField,
  write: Write,
): Promise<void> => {
  const instantMs = dateIn(context, record.read, field);
  const { before: after } = edgeOf(context, record.read, 'createdAt');
  const filter = (text: string) => (field === 'createdAt' ? { after: text } : { after, updatedAt: text });
  await expectListed(context, '/products', filter(write(instantMs)), record.id);
  await expectOnlyLater(context, '/products', filter(write(instantMs + 2000)), { record, field });
};

const withoutZone: Write = (instantMs) => wallClock(instantMs, brasiliaMinutes);

const zoneless = (id: Rule['id'], parameter: 'after' | 'updatedAt', field: DateField): Rule => ({
  id,
  text: `A date-time without a zone in \`${parameter}\` is Brasília time`,
  source: parameter === 'after' ? 'Endpoints › Paginated lists' : 'Endpoints › Date and time input',
  statements: parameter === 'after' ? ['S099', 'S111'] : ['S111'],
  level: 'must',
  needs: ['create products', 'read products'],
  async check(context) {
    const record = await context.given.product();
    await expectEdge(context, record, field, withoutZone);
  },
});

const zoned = (id: Rule['id'], parameter: 'after' | 'updatedAt', field: DateField): Rule => ({
  id,
  text: `A date-time with a zone in \`${parameter}\` is the instant that it names, whatever the zone`,
  source: 'Endpoints › Paginated lists',
  statements: [parameter === 'after' ? 'S099' : 'S102'],
  level: 'must',
  needs: ['create products', 'read products'],
  async check(context) {
    const record = await context.given.product();
    for (const { suffix, minutes } of zones) {
      await expectEdge(context, record, field, (instantMs) => wallClock(instantMs, minutes) + suffix);
    }
  },
});

export const dateTimeFilters: readonly Rule[] = [
  zoneless('DATE-1', 'after', 'createdAt'),
  zoneless('DATE-2', 'updatedAt', 'updatedAt'),
  zoned('DATE-3', 'after', 'createdAt'),
  zoned('DATE-4', 'updatedAt', 'updatedAt'),
];
