import { expectAnswer, expectNothing } from '../judge/expect.ts';
import { path } from '../path.ts';
import { expectGoneByEveryKey } from '../records/deletions.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { needOwnSlots } from './own-slots.ts';

const source = 'Endpoints › Endpoints table';

export const changes: readonly Rule[] = [
  {
    id: 'PROD-11',
    text: '`PUT /products/:id` stores the name in its body',
    source,
    statements: ['S141', 'S039'],
    level: 'should',
    inferred: 'The document shows the route, not what PUT changes.',
    needs: ['create products', 'read products', 'update products'],
    async check(context) {
      const { get, put, given, body, unique } = context;
      const { id, read, ...product } = await given.product();
      const name = unique.name('renamed');
      needOwnSlots(context, { name });
      const sent = body.product({ ...product, name });
      mustBeAccepted(await put(path`/products/${id}`, { body: sent }), 'updating a product');
      expectAnswer(await get(path`/products/external/${product.externalId}`), 200, { id, name });
    },
  },
  {
    id: 'PROD-12',
    text: 'A deleted product is neither found by any of its keys nor changed by `PUT`, like one that never existed',
    source,
    statements: ['S141'],
    level: 'should',
    inferred: 'The document shows the route, not which methods it takes.',
    needs: ['create products', 'read products', 'delete products'],
    async check(context) {
      const { given, offers, body, unique } = context;
      const { id, read: _, ...product } = await given.product();
      const { name, externalId } = product;
      const byId = path`/products/${id}`;
      const deletion = await expectGoneByEveryKey(context, 'product', {
        byId: { at: byId, unknown: path`/products/${unique.uuid()}` },
        byOtherKeys: [
          { at: path`/products/name/${name}`, unknown: path`/products/name/${unique.name('unknown')}` },
          { at: path`/products/external/${externalId}`, unknown: path`/products/external/${unique.name('unknown')}` },
        ],
        ...(offers(['update products']) ? { update: body.product(product) } : {}),
      });
      expectNothing(await context.del(byId), { what: 'nothing left to delete', control: deletion });
    },
  },
];
