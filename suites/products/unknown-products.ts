import type { Capability } from '../capability.ts';
import type { CheckContext, GivenProduct } from '../check-context.ts';
import { path } from '../path.ts';
import { unknownRecord } from '../records/unknown-record.ts';
import type { Rule } from '../rule.ts';

interface Unknown {
  id: Rule['id'];
  method: 'GET' | 'PUT' | 'DELETE';
  path: string;
  needs?: readonly Capability[];
  /** The path of the product, and one with a key that no product has. */
  known(product: GivenProduct): string;
  unknown(unique: CheckContext['unique']): string;
}

const byId = {
  path: '/products/:id',
  known: ({ id }: GivenProduct): string => path`/products/${id}`,
  unknown: (unique: CheckContext['unique']): string => path`/products/${unique.uuid()}`,
};

const routes: readonly Unknown[] = [
  { id: 'PROD-6', method: 'GET', ...byId },
  {
    id: 'PROD-7',
    method: 'GET',
    path: '/products/external/:externalId',
    known: ({ externalId }) => path`/products/external/${externalId}`,
    unknown: (unique) => path`/products/external/${unique.name('unknown')}`,
  },
  {
    id: 'PROD-8',
    method: 'GET',
    path: '/products/name/:name',
    known: ({ name }) => path`/products/name/${name}`,
    unknown: (unique) => path`/products/name/${unique.name('unknown')}`,
  },
  { id: 'PROD-9', method: 'PUT', needs: ['update products'], ...byId },
  { id: 'PROD-10', method: 'DELETE', needs: ['delete products'], ...byId },
];

export const unknownProducts: readonly Rule[] = routes.map(({ id, method, path: route, needs = [], known, unknown }) =>
  unknownRecord({
    id,
    route: `${method} ${route}`,
    statements: ['S141', 'S203'],
    needs: ['create products', 'read products', ...needs],
    status: 404,
    message: 'Product not found',
    async ask({ send, given, body, unique }) {
      const product = await given.product();
      const sent = method === 'PUT' ? { body: body.product(product) } : {};
      return {
        refused: await send(method, unknown(unique), sent),
        control: await send(method, known(product), sent),
      };
    },
  }),
);
