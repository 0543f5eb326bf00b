import fc from 'fast-check';
import { valueAt } from '../../core/json.ts';
import type { CustomerSlots } from '../../fixtures/bodies.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext, GivenCustomer } from '../../suites/check-context.ts';
import { expectAccepted, expectAnswer, expectNothing } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { recordOf, someOf } from '../arbitraries.ts';
import { property } from '../property.ts';

/** How a customer differs when it is sent again. `changed` is a PUT, which sets what must stay from then on. */
const ways = ['the same', 'another externalId', 'another e-mail', 'other names', 'all else', 'changed'] as const;

interface Step {
  customer: 'first' | 'second';
  again: (typeof ways)[number];
}

const step: fc.Arbitrary<Step> = recordOf({
  customer: fc.oneof({ weight: 3, arbitrary: fc.constant('first' as const) }, fc.constant('second' as const)),
  again: fc.constantFrom(...ways),
});

const otherSlots = (unique: CheckContext['unique'], again: Step['again']): Partial<CustomerSlots> => {
  const externalId = { externalId: unique.name('again') };
  const email = { email: unique.email() };
  const names = { firstName: unique.name('again'), lastName: unique.name('again') };
  switch (again) {
    case 'the same':
      return {};
    case 'another externalId':
      return externalId;
    case 'another e-mail':
      return email;
    case 'other names':
      return names;
    default:
      return { ...externalId, ...email, ...names };
  }
};

/** The fields in which a lookup would show a change. */
const fields = ['phone', 'firstName', 'lastName', 'email', 'externalId'];

const shownIn = ({ body }: Exchange): Record<string, unknown> =>
  Object.fromEntries(
    fields.map((field) => [field, valueAt(body, `/${field}`)]).filter(([, value]) => value !== undefined),
  );

export const customers = property({
  id: 'LAW-31',
  text: 'Customers posted repeatedly, in any order and with other fields, stay one unchanged record for each phone',
  source: 'Resources and their fields › Common conventions',
  statements: ['S040'],
  rules: ['CUST-13'],
  level: 'must',
  needs: ['create customers'],
  cases: { quick: 8, full: 30 },
  drawn: someOf(step, 7, 2),
  async holds({ get, post, put, del, given, body, paths, unique }, steps) {
    const known = new Map<Step['customer'], GivenCustomer>();
    for (const { customer: who, again } of steps) {
      const customer = known.get(who);
      if (!customer) {
        known.set(who, await given.customer());
        continue;
      }
      const { id, phone, externalId, email, firstName, lastName } = customer;
      const sent = body.customer({
        phone,
        externalId,
        email,
        firstName,
        lastName,
        ...otherSlots(unique, again),
      });
      if (again === 'changed') {
        mustBeAccepted(await put(path`/customers/${id}`, { body: sent }), 'changing the customer');
        const read = mustBeAccepted(await get(path`/customers/phone/${phone}`), 'reading the changed customer');
        known.set(who, { ...customer, read });
      } else {
        expectAccepted(await post(paths.createCustomer, { body: sent }));
      }
    }
    for (const { id, phone, read } of known.values()) {
      const at = path`/customers/phone/${phone}`;
      const control = await get(at);
      expectAnswer(control, 200, { id, ...shownIn(read) });
      mustBeAccepted(await del(path`/customers/${id}`), 'deleting the customer');
      const what = 'nothing, since the only customer of this phone is deleted';
      expectNothing(await get(at), { what, control });
    }
  },
});
