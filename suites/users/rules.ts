import type { Exchange } from '../../fixtures/exchange.ts';
import { expectAnswer, expectHolds, expectNothing, expectRefusalWithMessage } from '../judge/expect.ts';
import { path } from '../path.ts';
import { deletedTwice, expectAsUnknown } from '../records/deletions.ts';
import { keyedKinds } from '../records/keyed-kinds.ts';
import { idAsShown } from '../records/known-user.ts';
import { mustStandAtTheTop } from '../records/open-body.ts';
import { unknownRecord } from '../records/unknown-record.ts';
import { foundByItsKeyAlone } from '../records/wrong-keys.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const message = 'Usuário não encontrado';

const found = (id: Rule['id'], by: 'id' | 'e-mail', statements: Rule['statements']): Rule => ({
  id,
  text: `A user is found by ${by === 'id' ? 'its `id`' : 'its e-mail'}`,
  source: 'Endpoints › Endpoints table',
  statements,
  level: 'must',
  needs: ['known user'],
  async check(context) {
    const { get, users } = context;
    const { id: userId, email } = users.known();
    const read = await get(by === 'id' ? path`/users/${userId}` : path`/users/email/${email}`);
    expectAnswer(read, 200);
    mustStandAtTheTop(context, read);
    expectAnswer(read, 200, { id: idAsShown(userId, read) });
  },
});

export const users: readonly Rule[] = [
  found('USER-1', 'id', ['S006', 'S126']),
  found('USER-2', 'e-mail', ['S006', 'S127']),
  unknownRecord(keyedKinds.user, { id: 'USER-3', route: 'GET /users/:id', statements: ['S126', 'S194', 'S208'] }),
  unknownRecord(keyedKinds.user, {
    id: 'USER-4',
    route: 'GET /users/email/:email',
    statements: ['S127', 'S195', 'S209'],
  }),
  {
    id: 'USER-5',
    text: '`DELETE /users/:id` returns 400 `Usuário não encontrado` for a user that does not exist',
    source: 'Errors › Record not found',
    statements: ['S128', 'S192', 'S210'],
    level: 'must',
    needs: ['writes'],
    async check({ del, unique }) {
      // a control would delete a user of the panel; USER-6 tests that
      const refused = await del(path`/users/${unique.uuid()}`);
      // the document says that the message of a 400 is a list, and gives the text of this one: both are right
      const isMessage = (shown: unknown): boolean =>
        shown === message || (Array.isArray(shown) && shown.includes(message));
      expectRefusalWithMessage(refused, { status: 400, message: `${message}, by itself or in a list`, isMessage });
    },
  },
  {
    id: 'USER-6',
    text: '`DELETE /users/:id` returns 200 without a body and deletes the user; without the right token it deletes nothing',
    source: 'Endpoints › Endpoints table',
    statements: ['S092', 'S095', 'S128', 'S157'],
    level: 'must',
    needs: ['disposable user'],
    async check({ get, del, unique, users: { disposable } }) {
      const { id, email } = disposable();
      const lookups = [path`/users/${id}`, path`/users/email/${email}`];
      const controls: Exchange[] = [];
      for (const at of lookups) controls.push(mustBeAccepted(await get(at), 'reading the disposable user'));
      // tested here, because no other user may be deleted
      for (const authorization of [null, `Bearer ${unique.uuid()}`]) {
        await del(path`/users/${id}`, { headers: { authorization } });
      }
      for (const { request, status } of controls) {
        const again = await get(request.path);
        const expected = `${status}: the deletion had no right token`;
        expectHolds(again, 'status', expected, again.status, again.status === status);
      }
      const deleted = await del(path`/users/${id}`);
      expectAnswer(deleted, 200);
      expectHolds(deleted, 'body', 'nothing', deleted.text, deleted.text === '');
      const unknown = [await get(path`/users/${unique.uuid()}`), await get(path`/users/email/${unique.email()}`)];
      for (const [place, control] of controls.entries()) {
        const gone = await get(control.request.path);
        expectNothing(gone, { what: 'nothing, since the user is deleted', control });
        expectAsUnknown(gone, unknown[place] ?? gone);
      }
    },
  },
  foundByItsKeyAlone('USER-7', keyedKinds.user),
  deletedTwice(
    { id: 'USER-8', statements: ['S128', 'S210'] },
    {
      route: 'DELETE /users/:id',
      needs: ['two spare disposable users'],
      given: async ({ users: { disposable } }) => path`/users/${disposable().id}`,
    },
  ),
];
