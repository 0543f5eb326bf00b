import { carries } from '../carried-values.ts';
import type { CheckContext, GivenProduct } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectNothing, expectThat } from '../expect.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Resources and their fields › Common conventions';

/** Posts a product again under another externalId, which neither reaches the stored record nor makes a second one. */
const expectSame = async (
  { get, post, body, paths, unique }: CheckContext,
  { id, read, ...product }: GivenProduct,
): Promise<void> => {
  const again = unique.name('again');
  expectAccepted(await post(paths.createProduct, { body: body.product({ ...product, externalId: again }) }));
  const { name, externalId } = product;
  expectAnswer(await get(path`/products/external/${externalId}`), 200, { id, name, externalId });
  expectNothing(
    await get(path`/products/external/${again}`),
    'nothing, since the known product keeps its own externalId',
  );
};

const noProvider = 'resources.products.create.body has no slot {provider} of its own';

export const identity: readonly Rule[] = [
  {
    id: 'PROD-13',
    text: 'A product posted again under its name is the same record, unchanged',
    source,
    statements: ['S040'],
    level: 'must',
    needs: ['create products', 'read products'],
    check: async (context) => expectSame(context, await context.given.product()),
  },
  {
    id: 'PROD-14',
    text: 'A product posted again under its name and provider is the same record, unchanged',
    source,
    statements: ['S040'],
    level: 'must',
    needs: ['create products', 'read products'],
    async check(context) {
      const provider = context.unique.name('provider');
      if (!carries(context.body.product({ provider }), provider)) context.unverified('not-declared', noProvider);
      await expectSame(context, await context.given.product({ provider }));
    },
  },
  {
    id: 'PROD-15',
    text: 'Another name, or another provider, is another product',
    source,
    statements: ['S040'],
    level: 'must',
    needs: ['create products', 'read products'],
    async check({ get, post, given, body, paths, unique, unverified }) {
      const provider = unique.name('provider');
      if (!carries(body.product({ provider }), provider)) return unverified('not-declared', noProvider);
      const first = await given.product({ provider });
      const others = [
        { name: first.name, provider: unique.name('provider'), externalId: unique.name('other-provider') },
        { name: unique.name('other-name'), provider, externalId: unique.name('other-name') },
      ];
      for (const other of others) {
        mustBeAccepted(await post(paths.createProduct, { body: body.product(other) }), 'creating a product');
        const read = await get(path`/products/external/${other.externalId}`);
        expectAnswer(read, 200, { externalId: other.externalId });
        expectThat(read, '/id', `another id than ${first.id}`, (id) => typeof id === 'string' && id !== first.id);
      }
    },
  },
];
