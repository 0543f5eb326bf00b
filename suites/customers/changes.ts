import { valueAt } from '../../core/json.ts';
import type { Unique } from '../check-context.ts';
import { expectAnswer, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import { carriedIn } from '../records/carried-values.ts';
import { deletedTwice, expectGoneByEveryKey } from '../records/deletions.ts';
import { recordRemovals } from '../records/record-kinds.ts';
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
    text: '`PUT /customers/:id` stores the names in its body',
    source: 'Endpoints › Endpoints table',
    statements: ['S039', 'S119'],
    level: 'must',
    needs: ['create customers'],
    async check({ get, put, given, body, unique, unverified }) {
      const { id, read, ...customer } = await given.customer();
      const { firstName, lastName } = customer;
      const shown = Object.entries(carriedIn(body.customer(customer), { firstName, lastName })).filter(
        ([name, value]) => isSameName(valueAt(read.body, `/${name}`), value),
      );
      if (shown.length === 0) {
        return unverified(
          'not-observable',
          'a customer shows neither the first nor the last name that it was created with',
        );
      }
      const renamed = Object.fromEntries(shown.map(([name]) => [name, drawnName(unique)]));
      const sent = body.customer({ ...customer, ...renamed });
      mustBeAccepted(await put(path`/customers/${id}`, { body: sent }), 'updating a customer');
      const changed = await get(path`/customers/phone/${customer.phone}`);
      expectAnswer(changed, 200, { id });
      for (const [name, value] of Object.entries(renamed)) {
        expectThat(changed, `/${name}`, 'the name that was sent, in any case', (stored) => isSameName(stored, value));
      }
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
