import fc from 'fast-check';
import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { expectHolds, expectNothing } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { carries } from '../../suites/records/carried-values.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { recordOf } from '../arbitraries.ts';
import { property } from '../property.ts';
import { acceptedOf, atOnce, lateMs, mustAcceptOne, simultaneous, statusesOf } from './at-once.ts';

const fields = ['firstName', 'lastName', 'email', 'externalId'] as const;
type Person = Record<(typeof fields)[number], string>;

/** The fields that are shown as one of the posts sent them. A target may change the form of others, or not show them. */
const sentFieldsIn = (read: Exchange, people: readonly Person[]): Partial<Person> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const shown = valueAt(read.body, `/${field}`);
      return people.some((person) => person[field] === shown) ? [[field, shown]] : [];
    }),
  );

export const simultaneousCustomers = property({
  id: 'LAW-52',
  text: 'Simultaneous posts of a customer with the same phone make one record, with the fields of one of the posts',
  source: 'Resources and their fields › Common conventions',
  statements: ['S040'],
  rules: ['CUST-13'],
  ...simultaneous,
  needs: ['create customers'],
  cases: { quick: 8, full: 30 },
  drawn: fc.array(recordOf({ isOtherPerson: fc.boolean(), lateMs }), {
    minLength: 2,
    maxLength: 8,
  }),
  async holds({ get, post, del, paths, body, clock, unique, unverified }, posts) {
    const phone = unique.phone();
    const person = (): Person => ({
      firstName: unique.name('first'),
      lastName: unique.name('last'),
      email: unique.email(),
      externalId: unique.name('at-once'),
    });
    const same = person();
    const people = posts.map(({ isOtherPerson }) => (isOtherPerson ? person() : same));
    const bodies = people.map((each) => body.customer({ phone, ...each }));
    const answers = await atOnce(clock, posts, (_, index) => post(paths.createCustomer, { body: bodies[index] }));
    mustAcceptOne(answers, 'creating customers');

    const at = path`/customers/phone/${phone}`;
    const read = mustBeAccepted(await get(at), 'reading back');
    const id = valueAt(read.body, '/id');
    if (typeof id !== 'string') return unverified('not-reached', 'the customer shows no id');
    const shown = sentFieldsIn(read, people);
    const isOne = people.some((each) => fields.every((field) => [undefined, each[field]].includes(shown[field])));
    expectHolds(read, 'the customer', 'what one of the posts sent, unchanged by the others', shown, isOne);

    const sent = people.filter((each, index) => carries(bodies[index], each.externalId));
    const externalIds = new Set(sent.map(({ externalId }) => externalId));
    const lookups = await Promise.all(
      [...externalIds].map((externalId) => get(path`/customers/external/${externalId}`)),
    );
    const found = acceptedOf(lookups);
    const isSame = found.every((lookup) => valueAt(lookup.body, '/id') === id);
    for (const lookup of lookups.slice(-1)) {
      const expected = 'found by one of them at most, the same record';
      expectHolds(lookup, 'lookups by the externalIds', expected, statusesOf(lookups), isSame && found.length <= 1);
    }

    mustBeAccepted(await del(path`/customers/${id}`), 'deleting the customer');
    expectNothing(await get(at), { what: 'nothing, since the only customer of this phone is deleted', control: read });
  },
});
