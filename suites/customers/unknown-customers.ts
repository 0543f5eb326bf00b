import type { CheckContext, GivenCustomer } from '../check-context.ts';
import { path } from '../path.ts';
import { unknownRecord } from '../records/unknown-record.ts';
import type { Rule } from '../rule.ts';

interface Unknown {
  id: Rule['id'];
  method: 'GET' | 'PUT' | 'DELETE';
  path: string;
  statements: Rule['statements'];
  status: number;
  /** The path of the customer, and one with a key that no customer has. */
  known(customer: GivenCustomer): string;
  unknown(unique: CheckContext['unique']): string;
}

const unknownById = (unique: CheckContext['unique']): string => path`/customers/${unique.uuid()}`;
const knownById = ({ id }: GivenCustomer): string => path`/customers/${id}`;

const routes: readonly Unknown[] = [
  {
    id: 'CUST-6',
    method: 'GET',
    path: '/customers/:id',
    statements: ['S116', 'S201'],
    status: 422,
    known: knownById,
    unknown: unknownById,
  },
  {
    id: 'CUST-7',
    method: 'GET',
    path: '/customers/external/:externalId',
    statements: ['S117', 'S201'],
    status: 422,
    known: ({ externalId }) => path`/customers/external/${externalId}`,
    unknown: (unique) => path`/customers/external/${unique.name('unknown')}`,
  },
  {
    id: 'CUST-8',
    method: 'GET',
    path: '/customers/phone/:phone',
    statements: ['S118', 'S201'],
    status: 422,
    known: ({ phone }) => path`/customers/phone/${phone}`,
    unknown: (unique) => path`/customers/phone/${unique.phone()}`,
  },
  {
    id: 'CUST-9',
    method: 'PUT',
    path: '/customers/:id',
    statements: ['S119', 'S202'],
    status: 404,
    known: knownById,
    unknown: unknownById,
  },
  {
    id: 'CUST-10',
    method: 'DELETE',
    path: '/customers/:id',
    statements: ['S120', 'S202'],
    status: 404,
    known: knownById,
    unknown: unknownById,
  },
];

export const unknownCustomers: readonly Rule[] = routes.map(({ id, method, path: route, known, unknown, ...stated }) =>
  unknownRecord({
    ...stated,
    id,
    route: `${method} ${route}`,
    needs: ['create customers'],
    message: 'Customer not found',
    async ask({ send, given, body, unique }) {
      const customer = await given.customer();
      const sent = method === 'PUT' ? { body: body.customer(customer) } : {};
      return {
        refused: await send(method, unknown(unique), sent),
        control: await send(method, known(customer), sent),
      };
    },
  }),
);
