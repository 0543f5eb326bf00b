import type { Exchange } from '../../fixtures/exchange.ts';
import { carriedIn } from '../carried-values.ts';
import { expectAnswer, expectHolds, expectNothing } from '../expect.ts';
import { valueAt } from '../json.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

export const changes: readonly Rule[] = [
  {
    id: 'CUST-11',
    text: 'PUT /customers/:id stores the names that it sends',
    source: 'Endpoints › Endpoints table',
    statements: ['S039', 'S119'],
    level: 'must',
    needs: ['create customers'],
    async check({ get, put, given, body, unique, unverified }) {
      const { id, read, ...customer } = await given.customer();
      const { firstName, lastName } = customer;
      const shown = Object.entries(carriedIn(body.customer(customer), { firstName, lastName })).filter(
        ([name, value]) => valueAt(read.body, `/${name}`) === value,
      );
      if (shown.length === 0) {
        return unverified(
          'not-observable',
          'a customer shows neither the first nor the last name that it was created with',
        );
      }
      const renamed = Object.fromEntries(shown.map(([name]) => [name, unique.name('renamed')]));
      const sent = body.customer({ ...customer, ...renamed });
      mustBeAccepted(await put(path`/customers/${id}`, { body: sent }), 'updating a customer');
      expectAnswer(await get(path`/customers/phone/${customer.phone}`), 200, { id, ...renamed });
    },
  },
  {
    id: 'CUST-12',
    text: 'A customer that was deleted is found by none of its keys, and is answered like one that never was',
    source: 'Endpoints › Endpoints table',
    statements: ['S120'],
    level: 'must',
    needs: ['create customers'],
    async check({ get, del, given, unique }) {
      const { id, phone, externalId } = await given.customer();
      const control = mustBeAccepted(await get(path`/customers/${id}`), 'reading the customer');
      const others: Exchange[] = [];
      for (const key of [path`/customers/phone/${phone}`, path`/customers/external/${externalId}`]) {
        const found = await get(key);
        // the profile's body may not send every key
        if (found.status === 200) others.push(found);
      }
      const deletion = mustBeAccepted(await del(path`/customers/${id}`), 'deleting the customer');
      const what = 'nothing, since the customer is deleted';
      const deleted = await get(path`/customers/${id}`);
      expectNothing(deleted, { what, control });
      for (const other of others) expectNothing(await get(other.request.path), { what, control: other });
      expectNothing(await del(path`/customers/${id}`), { what: 'nothing left to delete', control: deletion });
      const { status } = await get(path`/customers/${unique.uuid()}`);
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
