import { expectAnswer, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import { readByAwkwardKey } from '../records/awkward-key.ts';
import { carriedIn } from '../records/carried-values.ts';
import { keyedKinds } from '../records/keyed-kinds.ts';
import { mustStandAtTheTop } from '../records/open-body.ts';
import { isPhone } from '../records/phones.ts';
import { unknownRecord } from '../records/unknown-record.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Endpoints › Endpoints table';

const { customer } = keyedKinds;

const noExternalId = 'resources.customers.create.body has no slot {externalId} of its own';

export const lookups: readonly Rule[] = [
  {
    id: 'CUST-1',
    text: '`GET /customers/:id` returns the customer with that `id`',
    source,
    statements: ['S116'],
    level: 'must',
    needs: ['create customers'],
    async check({ get, given }) {
      const { id, phone } = await given.customer();
      const read = await get(path`/customers/${id}`);
      expectAnswer(read, 200, { id });
      expectThat(read, '/phone', `${phone} in some form`, isPhone(phone));
    },
  },
  {
    id: 'CUST-2',
    text: '`GET /customers/external/:externalId` returns the customer with that `externalId`, also for digits with leading zeros',
    source,
    statements: ['S035', 'S117'],
    level: 'must',
    needs: ['create customers'],
    async check({ get, given, body, unique, unverified }) {
      for (const slots of [{}, { externalId: `00${unique.integer(1e8, 2e9)}` }]) {
        const { id, read, ...customer } = await given.customer(slots);
        const { externalId } = carriedIn(body.customer(customer), { externalId: customer.externalId });
        if (externalId === undefined) return unverified('not-declared', noExternalId);
        expectAnswer(await get(path`/customers/external/${externalId}`), 200, { id, externalId });
      }
    },
  },
  {
    id: 'CUST-3',
    text: '`GET /customers/phone/:phone` returns the customer with that phone',
    source,
    statements: ['S118'],
    level: 'must',
    needs: ['create customers'],
    async check(context) {
      const { get, post, body, paths, unique } = context;
      const phones = [unique.phone(), unique.phone()];
      // a partner may look for a record before it exists
      await get(path`/customers/phone/${phones[0] ?? ''}`);
      for (const phone of phones) {
        mustBeAccepted(await post(paths.createCustomer, { body: body.customer({ phone }) }), 'creating a customer');
      }
      for (const phone of phones) {
        const read = await get(path`/customers/phone/${phone}`);
        expectAnswer(read, 200);
        mustStandAtTheTop(context, read);
        expectThat(read, '/phone', `${phone} in some form`, isPhone(phone));
      }
    },
  },
  {
    id: 'CUST-4',
    text: 'A customer is stored with the names, the e-mail and the `externalId` that the partner sent',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035', 'S039'],
    level: 'should',
    inferred: 'The fields of a customer are shown only where a coupon names its customer.',
    needs: ['create customers'],
    async check({ given, body, unique, unverified }) {
      const sent = { firstName: unique.name('first'), lastName: unique.name('last') };
      const { read, id, ...customer } = await given.customer(sent);
      const { externalId, email } = customer;
      const carried = carriedIn(body.customer(customer), { ...sent, externalId, email });
      if (Object.keys(carried).length === 0) {
        return unverified(
          'not-declared',
          'resources.customers.create.body has no slot of its own for any of these fields',
        );
      }
      expectAnswer(read, 200, carried);
    },
  },
  {
    id: 'CUST-5',
    text: 'A customer is found by an `externalId` that needs percent-encoding in a path',
    source,
    statements: ['S117'],
    level: 'should',
    inferred: 'The document does not say which characters an `externalId` may hold.',
    needs: ['create customers'],
    async check({ get, given, body, unique, unverified }) {
      const sample = { externalId: unique.name('carried') };
      if (Object.keys(carriedIn(body.customer(sample), sample)).length === 0) {
        return unverified('not-declared', noExternalId);
      }
      let madeLast = '';
      const found = await readByAwkwardKey(unique.name('awkward'), ' nº 50% ç+?#&%41', async (externalId) => {
        madeLast = (await given.customer({ externalId })).id;
        return get(path`/customers/external/${externalId}`);
      });
      expectAnswer(found.answer, 200, { id: madeLast });
    },
  },
  {
    id: 'CUST-22',
    text: 'A plus in the path of a customer stands for itself: `+5511…` finds the same customer as `%2B5511…`',
    source,
    statements: ['S118', 'S117'],
    level: 'should',
    inferred: 'The document does not say how a path is encoded. RFC 3986 allows a plus in it.',
    needs: ['create customers'],
    async check({ get, given, body, unique, unverified }) {
      const { id, read: _, ...customer } = await given.customer({ externalId: unique.name('a+z') });
      const { phone, externalId } = carriedIn(body.customer(customer), customer);
      const lookups = [
        ['/customers/phone/', phone],
        ['/customers/external/', externalId],
      ] as const;
      let tried = 0;
      for (const [root, key] of lookups) {
        if (!key?.includes('+')) continue;
        const encoded = encodeURIComponent(key);
        const known = await get(root + encoded);
        // other rules test keys that are encoded
        if (known.status !== 200) continue;
        tried += 1;
        expectAnswer(await get(root + encoded.replaceAll('%2B', '+')), 200, { id });
      }
      if (tried === 0)
        unverified('not-reached', 'no customer was found by a phone or an externalId with an encoded plus');
    },
  },
  unknownRecord(customer, { id: 'CUST-6', route: 'GET /customers/:id', statements: ['S116', 'S201'] }),
  unknownRecord(customer, { id: 'CUST-7', route: 'GET /customers/external/:externalId', statements: ['S117', 'S201'] }),
  unknownRecord(customer, { id: 'CUST-8', route: 'GET /customers/phone/:phone', statements: ['S118', 'S201'] }),
  unknownRecord(customer, { id: 'CUST-9', route: 'PUT /customers/:id', statements: ['S119', 'S202'] }),
  unknownRecord(customer, { id: 'CUST-10', route: 'DELETE /customers/:id', statements: ['S120', 'S202'] }),
];
