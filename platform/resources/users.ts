import { refuse } from '../http/answers.ts';
import type { RoutedCall } from '../http/router.ts';
import type { User } from '../tables/records.ts';
import type { World } from '../world.ts';
import { listRoute } from './list.ts';
import { present, reach } from './records.ts';
import { byId, getRoute } from './single-record.ts';

export function userRoutes(world: World) {
  const { users } = world.tables;
  const { errors, writes } = world.policy;
  const presentUser = (user: User) => present(world, user, { email: user.email, name: user.name });
  const shown = { present: presentUser };
  return {
    'GET /users': listRoute(world, {
      records: users.list,
      present: presentUser,
    }),
    'GET /users/:id': getRoute(world, {
      ...shown,
      route: 'GET /users/:id',
      candidates: byId(users),
    }),
    'GET /users/email/:email': getRoute(world, {
      ...shown,
      route: 'GET /users/email/:email',
      candidates: (email) => users.by('email', email),
    }),
    'DELETE /users/:id': (routed: RoutedCall) => {
      const user = reach(world, routed, byId(users)(routed.param));
      if (user === undefined) {
        const { status, message } = errors.missingRecord['DELETE /users/:id'];
        const isList = world.choices.users.missingOnDelete === 'list';
        return refuse(world, { status, message: isList ? [message] : message });
      }
      users.remove(user);
      return {
        status: writes.successStatus('DELETE /users/:id'),
        body: writes.deleteBody('DELETE /users/:id'),
      };
    },
  };
}
