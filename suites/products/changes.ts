import type { Exchange } from '../../fixtures/exchange.ts';
import { expectAnswer, expectHolds, expectNothing } from '../judge/expect.ts';
import { path } from '../path.ts';
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
    text: 'A deleted product is not found by any of its keys, like one that never existed',
    source,
    statements: ['S141'],
    level: 'should',
    inferred: 'The document shows the route, not which methods it takes.',
    needs: ['create products', 'read products', 'delete products'],
    async check({ get, del, given, unique }) {
      const { id, name, externalId } = await given.product();
      const control = mustBeAccepted(await get(path`/products/${id}`), 'reading the product');
      const others: Exchange[] = [];
      for (const key of [path`/products/name/${name}`, path`/products/external/${externalId}`]) {
        const found = await get(key);
        // the profile's body may not send every key
        if (found.status === 200) others.push(found);
      }
      const deletion = mustBeAccepted(await del(path`/products/${id}`), 'deleting the product');
      const what = 'nothing, since the product is deleted';
      const deleted = await get(path`/products/${id}`);
      expectNothing(deleted, { what, control });
      for (const other of others) expectNothing(await get(other.request.path), { what, control: other });
      expectNothing(await del(path`/products/${id}`), { what: 'nothing left to delete', control: deletion });
      const { status } = await get(path`/products/${unique.uuid()}`);
      expectHolds(
        deleted,
        'status',
        `${status}, as for an id that never was`,
        deleted.status,
        deleted.status === status,
      );
    },
  },
];
