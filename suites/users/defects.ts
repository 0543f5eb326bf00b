import { answersOtherwise, callsTo, forgetsDeletion, showsOtherwise } from '../broken-handling.ts';
import { type Defect, defectsOf } from '../defect.ts';
import { findsNothing, misnamesDeleted, misnamesUnknown } from '../records/record-defects.ts';

const byId = callsTo('GET /users/:id');
const byEmail = callsTo('GET /users/email/:email');
const deletes = callsTo('DELETE /users/:id');

const someoneElse = { id: '5f0c3f1e-6f0a-4c39-9a55-3f4c3a8d7e21' };

export const usersDefects: readonly Defect[] = [
  ...defectsOf({
    'USER-1': {
      'finds no user by id': findsNothing('GET /users/:id'),
      'shows someone else by id': { wrap: showsOtherwise(byId, () => someoneElse), also: ['USER-7'] },
    },
    'USER-2': {
      'finds no user by e-mail': findsNothing('GET /users/email/:email'),
      'shows someone else by e-mail': { wrap: showsOtherwise(byEmail, () => someoneElse), also: ['USER-7'] },
      'answers a list of the users with an e-mail': {
        wrap: answersOtherwise(byEmail, (answer) =>
          answer.status === 200 ? { ...answer, body: [answer.body] } : answer,
        ),
        also: ['CONV-14', 'PAS-11'],
      },
    },
    'USER-6': {
      'answers the deletion of a user with a result': {
        policy: { writes: { deleteBody: () => ({ result: true }) } },
        also: ['PAS-2'],
      },
      'answers the deletion of a user with 204': {
        policy: { writes: { successStatus: (route: string) => (route === 'DELETE /users/:id' ? 204 : 200) } },
        also: ['PAS-2'],
      },
      'keeps the users that it deletes': {
        wrap: (handle) => async (call) => {
          const found = deletes(call) ? await handle({ ...call, method: 'GET' }) : undefined;
          return found?.status === 200 ? { status: 200, body: undefined } : handle(call);
        },
      },
      'has another message for a deleted user by e-mail than for one that never was': misnamesDeleted(
        'GET /users/email/:email',
        { message: 'Usuário removido' },
      ),
    },
    'USER-8': {
      'answers the second deletion of a user like the first': { wrap: forgetsDeletion(deletes, deletes, undefined) },
    },
  }),
  ...misnamesUnknown('USER-3', 'GET /users/:id', { status: 422, message: 'User not found' }),
  ...misnamesUnknown('USER-4', 'GET /users/email/:email', { status: 404, message: 'Usuario nao encontrado' }),
  ...misnamesUnknown('USER-5', 'DELETE /users/:id', { status: 404, message: 'User not found' }),
];
