import { isObject, valueAt } from '../../core/json.ts';
import type { CheckContext } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import { expectAnotherId } from '../records/still-there.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Endpoints › Rules per endpoint';

/** Whether a customer is absent, empty, or an object with only empty fields. */
const isNobody = (customer: unknown): boolean =>
  isObject(customer)
    ? Object.values(customer).every(isNobody)
    : customer === undefined || customer === null || customer === '';

/** Registers a shared coupon with an `externalId` and asserts how it is stored, as a number or as a string. */
export const expectStoredNumber = async (
  { get, post, body, unique }: CheckContext,
  sent: string | number,
  stored: number,
): Promise<void> => {
  const code = unique.name('shared');
  expectAccepted(await post('/coupons/shared', { body: body.sharedCoupon({ code, externalId: sent }) }));
  const read = mustBeAccepted(await get(path`/coupons/code/${code}`), 'reading back the shared coupon');
  const isStored = (shown: unknown): boolean => shown === stored || shown === String(stored);
  expectThat(read, '/externalId', `${stored} (sent: ${JSON.stringify(sent)})`, isStored);
};

const storesId = (id: Rule['id'], what: string, cases: readonly [sent: string | number, stored: number][]): Rule => ({
  id,
  text: `The \`externalId\` of a shared coupon is stored as an integer: ${what}`,
  source,
  statements: ['S147', 'S218'],
  level: 'must',
  needs: ['shared coupons'],
  async check(context) {
    for (const [sent, stored] of cases) await expectStoredNumber(context, sent, stored);
  },
});

export const sharedCoupons: readonly Rule[] = [
  {
    id: 'SHARED-1',
    text: '`POST /coupons/shared` registers a coupon without a phone and returns 200',
    source: 'Endpoints › Endpoints table',
    statements: ['S134', 'S147'],
    level: 'must',
    needs: ['shared coupons'],
    async check({ post, body }) {
      expectAnswer(await post('/coupons/shared', { body: body.sharedCoupon() }), 200);
    },
  },
  {
    id: 'SHARED-2',
    text: 'A shared coupon is found by its code',
    source,
    statements: ['S130', 'S134', 'S148'],
    level: 'must',
    needs: ['shared coupons'],
    async check({ get, post, body, unique }) {
      const code = unique.name('shared');
      const posted = await post('/coupons/shared', { body: body.sharedCoupon({ code }) });
      mustBeAccepted(posted, 'registering a shared coupon');
      expectAnswer(await get(path`/coupons/code/${code}`), 200, { code });
    },
  },
  storesId('SHARED-3', 'an integer is kept', [
    [1, 1],
    [73_214, 73_214],
  ]),
  storesId('SHARED-4', 'a string becomes the number it starts with', [
    ['73214', 73_214],
    ['73214abc', 73_214],
    ['73214 de maio 99', 73_214],
  ]),
  storesId('SHARED-5', 'a string that does not start with a number becomes 0', [
    ['natal', 0],
    ['natal73214', 0],
    ['x73214', 0],
  ]),
  storesId('SHARED-6', 'a decimal is rounded', [
    [73_214.4, 73_214],
    [73_214.6, 73_215],
  ]),
  storesId('SHARED-7', '2147483647 is kept, and a larger number becomes 2147483647', [
    [2_147_483_647, 2_147_483_647],
    [2_147_483_648, 2_147_483_647],
    [9_007_199_254_740_991, 2_147_483_647],
  ]),
  {
    id: 'SHARED-8',
    text: 'Two shared coupons can have the same `externalId`, and each is found by its own code',
    source,
    statements: ['S148'],
    level: 'must',
    needs: ['shared coupons'],
    async check({ get, post, body, unique }) {
      const externalId = unique.integer(1, 1_000_000_000);
      const codes = [unique.name('first'), unique.name('second')];
      for (const code of codes) {
        expectAccepted(await post('/coupons/shared', { body: body.sharedCoupon({ code, externalId }) }));
      }
      const [first = '', second = ''] = codes;
      const one = await get(path`/coupons/code/${first}`);
      const other = await get(path`/coupons/code/${second}`);
      expectAnswer(one, 200, { code: first });
      expectAnswer(other, 200, { code: second });
      const otherId = valueAt(one.body, '/id');
      expectAnotherId(other, otherId);
    },
  },
  {
    id: 'SHARED-9',
    text: 'A shared coupon has no customer, even after an order with its code',
    source: 'Endpoints › Endpoints table',
    statements: ['S134'],
    level: 'should',
    inferred: 'The document says that a shared coupon has no specific customer, and not how a lookup shows it.',
    needs: ['shared coupons', 'create orders'],
    async check({ get, given }) {
      const { code, read } = await given.sharedCoupon();
      await given.order({ couponCode: code });
      for (const shown of [read, await get(path`/coupons/code/${code}`)]) {
        expectThat(shown, '/code', code, (own) => own === code);
        expectThat(shown, '/customer', 'no customer: nothing that names one', isNobody);
      }
    },
  },
];
