import { carries } from '../carried-values.ts';
import { expectAccepted, expectAnswer, expectNothing, expectThat } from '../expect.ts';
import { valueAt } from '../json.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Resources and their fields › Common conventions';

/** Fields by which a change would show. */
const fields = ['firstName', 'lastName', 'email', 'externalId'];

export const identity: readonly Rule[] = [
  {
    id: 'CUST-13',
    text: 'A customer posted again under its phone is the same record, unchanged',
    source,
    statements: ['S040'],
    level: 'must',
    needs: ['create customers'],
    async check({ get, post, given, body, paths, unique }) {
      const { id, read, phone, externalId: first } = await given.customer();
      const externalId = unique.name('again');
      const again = body.customer({
        phone,
        externalId,
        firstName: unique.name('again'),
        lastName: unique.name('again'),
        email: unique.email(),
      });
      expectAccepted(await post(paths.createCustomer, { body: again }));
      const shown = fields
        .map((field) => [field, valueAt(read.body, `/${field}`)])
        .filter(([, value]) => value !== undefined);
      expectAnswer(await get(path`/customers/phone/${phone}`), 200, { id, ...Object.fromEntries(shown) });
      if (carries(again, externalId)) {
        const second = await get(path`/customers/external/${externalId}`);
        const control = await get(path`/customers/external/${first}`);
        expectNothing(second, { what: 'nothing, since the known customer keeps its own externalId', control });
      }
    },
  },
  {
    id: 'CUST-14',
    text: 'Two phones are two customers, though everything else that a person is known by is the same',
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
      expectThat(second, '/id', `another id than ${first.id}`, (id) => typeof id === 'string' && id !== first.id);
    },
  },
];
