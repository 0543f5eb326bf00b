import { isObject, valueAt } from '../../core/json.ts';
import type { CheckContext } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectNothing, expectThat, isAccepted } from '../judge/expect.ts';
import { path } from '../path.ts';
import { carries } from '../records/carried-values.ts';
import { mustStandAtTheTop } from '../records/open-body.ts';
import { expectUnchanged, keepsUpdatedAt, resendVaried, withoutValues } from '../records/resends.ts';
import { expectAnotherId } from '../records/still-there.ts';
import { withoutAddress } from '../records/without-address.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Resources and their fields › Common conventions';

/** Fields by which a change would show. */
const fields = ['firstName', 'lastName', 'email', 'externalId'];

const otherSlots = (unique: CheckContext['unique']) => ({
  externalId: unique.name('again'),
  firstName: unique.name('again'),
  lastName: unique.name('again'),
  email: unique.email(),
});

/** Registrations and orders that a target refuses, each of a new phone. */
const refusable: readonly [what: string, to: string, bodyOf: (context: CheckContext, phone: string) => unknown][] = [
  ['a coupon without a code', '/coupons', ({ body }, phone) => ({ ...body.coupon({ phone }), code: undefined })],
  ['an order with an invalid status', '/orders', ({ body }, phone) => body.order({ phone, status: 'paid' })],
  ['an order without an address', '/orders', ({ body }, phone) => withoutAddress(body.order({ phone }), phone)],
];

const onlyOfAccepted: Rule = {
  id: 'CUST-20',
  text: 'A coupon or an order that is refused leaves no customer of its phone behind',
  source: 'Errors',
  statements: ['S192', 'S195'],
  level: 'should',
  inferred: 'The document says what a refusal answers, not that it leaves no customer behind.',
  needs: ['create customers'],
  async check(context) {
    const { get, post, given, unique, unverified } = context;
    const refused: { what: string; phone: string }[] = [];
    for (const [what, to, bodyOf] of refusable) {
      const phone = unique.phone();
      const sent = bodyOf(context, phone);
      // an order of the profile may name its customer by an id
      if (carries(sent, phone) && !isAccepted(await post(to, { body: sent }))) refused.push({ what, phone });
    }
    // created after the refusals: a target with late reads that shows it also shows theirs
    const known = await given.customer();
    const control = await get(path`/customers/phone/${known.phone}`);
    for (const { what, phone } of refused) {
      const found = await get(path`/customers/phone/${phone}`);
      expectNothing(found, { what: `no customer: ${what} was refused`, control });
    }
    if (refused.length === 0) unverified('not-reached', 'the target refuses none of the coupons and orders at fault');
  },
};

export const identity: readonly Rule[] = [
  onlyOfAccepted,
  {
    id: 'CUST-13',
    text: 'A customer posted again with the same phone stays one record, unchanged',
    source,
    statements: ['S040'],
    level: 'must',
    needs: ['create customers'],
    async check(context) {
      const { get, post, given, body, paths, unique } = context;
      const { id, read, phone, externalId: first } = await given.customer();
      const others = otherSlots(unique);
      const again = body.customer({ phone, ...others });
      const at = path`/customers/phone/${phone}`;
      expectAccepted(await post(paths.createCustomer, { body: again }));
      const shown = fields
        .map((field) => [field, valueAt(read.body, `/${field}`)])
        .filter(([, value]) => value !== undefined);
      expectAnswer(await get(at), 200, { id, ...Object.fromEntries(shown) });
      // the target may refuse a customer with only a phone, and then changes nothing either
      await post(paths.createCustomer, { body: withoutValues(again, Object.values(others)) });
      expectUnchanged(await get(at), read, fields);
      await resendVaried(context, { createPath: paths.createCustomer, body: again, values: [phone], names: ['phone'] });
      expectUnchanged(await get(at), read, Object.keys(again));
      if (carries(again, others.externalId)) {
        const second = await get(path`/customers/external/${others.externalId}`);
        const control = await get(path`/customers/external/${first}`);
        expectNothing(second, { what: 'nothing, since the known customer keeps its own externalId', control });
      }
    },
  },
  {
    id: 'CUST-16',
    text: 'A customer posted with only a phone stays as it is when it is posted again with more fields',
    source,
    statements: ['S040'],
    level: 'must',
    needs: ['create customers'],
    async check(context) {
      const { get, post, body, paths, unique, unverified } = context;
      const others = otherSlots(unique);
      const phone = unique.phone();
      const more = body.customer({ phone, ...others });
      const fewer = withoutValues(more, Object.values(others));
      if (JSON.stringify(fewer) === JSON.stringify(more)) {
        return unverified('not-declared', 'resources.customers.create.body has no slot of its own besides {phone}');
      }
      mustBeAccepted(await post(paths.createCustomer, { body: fewer }), 'creating a customer with only a phone');
      const read = mustBeAccepted(await get(path`/customers/phone/${phone}`), 'reading the customer');
      mustStandAtTheTop(context, read);
      expectThat(read, '', 'the customer', isObject);
      expectAccepted(await post(paths.createCustomer, { body: more }));
      expectUnchanged(await get(path`/customers/phone/${phone}`), read, fields);
    },
  },
  keepsUpdatedAt('CUST-17', {
    title: 'A customer',
    needs: ['create customers'],
    async given({ given, body, paths, unique }) {
      const { phone, read } = await given.customer();
      const again = body.customer({ phone, ...otherSlots(unique) });
      return { createPath: paths.createCustomer, body: again, lookup: path`/customers/phone/${phone}`, read };
    },
  }),
  {
    id: 'CUST-14',
    text: 'Two phones make two customers, even if all other fields are the same',
    source,
    statements: ['S040'],
    level: 'must',
    needs: ['create customers'],
    async check({ get, post, given, body, paths, unique }) {
      const person = { email: unique.email(), firstName: unique.name('first'), lastName: unique.name('last') };
      const first = await given.customer(person);
      const phone = unique.phone();
      const posted = await post(paths.createCustomer, { body: body.customer({ ...person, phone }) });
      mustBeAccepted(posted, 'creating a customer of the same name');
      const second = await get(path`/customers/phone/${phone}`);
      expectAnswer(second, 200);
      expectAnotherId(second, first.id);
    },
  },
];
