import { instantOf } from '../../core/instants.ts';
import { valueAt } from '../../core/json.ts';
import type { CouponFields } from '../../fixtures/bodies.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectNothing, expectRefusal, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Resources and their fields › Coupon registration input (`POST /coupons`)';

/**
 * Registers a coupon with documented fields, asserts that it is accepted, and looks it up by its code. A plain coupon is
 * registered first, so that only these fields can be the reason for a failure.
 */
export const registerCoupon = async (
  { get, post, given, body, unique }: CheckContext,
  fields: Partial<CouponFields>,
): Promise<{ code: string; phone: string; read: Exchange }> => {
  const { phone } = await given.coupon();
  const code = unique.name('code');
  expectAccepted(await post('/coupons', { body: body.coupon({ phone, code, ...fields }) }));
  return { code, phone, read: await get(path`/coupons/code/${code}`) };
};

/** Registers a coupon with documented fields, and asserts that it is accepted and found. */
export const expectRegistered = async (
  context: CheckContext,
  fields: Partial<CouponFields>,
): Promise<{ id: string; code: string; phone: string; read: Exchange }> => {
  const registered = await registerCoupon(context, fields);
  expectAnswer(registered.read, 200, { code: registered.code });
  return { id: String(valueAt(registered.read.body, '/id')), ...registered };
};

/** A coupon that the service creates in the connected shop. It may come without an `externalId`. */
export const providerCoupon = { createOnProvider: true, externalId: undefined } as const;

const keeps = (id: Rule['id'], type: CouponFields['type'], amount: number, minPurchaseValue: number): Rule => ({
  id,
  text: `A coupon registered as ${type} with the amount ${amount} keeps its type, amount, minimum purchase and expiry date`,
  source,
  statements: ['S044', 'S045', 'S048', 'S051', 'S056', 'S057', 'S058', 'S059', 'S133'],
  level: 'must',
  needs: ['writes'],
  async check(context) {
    const expiryDate = '2031-05-17T12:30:00Z';
    const { read } = await expectRegistered(context, { type, amount, minPurchaseValue, expiryDate });
    expectAnswer(read, 200, { type, amount, minPurchaseValue });
    const isSent = (date: unknown): boolean => instantOf(date) === Date.UTC(2031, 4, 17, 12, 30);
    expectThat(read, '/expiryDate', `the instant ${expiryDate}`, isSent);
  },
});

const needsField = (id: Rule['id'], field: 'code' | 'amount' | 'phone', statement: `S${number}`): Rule => ({
  id,
  text: `A coupon registered without ${field} is refused with 400 and not stored`,
  source,
  statements: [statement, 'S192'],
  level: 'must',
  needs: ['writes'],
  async check({ get, post, given, body, unique }) {
    const { phone } = await given.owner();
    const { [field]: _, ...lacking } = body.coupon({ phone, externalId: unique.name('incomplete') });
    const refused = await post('/coupons', { body: lacking });
    const unstored = await get(path`/coupons/external/${String(lacking.externalId)}`);
    // with another code, because a target that stored the first coupon may refuse the same code
    const complete = body.coupon({ phone, externalId: unique.name('complete') });
    const control = mustBeAccepted(await post('/coupons', { body: complete }), `registering a coupon with ${field}`);
    expectRefusal(refused, { status: 400, control });
    const stored = await get(path`/coupons/external/${String(complete.externalId)}`);
    expectNothing(unstored, { what: 'no coupon, since it was refused', control: stored });
  },
});

/** Whether an instant is on 1 January 2100, in UTC or in Brasília. The document does not say which. */
const isFirstOf2100 = (date: unknown): boolean => {
  const instant = instantOf(date) ?? Number.NaN;
  return instant >= Date.UTC(2100, 0, 1) && instant < Date.UTC(2100, 0, 2, 3);
};

const nameless = (about: Pick<Rule, 'id' | 'text' | 'level' | 'inferred'>, statuses: readonly number[]): Rule => ({
  ...about,
  source,
  statements: ['S053', 'S054', 'S192'],
  needs: ['writes'],
  async check({ get, post, given, body, unique }) {
    const { phone } = await given.owner();
    const code = unique.name('nameless');
    const refused = await post('/coupons', { body: body.coupon({ phone, code, externalId: undefined }) });
    const unstored = await get(path`/coupons/code/${code}`);
    const named = unique.name('named');
    const posted = await post('/coupons', { body: body.coupon({ phone, code: named }) });
    const control = mustBeAccepted(posted, 'registering a coupon with externalId');
    expectRefusal(refused, { status: statuses, control });
    const stored = await get(path`/coupons/code/${named}`);
    expectNothing(unstored, { what: 'no coupon, since it was refused', control: stored });
  },
});

export const registration: readonly Rule[] = [
  keeps('COUP-9', 'percent', 12.5, 99.9),
  // cut at the hundredth, both lose one of theirs: 100 * 19.99 is a little less than 1999
  keeps('COUP-10', 'fixed_cart', 19.99, 129.95),
  needsField('COUP-11', 'code', 'S055'),
  needsField('COUP-12', 'amount', 'S057'),
  needsField('COUP-13', 'phone', 'S060'),
  nameless(
    {
      id: 'COUP-14',
      text: '`POST /coupons` with neither `externalId` nor `createOnProvider` is refused and stores nothing',
      level: 'must',
    },
    [400, 422],
  ),
  nameless(
    {
      id: 'COUP-39',
      text: '`POST /coupons` with neither `externalId` nor `createOnProvider` returns 400',
      level: 'should',
      inferred: 'The document does not say whether lacking both is a missing field or a broken business rule.',
    },
    [400],
  ),
  {
    id: 'COUP-15',
    text: 'A coupon registered without `expiryDate` expires on 2100-01-01',
    source,
    statements: ['S051', 'S059', 'S219'],
    level: 'must',
    needs: ['writes'],
    async check({ given, offers }) {
      const registrations: readonly Partial<CouponFields>[] = [
        {},
        { awaitingOrder: true, minPurchaseValue: 30 },
        { type: 'fixed_cart', amount: 25.9, minPurchaseValue: 100 },
        ...(offers(['provider coupons']) ? [providerCoupon] : []),
      ];
      for (const fields of registrations) {
        const { read } = await given.coupon(fields);
        expectThat(read, '/expiryDate', '2100-01-01', isFirstOf2100);
      }
    },
  },
  {
    id: 'COUP-16',
    text: 'The `externalId` of a coupon is free text: a UUID, digits with leading zeros and a sentence are stored as sent',
    source,
    statements: ['S042', 'S053', 'S149'],
    level: 'must',
    needs: ['writes'],
    async check(context) {
      const { unique } = context;
      const sentence = `${unique.name('free')}: Cupom nº 1, válido até amanhã!`;
      for (const externalId of [unique.uuid(), `000${unique.integer(1, 1e9)}`, sentence]) {
        const { read } = await registerCoupon(context, { externalId });
        expectAnswer(mustBeAccepted(read, 'reading back the coupon'), 200, { externalId });
      }
    },
  },
  {
    id: 'COUP-17',
    text: 'A coupon registered with an unknown type is refused or stored with one of the two types',
    source,
    statements: ['S044', 'S056'],
    level: 'must',
    needs: ['writes'],
    async check({ get, post, given, body, unique }) {
      const { phone } = await given.owner();
      const code = unique.name('typeless');
      const registering = (type: string) => post('/coupons', { body: { ...body.coupon({ phone, code }), type } });
      const posted = await registering('fixed');
      if (posted.status >= 300) {
        return expectRefusal(posted, { status: [400, 422], control: await registering('percent') });
      }
      const read = mustBeAccepted(await get(path`/coupons/code/${code}`), 'reading back the coupon');
      expectThat(read, '/type', 'percent or fixed_cart', (type) => type === 'percent' || type === 'fixed_cart');
    },
  },
  {
    id: 'COUP-42',
    text: 'A coupon registered with `createOnProvider` true and without `externalId` is accepted and found by its code',
    source,
    statements: ['S054', 'S053'],
    level: 'must',
    needs: ['provider coupons'],
    async check(context) {
      await expectRegistered(context, providerCoupon);
    },
  },
];
