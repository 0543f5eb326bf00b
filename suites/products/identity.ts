import type { CheckContext, GivenProduct } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectNothing, expectThat } from '../expect.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { needOwnSlots } from './own-slots.ts';

const source = 'Resources and their fields › Common conventions';

/** Posts a product again under another externalId, which neither reaches the stored record nor makes a second one. */
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
};

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
      needOwnSlots(context, { provider });
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
        expectThat(read, '/id', `another id than ${first.id}`, (id) => typeof id === 'string' && id !== first.id);
      }
    },
  },
];
