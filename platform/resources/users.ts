import { answerDelete, refuse } from '../http/answers.ts';
import type { RoutedCall } from '../http/router.ts';
import type { User } from '../tables/records.ts';
import type { World } from '../world.ts';
import { listRoute } from './list.ts';
import { present, reach } from './records.ts';
import { byId, lookups } from './single-record.ts';

export function userRoutes(world: World) {
  const { users } = world.tables;
  const { errors } = world.policy;
  const presentUser = (user: User) => present(world, user, { email: user.email, name: user.name });
  const get = lookups(world, presentUser);
  return {
    'GET /users': listRoute(world, users.list, presentUser),
    'GET /users/:id': get('GET /users/:id', byId(users)),
    'GET /users/email/:email': get('GET /users/email/:email', (email) => users.by('email', email)),
    'DELETE /users/:id': (routed: RoutedCall) => {
      const user = reach(world, routed, byId(users)(routed.param));
      if (user === undefined) {
        const { status, message } = errors.missingRecord['DELETE /users/:id'];
        const isList = world.choices.users.missingOnDelete === 'list';
        return refuse(world, { status, message: isList ? [message] : message });
      }
      users.remove(user);
      return answerDelete(world, 'DELETE /users/:id');
    },
  };
}
