import { isObject } from '../../core/json.ts';
import type { CheckContext, GivenProduct } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectNothing, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import { carries } from '../records/carried-values.ts';
import { mustStandAtTheTop } from '../records/open-body.ts';
import { expectUnchanged, keepsUpdatedAt, resendVaried, withoutValues } from '../records/resends.ts';
import { expectAnotherId } from '../records/still-there.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { needOwnSlots } from './own-slots.ts';

const source = 'Resources and their fields › Common conventions';

/** Fields by which a change would show. */
const fields = ['name', 'provider', 'externalId'];

/** Posts a product again with another `externalId` and without one. Asserts that it stays one record, unchanged. */
const expectSame = async (context: CheckContext, { id, read, ...product }: GivenProduct): Promise<void> => {
  const { get, post, body, paths, unique } = context;
  const { name, externalId } = product;
  const again = unique.name('again');
  needOwnSlots(context, { name, externalId: again });
  expectAccepted(await post(paths.createProduct, { body: body.product({ ...product, externalId: again }) }));
  const control = await get(path`/products/external/${externalId}`);
  expectAnswer(control, 200, { id, name, externalId });
  const what = 'nothing, since the known product keeps its own externalId';
  expectNothing(await get(path`/products/external/${again}`), { what, control });
  // the target may refuse a product without externalId, and then changes nothing either
  await post(paths.createProduct, { body: withoutValues(body.product(product), [externalId]) });
  expectUnchanged(await get(path`/products/external/${externalId}`), read, fields);
  const sent = body.product(product);
  const values = [name, ...(product.provider === undefined ? [] : [product.provider])];
  await resendVaried(context, { createPath: paths.createProduct, body: sent, values, names: ['name', 'provider'] });
  expectUnchanged(await get(path`/products/external/${externalId}`), read, Object.keys(sent));
};

export const identity: readonly Rule[] = [
  {
    id: 'PROD-13',
    text: 'A product posted again with the same name stays one record, unchanged',
    source,
    statements: ['S040'],
    level: 'must',
    needs: ['create products', 'read products'],
    check: async (context) => expectSame(context, await context.given.product()),
  },
  {
    id: 'PROD-14',
    text: 'A product posted again with the same name and provider stays one record, unchanged',
    source,
    statements: ['S040'],
    level: 'must',
    needs: ['create products', 'read products'],
    async check(context) {
      const provider = context.unique.name('provider');
      needOwnSlots(context, { provider });
      await expectSame(context, await context.given.product({ provider }));
    },
  },
  {
    id: 'PROD-15',
    text: 'Another name or another provider makes another product',
    source,
    statements: ['S040'],
    level: 'must',
    needs: ['create products', 'read products'],
    async check(context) {
      const { get, post, given, body, paths, unique } = context;
      const provider = unique.name('provider');
      const first = await given.product({ provider });
      needOwnSlots(context, { name: first.name, provider, externalId: first.externalId });
      const others = [
        { name: first.name, provider: unique.name('provider'), externalId: unique.name('other-provider') },
        { name: unique.name('other-name'), provider, externalId: unique.name('other-name') },
      ];
      for (const other of others) {
        mustBeAccepted(await post(paths.createProduct, { body: body.product(other) }), 'creating a product');
        const read = await get(path`/products/external/${other.externalId}`);
        expectAnswer(read, 200, { externalId: other.externalId });
        expectAnotherId(read, first.id);
      }
    },
  },
  {
    id: 'PROD-19',
    text: 'A name or a provider that differs only in its case or its blanks makes another product',
    source,
    statements: ['S040'],
    level: 'should',
    inferred: 'The document does not say how exactly names and providers are compared.',
    needs: ['create products', 'read products'],
    async check(context) {
      const { get, post, given, body, paths, unique } = context;
      const own = { name: unique.name('a single blank'), provider: unique.name('a single provider') };
      const { id, externalId } = await given.product(own);
      needOwnSlots(context, { name: own.name, externalId });
      const hasProvider = carries(body.product({ ...own }), own.provider);
      const changes = [(text: string) => text.replace(' ', '  '), (text: string) => text.toUpperCase()];
      const others = changes.flatMap((changed) => [
        { ...own, name: changed(own.name) },
        ...(hasProvider ? [{ ...own, provider: changed(own.provider) }] : []),
      ]);
      for (const other of others) {
        const another = unique.name('other');
        const sent = body.product({ ...other, externalId: another });
        mustBeAccepted(await post(paths.createProduct, { body: sent }), 'creating a product');
        const read = await get(path`/products/external/${another}`);
        expectAnswer(read, 200, { externalId: another });
        expectAnotherId(read, id);
      }
    },
  },
  {
    id: 'PROD-17',
    text: 'A product posted without `externalId` stays as it is when it is posted again with one',
    source,
    statements: ['S040'],
    level: 'must',
    needs: ['create products', 'read products'],
    async check(context) {
      const { get, post, body, paths, unique } = context;
      const [name, externalId] = [unique.name('product'), unique.name('again')];
      needOwnSlots(context, { name, externalId });
      const more = body.product({ name, externalId });
      const fewer = withoutValues(more, [externalId]);
      mustBeAccepted(await post(paths.createProduct, { body: fewer }), 'creating a product without externalId');
      const read = mustBeAccepted(await get(path`/products/name/${name}`), 'reading the product');
      mustStandAtTheTop(context, read);
      expectThat(read, '', 'the product', isObject);
      expectAccepted(await post(paths.createProduct, { body: more }));
      const after = await get(path`/products/name/${name}`);
      expectUnchanged(after, read, fields);
      const what = 'nothing, since the known product has no externalId';
      expectNothing(await get(path`/products/external/${externalId}`), { what, control: after });
    },
  },
  keepsUpdatedAt('PROD-18', {
    title: 'A product',
    needs: ['create products', 'read products'],
    async given({ given, body, paths, unique }) {
      const { id: _, read, ...product } = await given.product();
      const again = body.product({ ...product, externalId: unique.name('again') });
      const lookup = path`/products/external/${product.externalId}`;
      return { createPath: paths.createProduct, body: again, lookup, read };
    },
  }),
];
