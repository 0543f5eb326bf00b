import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectAnswer } from '../judge/expect.ts';
import { path } from '../path.ts';
import { readByAwkwardKey } from '../records/awkward-key.ts';
import { carriedIn } from '../records/carried-values.ts';
import { keyedKinds } from '../records/keyed-kinds.ts';
import { mustStandAtTheTop } from '../records/open-body.ts';
import { unknownRecord } from '../records/unknown-record.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { needOwnSlots } from './own-slots.ts';

const source = 'Endpoints › Endpoints table';
const missing = ['S141', 'S203'] as const;

const { product } = keyedKinds;

/** Asserts fields of a product, after it made sure that they are at the top level. */
const expectShown = (context: CheckContext, read: Exchange, fields: { name?: string; externalId?: string }): void => {
  expectAnswer(read, 200);
  mustStandAtTheTop(context, read);
  expectAnswer(read, 200, fields);
};

export const lookups: readonly Rule[] = [
  {
    id: 'PROD-1',
    text: '`GET /products/:id` returns the product with that `id`',
    source,
    statements: ['S141'],
    level: 'must',
    needs: ['create products', 'read products'],
    async check({ get, given }) {
      const { id, externalId } = await given.product();
      expectAnswer(await get(path`/products/${id}`), 200, { id, externalId });
    },
  },
  {
    id: 'PROD-2',
    text: '`GET /products/external/:externalId` returns the product with that `externalId`',
    source,
    statements: ['S035', 'S141'],
    level: 'must',
    needs: ['create products', 'read products'],
    async check(context) {
      const { get, post, body, paths, unique } = context;
      const externalIds = [unique.name('product'), unique.name('product')];
      for (const externalId of externalIds) needOwnSlots(context, { externalId });
      for (const externalId of externalIds) {
        mustBeAccepted(await post(paths.createProduct, { body: body.product({ externalId }) }), 'creating a product');
      }
      for (const externalId of externalIds) {
        expectShown(context, await get(path`/products/external/${externalId}`), { externalId });
      }
    },
  },
  {
    id: 'PROD-3',
    text: '`GET /products/name/:name` returns the product with that name',
    source,
    statements: ['S141'],
    level: 'must',
    needs: ['create products', 'read products'],
    async check(context) {
      const { id, name } = await context.given.product();
      needOwnSlots(context, { name });
      expectAnswer(await context.get(path`/products/name/${name}`), 200, { id, name });
    },
  },
  {
    id: 'PROD-4',
    text: 'A product is stored with the name, the provider and the `externalId` that the partner sent',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035', 'S039'],
    level: 'must',
    needs: ['create products', 'read products'],
    async check({ given, body, unique }) {
      const provider = unique.name('provider');
      const { id, read, ...product } = await given.product({ provider });
      const { name, externalId } = product;
      expectAnswer(read, 200, { id, ...carriedIn(body.product(product), { name, provider, externalId }) });
    },
  },
  {
    id: 'PROD-5',
    text: 'A product is found by a name and by an `externalId` that need percent-encoding in a path',
    source,
    statements: ['S141'],
    level: 'should',
    inferred: 'The document does not say which characters an `externalId` may hold.',
    needs: ['create products', 'read products'],
    async check(context) {
      const { get, post, body, paths, unique } = context;
      const byName = await readByAwkwardKey(unique.name('awkward'), ' Pão 50% + Café?#&%41', async (name) => {
        needOwnSlots(context, { name });
        mustBeAccepted(await post(paths.createProduct, { body: body.product({ name }) }), 'creating a product');
        return get(path`/products/name/${name}`);
      });
      expectShown(context, byName.answer, { name: byName.key });
      const byExternalId = await readByAwkwardKey(unique.name('awkward'), ' nº 50% ç+?#&%41', async (externalId) => {
        needOwnSlots(context, { externalId });
        mustBeAccepted(await post(paths.createProduct, { body: body.product({ externalId }) }), 'creating a product');
        return get(path`/products/external/${externalId}`);
      });
      expectShown(context, byExternalId.answer, { externalId: byExternalId.key });
    },
  },
  unknownRecord(product, { id: 'PROD-6', route: 'GET /products/:id', statements: missing }),
  unknownRecord(product, { id: 'PROD-7', route: 'GET /products/external/:externalId', statements: missing }),
  unknownRecord(product, { id: 'PROD-8', route: 'GET /products/name/:name', statements: missing }),
  unknownRecord(product, { id: 'PROD-9', route: 'PUT /products/:id', statements: missing }),
  unknownRecord(product, { id: 'PROD-10', route: 'DELETE /products/:id', statements: missing }),
];
