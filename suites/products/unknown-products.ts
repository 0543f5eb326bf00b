import type { Capability } from '../capability.ts';
import type { GivenProduct } from '../check-context.ts';
import { askByKey, type Keys, unknownRecord } from '../records/unknown-record.ts';
import type { Rule } from '../rule.ts';

interface Unknown extends Pick<Rule, 'id'>, Keys<GivenProduct> {
  route: string;
  needs?: readonly Capability[];
}

const byId: Keys<GivenProduct> = { known: ({ id }) => id, unknown: (unique) => unique.uuid() };

const routes: readonly Unknown[] = [
  { id: 'PROD-6', route: 'GET /products/:id', ...byId },
  {
    id: 'PROD-7',
    route: 'GET /products/external/:externalId',
    known: ({ externalId }) => externalId,
    unknown: (unique) => unique.name('unknown'),
  },
  {
    id: 'PROD-8',
    route: 'GET /products/name/:name',
    known: ({ name }) => name,
    unknown: (unique) => unique.name('unknown'),
  },
  { id: 'PROD-9', route: 'PUT /products/:id', needs: ['update products'], ...byId },
  { id: 'PROD-10', route: 'DELETE /products/:id', needs: ['delete products'], ...byId },
];

export const unknownProducts: readonly Rule[] = routes.map(({ id, route, needs = [], known, unknown }) =>
  unknownRecord({
    id,
    route,
    statements: ['S141', 'S203'],
    needs: ['create products', 'read products', ...needs],
    status: 404,
    message: 'Product not found',
    async ask(context) {
      const record = await context.given.product();
      const body = () => context.body.product(record);
      return askByKey(context, { route, record, body, known, unknown });
    },
  }),
);
