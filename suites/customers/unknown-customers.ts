import type { GivenCustomer } from '../check-context.ts';
import { askByKey, type Keys, unknownRecord } from '../records/unknown-record.ts';
import type { Rule } from '../rule.ts';

interface Unknown extends Pick<Rule, 'id' | 'statements'>, Keys<GivenCustomer> {
  route: string;
  status: number;
}

const byId: Keys<GivenCustomer> = { known: ({ id }) => id, unknown: (unique) => unique.uuid() };

const routes: readonly Unknown[] = [
  { id: 'CUST-6', route: 'GET /customers/:id', statements: ['S116', 'S201'], status: 422, ...byId },
  {
    id: 'CUST-7',
    route: 'GET /customers/external/:externalId',
    statements: ['S117', 'S201'],
    status: 422,
    known: ({ externalId }) => externalId,
    unknown: (unique) => unique.name('unknown'),
  },
  {
    id: 'CUST-8',
    route: 'GET /customers/phone/:phone',
    statements: ['S118', 'S201'],
    status: 422,
    known: ({ phone }) => phone,
    unknown: (unique) => unique.phone(),
  },
  { id: 'CUST-9', route: 'PUT /customers/:id', statements: ['S119', 'S202'], status: 404, ...byId },
  { id: 'CUST-10', route: 'DELETE /customers/:id', statements: ['S120', 'S202'], status: 404, ...byId },
];

export const unknownCustomers: readonly Rule[] = routes.map(({ known, unknown, ...stated }) =>
  unknownRecord({
    ...stated,
    needs: ['create customers'],
    message: 'Customer not found',
    async ask(context) {
      const record = await context.given.customer();
      const body = () => context.body.customer(record);
      return askByKey(context, { route: stated.route, record, body, known, unknown });
    },
  }),
);
