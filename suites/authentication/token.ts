import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectAnswer, expectHolds } from '../expect.ts';
import { isObject } from '../json.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { comesToNothing } from './comes-to-nothing.ts';
import { wellFormed } from './edge.ts';

const source = 'Authentication › Scheme';

const isServed = ({ status }: Exchange): boolean => status >= 200 && status < 300;

// status and body of the refusal are not shown: all that follows from the text is that no data comes back
const expectNoList = (answer: Exchange): void =>
  expectHolds(
    answer,
    'body',
    'no list',
    answer.body,
    !isServed(answer) || !isObject(answer.body) || (!('data' in answer.body) && !('pagination' in answer.body)),
  );

/** Asserts that the list of products is served with the right token and with none of these. */
const expectNoListFor = async ({ get }: CheckContext, authorizations: readonly (string | null)[]): Promise<void> => {
  mustBeAccepted(await get('/products', { query: wellFormed }), 'listing products with the right token');
  for (const authorization of authorizations) {
    expectNoList(await get('/products', { query: wellFormed, headers: { authorization } }));
  }
};

export const token: readonly Rule[] = [
  {
    id: 'AUTH-10',
    text: 'Without a token no list comes back, the second header notwithstanding',
    source,
    statements: ['S092', 'S157', 'S158'],
    level: 'must',
    check: (context) => expectNoListFor(context, [null, '', 'Bearer', 'Bearer ']),
  },
  {
    id: 'AUTH-11',
    text: 'With a token that the service did not give out no list comes back',
    source,
    statements: ['S157', 'S161'],
    level: 'must',
    check: (context) =>
      expectNoListFor(context, [`Bearer ${context.unique.uuid()}`, 'Bearer {token}x', 'Bearer x{token}']),
  },
  {
    id: 'AUTH-12',
    text: 'The token counts only as a Bearer token: bare, or under another scheme, it brings no list',
    source,
    statements: ['S157'],
    level: 'should',
    check: (context) =>
      expectNoListFor(context, ['{token}', 'Token {token}', 'Basic {token}', 'Digest {token}', 'Bearer{token}']),
  },
  {
    id: 'AUTH-13',
    text: 'Without the right token no lookup hands a record out',
    source,
    statements: ['S092', 'S157'],
    level: 'must',
    needs: ['writes', 'create customers'],
    async check({ get, given, unique }) {
      const customer = await given.customer();
      const coupon = await given.coupon({ phone: customer.phone });
      const lookups = [
        [path`/customers/${customer.id}`, customer.id],
        [path`/customers/phone/${customer.phone}`, customer.id],
        [path`/coupons/${coupon.id}`, coupon.id],
        [path`/coupons/code/${coupon.code}`, coupon.id],
      ] as const;
      for (const [lookup, id] of lookups) {
        mustBeAccepted(await get(lookup), 'the lookup with the right token');
        for (const authorization of [null, `Bearer ${unique.uuid()}`]) {
          const answer = await get(lookup, { headers: { authorization } });
          expectHolds(answer, 'body', 'no record', answer.text, !isServed(answer) || !answer.text.includes(id));
        }
      }
    },
  },
  {
    id: 'AUTH-14',
    text: 'A write that comes without the right token is not carried out',
    source,
    statements: ['S092', 'S157'],
    level: 'must',
    needs: ['writes', 'create customers'],
    check: (context) =>
      comesToNothing(context, [{ authorization: null }, { authorization: `Bearer ${context.unique.uuid()}` }]),
  },
  {
    id: 'AUTH-15',
    text: 'The documented routes answer right below the base URL, with no version element and no redirect',
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
