import { untyped } from '../conventions/bodies.ts';
import { expectRefusal, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import { expectListedRefusal, expectNamed } from '../records/listed-refusal.ts';
import { longAgo } from '../records/listing.ts';
import { sweep } from '../records/sweep.ts';
import { listRoutes, pathOf } from '../route-access.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { unregister } from '../webhook-registration/arrivals.ts';

const source = 'Errors';

export const precedence: readonly Rule[] = [
  {
    id: 'ERR-12',
    text: 'An order with an invalid status returns 400, not 422, if its body is malformed or has no `Content-Type`',
    source,
    statements: ['S197', 'S096', 'S093'],
    level: 'must',
    needs: ['create orders'],
    async check({ post, put, body, given, unique }) {
      const order = await given.order();
      const at = path`/orders/${order.id}`;
      const writes = [
        {
          send: (options: object) => post('/orders', options),
          fresh: (status: string) => body.order({ ...order, externalId: unique.name('order'), status }),
        },
        { send: (options: object) => put(at, options), fresh: (status: string) => body.order({ ...order, status }) },
      ];
      for (const { send, fresh } of writes) {
        const control = mustBeAccepted(await send({ body: fresh('on-hold') }), 'the order with a valid status');
        const faulty = fresh('paid');
        expectRefusal(await send({ text: JSON.stringify(faulty).slice(0, -1) }), { status: 400, control });
        expectRefusal(await send({ body: faulty, headers: untyped }), { status: 400, control });
      }
    },
  },
  {
    id: 'ERR-13',
    text: 'A list that returns 400 for a bad `page` also returns 400, not 422, if `after` is missing as well',
    source,
    statements: ['S197', 'S198'],
    level: 'must',
    check: (context) =>
      sweep(context, listRoutes, async ({ route }) => async () => {
        const listPath = pathOf(context, route, '') ?? '';
        const ask = (query: object) => context.get(listPath, { query: { page: 1, pageSize: 10, ...query } });
        const control = mustBeAccepted(await ask({ after: longAgo }), route);
        // the document does not show the status for a bad page
        const alone = await ask({ after: longAgo, page: 0 });
        if (alone.status !== 400) {
          context.unverified('not-observable', `${route} answers ${alone.status} to page 0, and not 400`);
        }
        expectRefusal(await ask({ page: 0 }), { status: 400, control });
      }),
  },
  {
    id: 'ERR-14',
    text: '`POST /orders` without `Content-Type` returns 400 with an array that names a field of the body as missing',
    source: 'Endpoints',
    statements: ['S093', 'S192'],
    level: 'should',
    inferred: 'The document does not show which fields of an order are required.',
    needs: ['create orders'],
    async check({ post, body, given, unique }) {
      const order = await given.order();
      const fresh = () => body.order({ ...order, externalId: unique.name('order') });
      const control = mustBeAccepted(await post('/orders', { body: fresh() }), 'creating an order');
      const sent = fresh();
      const refused = await post('/orders', { body: sent, headers: untyped });
      expectListedRefusal(refused, control);
      const names = Object.keys(sent);
      expectThat(refused, '/message', `a list that names one of ${names.join(', ')}`, (list) =>
        names.some((name) => JSON.stringify(list).includes(name)),
      );
    },
  },
  {
    id: 'ERR-15',
    text: '`POST /webhooks` without `Content-Type` returns 400 with an array that names `event` as missing',
    source: 'Endpoints',
    statements: ['S093', 'S138', 'S192'],
    level: 'should',
    inferred: 'That `event` is required follows from bearerToken alone being called optional.',
    needs: ['create orders', 'completed flow', 'webhooks'],
    async check({ registrationShop }) {
      const shop = await registrationShop('completed flow');
      const body = shop.registration.body();
      await unregister(shop);
      const refused = await shop.post('/webhooks', { body, headers: untyped });
      const control = mustBeAccepted(await shop.post('/webhooks', { body }), 'registering');
      expectListedRefusal(refused, control);
      expectNamed(refused, 'event');
    },
  },
];
