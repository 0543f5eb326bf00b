import { valueAt } from '../../core/json.ts';
import type { CheckContext, GivenProduct } from '../check-context.ts';
import { path } from '../path.ts';
import { dateIn, edgeOf, expectListed, expectOnlyLater, expectOnPages, untilLaterDate } from '../records/listing.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Endpoints › Paginated lists';

/** A product whose update came noticeably later than its creation. */
const changedProduct = async (context: CheckContext): Promise<GivenProduct> => {
  const { get, put, body, given, unique, unverified } = context;
  const product = await given.product();
  const created = dateIn(context, product.read, 'createdAt');
  await untilLaterDate(context, valueAt(product.read.body, '/createdAt'));
  const name = unique.name('renamed');
  const at = path`/products/${product.id}`;
  mustBeAccepted(await put(at, { body: body.product({ ...product, name }) }), 'updating a product');
  const read = mustBeAccepted(await get(at), 'reading back a product');
  if (dateIn(context, read, 'updatedAt') > created) return { ...product, name, read };
  return unverified('not-observable', 'the update left updatedAt at the instant of the creation');
};

const needsOwn = ['create products', 'read products'] as const;

export const filters: readonly Rule[] = [
  {
    id: 'PAG-8',
    text: 'A list with `after` returns the records created at that time or later, each on one of its pages, and no others',
    source,
    statements: ['S099'],
    level: 'must',
    needs: needsOwn,
    async check(context) {
      const record = await context.given.product();
      const created = edgeOf(context, record.read, 'createdAt');
      await expectListed(context, '/products', { after: created.at }, record.id);
      await expectOnPages(context, '/products', created.before, () => context.given.product());
      await expectOnlyLater(context, '/products', { after: created.later }, { record, field: 'createdAt' });
    },
  },
  {
    id: 'PAG-9',
    text: 'A list with `updatedAt` returns the records changed at that time or later, and no others',
    source,
    statements: ['S102'],
    level: 'must',
    needs: needsOwn,
    async check(context) {
      const record = await context.given.product();
      const after = edgeOf(context, record.read, 'createdAt').before;
      const changed = edgeOf(context, record.read, 'updatedAt');
      await expectListed(context, '/products', { after, updatedAt: changed.at }, record.id);
      await expectOnlyLater(context, '/products', { after, updatedAt: changed.later }, { record, field: 'updatedAt' });
    },
  },
  {
    id: 'PAG-10',
    text: '`after` filters by the time of creation and `updatedAt` by the time of the last change',
    source,
    statements: ['S099', 'S102'],
    level: 'must',
    needs: [...needsOwn, 'update products'],
    async check(context) {
      const record = await changedProduct(context);
      const after = edgeOf(context, record.read, 'createdAt').before;
      const updatedAt = edgeOf(context, record.read, 'updatedAt').at;
      await expectListed(context, '/products', { after, updatedAt }, record.id);
      await expectOnlyLater(context, '/products', { after: updatedAt }, { record, field: 'createdAt' });
    },
  },
  {
    id: 'PAG-11',
    text: 'A record that `after` or `updatedAt` excludes stays excluded, whatever the other filter says',
    source,
    statements: ['S102'],
    level: 'must',
    needs: needsOwn,
    async check(context) {
      const record = await context.given.product();
      const created = edgeOf(context, record.read, 'createdAt');
      const changed = edgeOf(context, record.read, 'updatedAt');
      await expectListed(context, '/products', { after: created.before, updatedAt: changed.before }, record.id);
      const createdLater = { after: created.later, updatedAt: changed.before };
      await expectOnlyLater(context, '/products', createdLater, { record, field: 'createdAt' });
      const changedLater = { after: created.before, updatedAt: changed.later };
      await expectOnlyLater(context, '/products', changedLater, { record, field: 'updatedAt' });
    },
  },
];
