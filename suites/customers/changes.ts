import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Unique } from '../check-context.ts';
import { expectAnswer, expectNothing, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import { carriedIn } from '../records/carried-values.ts';
import { deletedTwice, expectGoneByEveryKey } from '../records/deletions.ts';
import { isPhone } from '../records/phones.ts';
import { recordRemovals } from '../records/record-kinds.ts';
import { expectAnotherId } from '../records/still-there.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

/** A name that any target accepts: short, in letters, with a capital. */
const drawnName = ({ integer }: Unique): string =>
  `Ana${Array.from({ length: 6 }, () => String.fromCharCode(integer(97, 122))).join('')}`;

/** Compares names without case, because platforms may change it. */
const isSameName = (shown: unknown, sent: unknown): boolean =>
  String(shown).toLowerCase() === String(sent).toLowerCase();

export const changes: readonly Rule[] = [
  {
    id: 'CUST-11',
    text: '`PUT /customers/:id` stores the names in its body, and each lookup of the customer shows them',
    source: 'Endpoints › Endpoints table',
    statements: ['S039', 'S119', 'S116', 'S117', 'S118'],
    level: 'must',
    needs: ['create customers'],
    async check({ get, put, given, body, unique, unverified }) {
      const { id, read, ...customer } = await given.customer();
      const { firstName, lastName } = customer;
      const sentNames = Object.entries(carriedIn(body.customer(customer), { firstName, lastName }));
      const namesIn = (shown: Exchange): string[] =>
        sentNames.filter(([name, value]) => isSameName(valueAt(shown.body, `/${name}`), value)).map(([name]) => name);
      const names = namesIn(read);
      if (names.length === 0) {
        return unverified(
          'not-observable',
          'a customer shows neither the first nor the last name that it was created with',
        );
      }
      const byPhone = path`/customers/phone/${customer.phone}`;
      const others = [path`/customers/${id}`, path`/customers/external/${customer.externalId}`];
      const lookups = [{ at: byPhone, names }];
      for (const at of others) lookups.push({ at, names: namesIn(await get(at)) });
      const renamed = Object.fromEntries(names.map((name) => [name, drawnName(unique)]));
      const sent = body.customer({ ...customer, ...renamed });
      mustBeAccepted(await put(path`/customers/${id}`, { body: sent }), 'updating a customer');
      expectAnswer(await get(byPhone), 200, { id });
      for (const { at, names: shown } of lookups) {
        if (shown.length === 0) continue;
        const changed = await get(at);
        expectAnswer(changed, 200);
        for (const name of shown) {
          const isNew = (stored: unknown): boolean => isSameName(stored, renamed[name]);
          expectThat(changed, `/${name}`, 'the name that was sent, in any case', isNew);
        }
      }
    },
  },
  {
    id: 'CUST-19',
    text: 'A customer whose phone is changed is found by the new phone, and the old phone is free for another customer',
    source: 'Endpoints › Endpoints table',
    statements: ['S119', 'S040', 'S117', 'S118'],
    level: 'should',
    inferred: 'The document does not say what becomes of a phone that another one replaces.',
    needs: ['create customers'],
    async check({ get, post, put, given, body, paths, unique, unverified }) {
      const { id, read: _, ...customer } = await given.customer();
      const byId = path`/customers/${id}`;
      const byOldPhone = path`/customers/phone/${customer.phone}`;
      const byExternalId = path`/customers/external/${customer.externalId}`;
      const before = await get(byExternalId);
      const phone = unique.phone();
      const changed = await put(byId, { body: body.customer({ ...customer, phone }) });
      mustBeAccepted(changed, 'updating the phone of a customer');
      const shown = await get(byId);
      if (!isPhone(phone)(valueAt(shown.body, '/phone'))) {
        return unverified('not-observable', 'the customer does not show the phone that the update sent');
      }
      const control = await get(path`/customers/phone/${phone}`);
      expectAnswer(control, 200, { id });
      if (isPhone(customer.phone)(valueAt(before.body, '/phone'))) {
        expectThat(await get(byExternalId), '/phone', `${phone} in some form`, isPhone(phone));
      }
      expectNothing(await get(byOldPhone), { what: 'nothing, since the customer has another phone', control });
      const again = body.customer({ phone: customer.phone });
      mustBeAccepted(await post(paths.createCustomer, { body: again }), 'creating a customer with the old phone');
      expectAnotherId(await get(byOldPhone), id);
    },
  },
  {
    id: 'CUST-21',
    text: 'A customer whose `externalId` is changed is found by the new one, and no longer by the old one',
    source: 'Endpoints › Endpoints table',
    statements: ['S119', 'S117'],
    level: 'should',
    inferred: 'The document does not say which fields an update changes.',
    needs: ['create customers'],
    async check({ get, put, given, body, unique, unverified }) {
      const { id, read: _, ...customer } = await given.customer();
      const byExternalId = (externalId: string) => get(path`/customers/external/${externalId}`);
      mustBeAccepted(await byExternalId(customer.externalId), 'reading a customer by its externalId');
      const externalId = unique.name('renamed');
      const changed = await put(path`/customers/${id}`, { body: body.customer({ ...customer, externalId }) });
      mustBeAccepted(changed, 'updating the externalId of a customer');
      const shown = valueAt((await get(path`/customers/${id}`)).body, '/externalId');
      if (shown !== externalId) {
        return unverified('not-observable', 'the customer does not show the externalId that the update sent');
      }
      const control = await byExternalId(externalId);
      expectAnswer(control, 200, { id });
      const what = 'nothing, since the customer has another externalId';
      expectNothing(await byExternalId(customer.externalId), { what, control });
    },
  },
  {
    id: 'CUST-12',
    text: 'A deleted customer is neither found by any of its keys nor changed by `PUT`, like one that never existed',
    source: 'Endpoints › Endpoints table',
    statements: ['S120', 'S119', 'S201', 'S202'],
    level: 'must',
    needs: ['create customers'],
    async check(context) {
      const { given, body, unique } = context;
      const { id, read: _, ...customer } = await given.customer();
      const { phone, externalId } = customer;
      await expectGoneByEveryKey(context, 'customer', {
        byId: { at: path`/customers/${id}`, unknown: path`/customers/${unique.uuid()}` },
        byOtherKeys: [
          { at: path`/customers/phone/${phone}`, unknown: path`/customers/phone/${unique.phone()}` },
          {
            at: path`/customers/external/${externalId}`,
            unknown: path`/customers/external/${unique.name('unknown')}`,
          },
        ],
        update: body.customer(customer),
      });
    },
  },
  deletedTwice({ id: 'CUST-15', statements: ['S120', 'S202'] }, recordRemovals.customer),
];
