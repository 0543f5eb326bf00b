import { isObject } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectAnswer, expectHolds, isAccepted } from '../judge/expect.ts';
import { path } from '../path.ts';
import { keyedKinds, lookupsOf } from '../records/keyed-kinds.ts';
import { visibleWrites } from '../records/record-writes.ts';
import { sweep } from '../records/sweep.ts';
import { listRoutes, pathOf } from '../route-access.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { expectNotifiedAt } from '../webhook-registration/arrivals.ts';
import { wellFormed } from './edge.ts';

const source = 'Authentication › Scheme';

// the document shows neither status nor body of the refusal, only that no data is returned
const expectNoList = (answer: Exchange): void =>
  expectHolds(
    answer,
    'body',
    'no list',
    answer.body,
    !isAccepted(answer) || !isObject(answer.body) || (!('data' in answer.body) && !('pagination' in answer.body)),
  );

interface WrongTokens {
  /** Tried on the list of products. */
  inAllForms: readonly (string | null)[];
  /** Tried on every list that the profile declares. */
  everywhere: string | null;
}

/** Asserts that every list is returned for the right token and for none of these. */
const expectNoListFor = (context: CheckContext, { inAllForms, everywhere }: WrongTokens): Promise<void> =>
  sweep(context, listRoutes, async ({ route }) => async () => {
    const listPath = pathOf(context, route, '') ?? '';
    const ask = (headers = {}): Promise<Exchange> => context.get(listPath, { query: wellFormed, headers });
    mustBeAccepted(await ask(), `${route} with the right token`);
    for (const authorization of route === 'GET /products' ? inAllForms : [everywhere]) {
      expectNoList(await ask({ authorization }));
    }
  });

/** No token, and one that the service did not issue. */
const wrongTokens = ({ unique }: CheckContext): { authorization: string | null }[] => [
  { authorization: null },
  { authorization: `Bearer ${unique.uuid()}` },
];

/** Fields that identify a record. */
const identifying = ['id', 'externalId', 'code', 'name', 'phone', 'email'];

/** The values that identify a record and are not in the path of the lookup, which an error may repeat. */
const identifyingValues = ({ body, request }: Exchange): string[] => {
  const asked = decodeURIComponent(request.path);
  return Object.entries(Object(body)).flatMap(([key, value]) =>
    identifying.includes(key) && typeof value === 'string' && value !== '' && !asked.includes(value) ? [value] : [],
  );
};

/** Asserts that a lookup returns nothing of its record without the right token. */
const expectNothingOf = async (context: CheckContext, lookup: string): Promise<void> => {
  const read = mustBeAccepted(await context.get(lookup), 'the lookup with the right token');
  const values = identifyingValues(read);
  if (values.length === 0) context.unverified('not-observable', `GET ${lookup} shows no value but the one in its path`);
  for (const headers of wrongTokens(context)) {
    const answer = await context.get(lookup, { headers });
    expectHolds(answer, 'body', 'nothing of the record', answer.text, !values.some((one) => answer.text.includes(one)));
  }
};

export const token: readonly Rule[] = [
  {
    id: 'AUTH-10',
    text: 'A list returns no data without a token, even with a valid second header',
    source,
    statements: ['S092', 'S157', 'S158'],
    level: 'must',
    check: (context) => expectNoListFor(context, { inAllForms: [null, '', 'Bearer', 'Bearer '], everywhere: null }),
  },
  {
    id: 'AUTH-11',
    text: 'A list returns no data for a token that the service did not issue',
    source,
    statements: ['S157', 'S161'],
    level: 'must',
    check: (context) => {
      const unknown = `Bearer ${context.unique.uuid()}`;
      return expectNoListFor(context, {
        inAllForms: [unknown, 'Bearer {token}x', 'Bearer x{token}'],
        everywhere: unknown,
      });
    },
  },
  {
    id: 'AUTH-12',
    text: 'A token without the `Bearer` scheme, or with another scheme, returns no list',
    source,
    statements: ['S157'],
    level: 'should',
    inferred: 'The document shows the right form of the header, not what another form answers.',
    check: (context) =>
      expectNoListFor(context, {
        inAllForms: ['{token}', 'Token {token}', 'Basic {token}', 'Digest {token}', 'Bearer{token}'],
        everywhere: '{token}',
      }),
  },
  {
    id: 'AUTH-13',
    text: 'No lookup returns any part of a record without the right token',
    source,
    statements: ['S092', 'S157'],
    level: 'must',
    needs: ['writes'],
    check: (context) =>
      sweep(context, Object.values(keyedKinds), async (kind) => {
        const make = await kind.making(context);
        const lookups = lookupsOf(kind, await make()).map((lookup) => ({ lookup, needs: [] }));
        return () =>
          sweep(
            context,
            lookups,
            async ({ lookup }) =>
              () =>
                expectNothingOf(context, lookup),
          );
      }),
  },
  {
    id: 'AUTH-16',
    text: '`GET /coupons/order/{orderId}` returns no part of the coupon without the right token',
    source,
    statements: ['S092', 'S157'],
    level: 'must',
    needs: ['once per order flow', 'create orders'],
    async check(context) {
      const shop = await context.flowShop('once per order flow');
      const { order } = await shop.couponOf(await shop.triggeredOrder());
      await expectNothingOf(shop, path`/coupons/order/${order.id}`);
    },
  },
  {
    id: 'AUTH-17',
    text: '`GET /coupons-config` does not return the configuration without the right token',
    source,
    statements: ['S092', 'S157'],
    level: 'must',
    needs: ['coupons config'],
    async check(context) {
      const read = mustBeAccepted(await context.get('/coupons-config'), 'the configuration with the right token');
      if (read.body === undefined || Object.keys(Object(read.body)).length === 0) {
        context.unverified('not-observable', 'the configuration is empty');
      }
      for (const headers of wrongTokens(context)) {
        const answer = await context.get('/coupons-config', { headers });
        expectHolds(answer, 'body', 'another body than the configuration', answer.text, answer.text !== read.text);
      }
    },
  },
  {
    id: 'AUTH-14',
    text: 'No write without the right token changes anything, on any route',
    source,
    statements: ['S092', 'S157'],
    level: 'must',
    needs: ['writes'],
    check: (context) =>
      sweep(context, visibleWrites, async ({ prepare }) => {
        const { send, trace } = await prepare(context);
        await Promise.all(wrongTokens(context).map(send));
        return await trace();
      }),
  },
  {
    id: 'AUTH-18',
    text: '`POST`, `PUT` and `DELETE` on `/webhooks` do not change the registration without the right token',
    source,
    statements: ['S092', 'S157'],
    level: 'must',
    needs: ['create orders', 'completed flow', 'webhooks'],
    async check(context) {
      const shop = await context.registrationShop('completed flow');
      const { path: at, url, body, otherUrl } = shop.registration;
      const elsewhere = body({ url: await otherUrl() });
      for (const [method, to, sent] of [
        ['PUT', at, { body: elsewhere }],
        ['POST', '/webhooks', { body: elsewhere }],
        ['DELETE', at, {}],
      ] as const) {
        for (const headers of wrongTokens(context)) await shop.send(method, to, { ...sent, headers });
        await expectNotifiedAt(shop, await shop.triggeredOrder(), url);
      }
      mustBeAccepted(await shop.del(at), 'deleting the registration with the right token');
    },
  },
  {
    id: 'AUTH-15',
    text: 'The documented routes are served directly below the base URL, without a version segment or a redirect',
    source: 'Versioning',
    statements: ['S005', 'S092', 'S226'],
    level: 'must',
    needs: ['writes'],
    async check({ get, given }) {
      expectAnswer(await get('/products', { query: wellFormed }), 200);
      const coupon = await given.coupon();
      expectAnswer(await get(path`/coupons/${coupon.id}`), 200, { id: coupon.id });
      expectAnswer(await get(path`/coupons/code/${coupon.code}`), 200, { id: coupon.id });
    },
  },
];
