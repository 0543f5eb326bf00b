import { methodOf, type Route, routesThat } from '../../core/routes.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { expectHeader, expectHolds, expectRefusal } from '../judge/expect.ts';
import { visibleWrites } from '../records/record-writes.ts';
import { sweep } from '../records/sweep.ts';
import { pathOf } from '../route-access.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Authentication';

/** A query that any target serves. */
export const wellFormed = { after: '2020-01-01T00:00:00Z', page: 1, pageSize: 1 };

const listWith = ({ get }: CheckContext, headers: NonNullable<CallOptions['headers']>): Promise<Exchange> =>
  get('/products', { query: wellFormed, headers });

/** The list of products with both credentials, which is the control of every refusal. */
const acceptedList = async (context: CheckContext): Promise<Exchange> =>
  mustBeAccepted(await listWith(context, {}), 'listing products with both credentials');

/** Asserts a refusal by the edge: 403 with an HTML page. */
const expectRefusalPage = (refused: Exchange, control: Exchange): void => {
  expectRefusal(refused, { status: 403, control });
  expectHeader(refused, 'content-type', 'text/html', (type) => /^text\/html\b/i.test(type ?? ''));
  const isPage = /<\w/.test(refused.text) && refused.body === undefined;
  expectHolds(refused, 'body', 'an HTML page and no JSON', refused.text, isPage);
};

const withoutAccess = { access: null };

/**
 * One write of each method. AUTH-6 sends all of them without the header, and a gateway may ban an address that sends
 * too many.
 */
export const triedWithWrongAccess: readonly Route[] = [
  'POST /coupons',
  'PUT /coupons/code/:code',
  'DELETE /customers/:id',
];

export const edge: readonly Rule[] = [
  {
    id: 'AUTH-1',
    text: 'A request without the second header is refused with 403',
    source,
    statements: ['S158', 'S159', 'S193'],
    level: 'must',
    needs: ['edge probes'],
    async check(context) {
      const control = await acceptedList(context);
      expectRefusal(await listWith(context, withoutAccess), { status: 403, control });
    },
  },
  {
    id: 'AUTH-2',
    text: 'A request with a wrong second header is refused with 403',
    source,
    statements: ['S158', 'S159', 'S193'],
    level: 'must',
    needs: ['many edge probes'],
    async check(context) {
      const control = await acceptedList(context);
      for (const access of ['', context.unique.uuid(), '{access}x', 'x{access}', '{token}']) {
        expectRefusal(await listWith(context, { access }), { status: 403, control });
      }
    },
  },
  {
    id: 'AUTH-3',
    text: 'A request without the second header is refused with an HTML page, not with JSON',
    source: 'Authentication › Edge validation',
    statements: ['S159', 'S193'],
    level: 'must',
    needs: ['edge probes'],
    async check(context) {
      const control = await acceptedList(context);
      for (const access of [null, context.unique.uuid()]) {
        expectRefusalPage(await listWith(context, { access }), control);
      }
    },
  },
  {
    id: 'AUTH-4',
    text: 'The page that refuses a request without the second header has the title `Just a moment...`',
    source: 'Authentication › Edge validation',
    statements: ['S159'],
    level: 'must',
    needs: ['edge probes'],
    async check(context) {
      const control = await acceptedList(context);
      const refused = await listWith(context, withoutAccess);
      expectRefusal(refused, { status: 403, control });
      const title = /<title[^>]*>([^<]*)<\/title>/i.exec(refused.text)?.[1]?.trim();
      const isExpected = title === 'Just a moment...' || title === 'Just a moment…';
      expectHolds(refused, 'title', 'Just a moment...', title, isExpected);
    },
  },
  {
    id: 'AUTH-5',
    text: 'Every route that reads requires the second header, including the routes that the profile declares',
    source,
    statements: ['S092', 'S158', 'S159'],
    level: 'must',
    needs: ['many edge probes'],
    async check(context) {
      const control = await acceptedList(context);
      // the edge refuses every path
      for (const route of routesThat('lists', 'reads')) {
        const at = pathOf(context, route, context.unique.uuid());
        if (at === undefined) continue;
        // one after another, because many in parallel look like an attack
        expectRefusal(await context.get(at, { headers: withoutAccess }), { status: 403, control });
      }
    },
  },
  {
    id: 'AUTH-6',
    text: 'Every route that writes requires the second header and changes nothing without it, including the routes that the profile declares',
    source,
    statements: ['S092', 'S158', 'S159'],
    level: 'must',
    needs: ['many edge probes', 'writes'],
    async check(context) {
      const { offers, unique } = context;
      const control = await acceptedList(context);
      const isVisible = (route: Route): boolean =>
        visibleWrites.some((write) => write.route === route && offers(write.needs));
      for (const route of routesThat('creates', 'updates', 'deletes')) {
        const at = isVisible(route) ? undefined : pathOf(context, route, unique.uuid());
        if (at === undefined) continue;
        const body = methodOf(route) === 'DELETE' ? {} : { body: {} };
        const refused = await context.send(methodOf(route), at, { headers: withoutAccess, ...body });
        expectRefusal(refused, { status: 403, control });
      }
      await sweep(context, visibleWrites, async ({ prepare }) => {
        const { send, trace } = await prepare(context);
        // one after another, because many in parallel look like an attack
        return async () => {
          expectRefusal(await send(withoutAccess), { status: 403, control });
          const expectNoTrace = await trace();
          expectNoTrace();
        };
      });
    },
  },
  {
    id: 'AUTH-7',
    text: 'A request without the second header is refused before its token, parameters and route are checked',
    source: 'Authentication › Edge validation',
    statements: ['S159'],
    level: 'must',
    needs: ['many edge probes'],
    async check(context) {
      const { get, unique } = context;
      const control = await acceptedList(context);
      const faults = [
        await listWith(context, { access: null, authorization: null }),
        await listWith(context, { access: null, authorization: `Bearer ${unique.uuid()}` }),
        await get('/products', { query: { after: 'yesterday' }, headers: withoutAccess }),
        await get(`/${unique.name('nowhere')}`, { headers: withoutAccess }),
      ];
      for (const refused of faults) expectRefusalPage(refused, control);
    },
  },
  {
    id: 'AUTH-8',
    text: 'A request without the second header is refused before its body is checked',
    source: 'Authentication › Edge validation',
    statements: ['S159'],
    level: 'must',
    needs: ['many edge probes', 'writes'],
    async check(context) {
      const { post } = context;
      const control = await acceptedList(context);
      const faults = [
        await post('/coupons', { text: '{"code":', headers: withoutAccess }),
        await post('/coupons', { body: {}, headers: { access: null, 'content-type': null } }),
        await post('/orders', { body: { status: 'paid' }, headers: withoutAccess }),
      ];
      for (const refused of faults) expectRefusalPage(refused, control);
    },
  },
  {
    id: 'AUTH-9',
    text: 'A write with a wrong second header changes nothing',
    source: 'Authentication › Edge validation',
    statements: ['S159'],
    level: 'must',
    needs: ['many edge probes', 'writes', 'create customers'],
    async check(context) {
      const wrong = { access: context.unique.uuid() };
      const ofEachMethod = visibleWrites.filter(({ route }) => triedWithWrongAccess.includes(route));
      await sweep(context, ofEachMethod, async ({ prepare }) => {
        const { send, trace } = await prepare(context);
        return async () => {
          await send(wrong);
          const expectNoTrace = await trace();
          expectNoTrace();
        };
      });
    },
  },
];
