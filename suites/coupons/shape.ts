import { isUtcDateTime, isUuid } from '../../core/forms.ts';
import { isObject, valueAt } from '../../core/json.ts';
import type { GivenCoupon } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectThat, isAccepted } from '../judge/expect.ts';
import { path } from '../path.ts';
import { carriedIn } from '../records/carried-values.ts';
import { digitsOf, localDigitsOf } from '../records/phones.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Resources and their fields › Coupon (shape returned by the coupon lookups)';

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';

const fields: readonly [pointer: string, expected: string, holds: (value: unknown) => boolean][] = [
  ['/id', 'a UUID', isUuid],
  ['/externalId', 'a text or null', (value) => value === null || isText(value)],
  ['/code', 'a text', isText],
  ['/type', 'percent or fixed_cart', (value) => value === 'percent' || value === 'fixed_cart'],
  ['/amount', 'a number', isNumber],
  ['/used', 'true or false', isBoolean],
  ['/isValid', 'true or false', isBoolean],
  ['/minPurchaseValue', 'a number', isNumber],
  ['/acumulative', 'true or false', isBoolean],
  ['/startDate', 'a date-time in UTC', isUtcDateTime],
  ['/expiryDate', 'a date-time in UTC', isUtcDateTime],
  ['/customer', 'an object', isObject],
];

const shaped = (
  id: Rule['id'],
  by: string,
  lookup: Rule['statements'][number],
  at: (coupon: GivenCoupon) => string,
): Rule => ({
  id,
  text: `A coupon read by its ${by} has every documented field with its type`,
  source,
  statements: ['S041', 'S042', 'S043', 'S044', 'S045', 'S046', 'S047', 'S048', 'S049', 'S050', 'S051', 'S052', lookup],
  level: 'must',
  needs: ['writes'],
  async check({ get, given }) {
    const coupon = await given.coupon({ minPurchaseValue: 50 });
    const read = mustBeAccepted(await get(at(coupon)), `reading a coupon by its ${by}`);
    for (const [pointer, expected, holds] of fields) expectThat(read, pointer, expected, holds);
  },
});

export const shape: readonly Rule[] = [
  {
    id: 'COUP-1',
    text: 'A registered coupon is found by its code',
    source: 'Endpoints › Endpoints table',
    statements: ['S013', 'S043', 'S055', 'S130', 'S133'],
    level: 'must',
    needs: ['writes'],
    async check({ get, post, given, body, unique }) {
      const code = unique.name('code');
      const { phone } = await given.owner();
      // a partner may look for a record before it exists
      await get(path`/coupons/code/${code}`);
      expectAccepted(await post('/coupons', { body: body.coupon({ phone, code }) }));
      expectAnswer(await get(path`/coupons/code/${code}`), 200, { code });
    },
  },
  {
    id: 'COUP-2',
    text: 'A coupon is the same record by its code, its `id` and its `externalId`, also once it is used',
    source: 'Endpoints › Endpoints table',
    statements: ['S041', 'S042', 'S043', 'S129', 'S130', 'S131'],
    level: 'must',
    needs: ['writes'],
    async check({ get, put, given }) {
      const { id, code, externalId } = await given.coupon();
      const [byCode, ...others] = [
        path`/coupons/code/${code}`,
        path`/coupons/${id}`,
        path`/coupons/external/${String(externalId)}`,
      ] as const;
      for (const at of others) expectAnswer(await get(at), 200, { id, code, externalId });
      const body = { externalId, used: true, awaitingOrder: false };
      mustBeAccepted(await put(byCode, { body }), 'marking the coupon as used');
      for (const at of [byCode, ...others]) expectAnswer(await get(at), 200, { id, used: true });
    },
  },
  shaped('COUP-3', 'code', 'S130', ({ code }) => path`/coupons/code/${code}`),
  shaped('COUP-4', 'id', 'S129', ({ id }) => path`/coupons/${id}`),
  shaped('COUP-5', 'externalId', 'S131', ({ externalId }) => path`/coupons/external/${String(externalId)}`),
  {
    id: 'COUP-6',
    text: "A coupon's `customer` is the customer with the registered phone, and the fields that the customer was created with are strings",
    source,
    statements: ['S052', 'S060'],
    level: 'must',
    needs: ['create customers'],
    async check({ given, body }) {
      const { id: customerId, read: _, ...customer } = await given.customer();
      const { read } = await given.coupon({ phone: customer.phone });
      expectThat(read, '/customer/id', customerId, (id) => id === customerId && isUuid(id));
      // fields that were not sent are the subject of PAS-14 and PAS-19
      for (const field of Object.keys(carriedIn(body.customer(customer), customer))) {
        expectThat(read, `/customer/${field}`, 'a string', isText);
      }
      // country code and punctuation may differ
      expectThat(read, '/customer/phone', `the phone ${customer.phone} in some form`, (shown) =>
        digitsOf(shown).endsWith(localDigitsOf(customer.phone)),
      );
    },
  },
  {
    id: 'COUP-38',
    text: "A coupon shows the `externalId`, the names and the e-mail that its customer's lookup shows",
    source,
    statements: ['S052'],
    level: 'should',
    inferred: 'The document does not say that both lookups show the same values.',
    needs: ['create customers'],
    async check({ given, unverified }) {
      const customer = await given.customer();
      const { read } = await given.coupon({ phone: customer.phone });
      const own = ['externalId', 'firstName', 'lastName', 'email'].flatMap((field) => {
        const value = valueAt(customer.read.body, `/${field}`);
        return typeof value === 'string' && value !== '' ? [{ field, value }] : [];
      });
      if (own.length === 0) unverified('not-observable', 'the lookup of a customer shows none of these fields');
      for (const { field, value } of own) {
        expectThat(read, `/customer/${field}`, `${value}, as GET /customers/phone/:phone`, (shown) => shown === value);
      }
    },
  },
  {
    id: 'COUP-7',
    text: 'A new coupon is not used',
    source,
    statements: ['S046'],
    level: 'must',
    needs: ['writes'],
    async check({ given }) {
      expectAnswer((await given.coupon()).read, 200, { used: false });
    },
  },
  {
    id: 'COUP-47',
    text: 'A registration does not say whether its coupon is used or valid: `used` and `isValid` in its body are ignored',
    source: 'Resources and their fields › Coupon registration input (`POST /coupons`)',
    statements: ['S037', 'S046', 'S047'],
    level: 'should',
    inferred: 'The document does not name both fields for a registration, and says that unknown fields are ignored.',
    needs: ['writes'],
    async check({ get, post, given, body, unique, unverified }) {
      const { phone, read: plain } = await given.coupon();
      let registered = 0;
      for (const further of [{ used: true }, { isValid: false }]) {
        const code = unique.name('registered');
        const answer = await post('/coupons', { body: { ...body.coupon({ phone, code }), ...further } });
        // CONV-47 tests that unknown fields are accepted
        if (!isAccepted(answer)) continue;
        registered += 1;
        const read = await get(path`/coupons/code/${code}`);
        expectAnswer(read, 200);
        for (const pointer of ['/used', '/isValid']) {
          const usual = valueAt(plain.body, pointer);
          const expected = `${String(usual)}, as without ${Object.keys(further).join()}`;
          expectThat(read, pointer, expected, (shown) => shown === usual);
        }
      }
      if (registered === 0) unverified('not-reached', 'the target refuses coupons with these fields');
    },
  },
  {
    id: 'COUP-8',
    text: 'A coupon is valid until an order uses it',
    source,
    statements: ['S047'],
    level: 'should',
    inferred: 'The document says when `isValid` is false, not when it is true.',
    needs: ['writes'],
    async check({ given }) {
      expectAnswer((await given.coupon()).read, 200, { isValid: true });
    },
  },
];
