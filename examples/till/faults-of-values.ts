import { as, bodies, buyers, type Deviations, lines, must, renamed, saleWrites, should, without } from './deviating.ts';
import type { Manners, NamedKind } from './manners.ts';

const status = (from: string, to: unknown) => bodies(saleWrites, (body) => body.status === from && { status: to });
const buyerWithout = (...names: string[]) =>
  buyers(['send sale'], (buyer) => {
    for (const name of names) delete buyer[name];
  });
/** Names records by digits. */
const digitsFor = (kind: NamedKind): Partial<Manners> => ({
  names: (asked, { newUuid }) => (asked === kind ? String(Number.parseInt(newUuid().slice(0, 8), 16)) : undefined),
});

/** Values of fields. */
export const faultsOfValues: Deviations = {
  'total as text': must('sends the total of an order as a string', 'S038').by(as(saleWrites, 'grandTotal', String)),
  'total as text with a comma': must('sends the total of a cart as `"120,00"`', 'S038').by(
    as('send basket', 'grandTotal', (value) => `${value},00`),
  ),
  'total as text with a currency': must('sends the total of a cart as `"R$ 120,00"`', 'S038').by(
    as('send basket', 'grandTotal', (value) => `R$ ${value},00`),
  ),
  'quantity as text': must('sends the quantity of an item as a string', 'S038').by(
    lines(['send sale'], (line) => ({ quantity: String(line.quantity) })),
  ),
  'unit price as text': must('sends the price of an item as a string', 'S038').by(
    lines(['send sale'], (line) => ({ unitPrice: String(line.unitPrice) })),
  ),
  'unit price of carts as text': must('sends the price of an item of a cart as a string', 'S038').by(
    lines(['send basket'], (line) => ({ unitPrice: String(line.unitPrice) })),
  ),
  'shelf price as text': must('sends the price of a product as a string', 'S038').by(
    as('send item', 'shelfPrice', String),
  ),
  'amount as text': must('sends `amount` of a coupon as a string', 'S038 S057').by(
    as(['register voucher'], 'amount', String),
  ),
  'amount of shared coupons as text': must('sends `amount` of a shared coupon as a string', 'S038').by(
    as('register shared voucher', 'amount', String),
  ),
  'minimum as text': must('sends `minPurchaseValue` as a string', 'S038 S058').by(
    as('register voucher', 'minPurchaseValue', String),
  ),
  'amount in cents': must('sends `amount` of a coupon in cents', 'S057').by(
    as('register voucher', 'amount', (value) => Number(value) * 100),
  ),
  'minimum in cents': must('sends `minPurchaseValue` of a coupon in cents', 'S058').by(
    as('register voucher', 'minPurchaseValue', (value) => Number(value) * 100),
  ),
  'percentage as a fraction': must('sends 12.5 percent as 0.125', 'S045 S057').by(
    bodies('register voucher', (body) => body.type === 'percent' && { amount: Number(body.amount) / 100 }),
  ),
  'total in cents on payments': should('sends the total in cents when an order is paid', 'S023').by(
    as('settle sale', 'grandTotal', (value) => Number(value) * 100),
  ),
  'order id as a number': must('sends `externalId` of an order as a number', 'S066').by({
    ...as(saleWrites, 'externalId', Number),
    ...digitsFor('sale'),
  }),
  'coupon id as a number': must('sends `externalId` of a coupon as a number', 'S053').by({
    ...as('register voucher', 'externalId', Number),
    ...digitsFor('voucher'),
  }),
  'written id as a number': must('writes `externalId` of a coupon back as a number', 'S042').by({
    ...as('write back', 'externalId', Number),
    ...digitsFor('kept voucher'),
  }),
  'code as a number': must('sends `code` of a coupon as a number', 'S055').by({
    ...as('register voucher', 'code', Number),
    names: (kind, { newUuid }) =>
      kind === 'code' ? String(100_000 + (Number.parseInt(newUuid().slice(0, 8), 16) % 800_000)) : undefined,
  }),
  'phone as a number': must('sends `phone` of a coupon as a number', 'S060').by(
    as('register voucher', 'phone', (value) => Number(String(value).slice(1))),
  ),
  'phone of customers as a number': should('sends `phone` of a customer as a number', 'S052').by(
    as(['send person', 'change person'], 'phone', (value) => Number(String(value).slice(1))),
  ),
  'mobile as a number': should('sends the phone in an order as a number', 'S052').by(
    buyers('send sale', (buyer) => ({ mobile: Number(String(buyer.mobile).slice(1)) })),
  ),
  'awaitingOrder as text': must('sends `awaitingOrder` of a coupon as a string', 'S061').by(
    as('register voucher', 'awaitingOrder', String),
  ),
  'awaitingOrder as 0': must('sends `awaitingOrder` of a coupon as 0', 'S061').by(
    bodies('register voucher', { awaitingOrder: 0 }),
  ),
  'awaitingOrder as null': should('sends null for `awaitingOrder` of a coupon', 'S061').by(
    bodies('register voucher', { awaitingOrder: null }),
  ),
  'used as text': must('sends `used` as a string', 'S046 S153').by(as('mark as used', 'used', String)),
  'used as 1': must('sends `used` as 1', 'S046 S153').by(bodies('mark as used', { used: 1 })),
  'status in capitals': must('sends `COMPLETED`', 'S062').by(status('completed', 'COMPLETED')),
  'status with a capital': must('sends `On-hold`', 'S062').by(status('on-hold', 'On-hold')),
  'on hold with an underscore': must('sends `on_hold`', 'S062').by(status('on-hold', 'on_hold')),
  'paid as status': must('sends `paid` when an order is paid', 'S062 S082').by(
    bodies('settle sale', { status: 'paid' }),
  ),
  'pending as status': must('sends `pending` for an order that awaits its payment', 'S062 S082').by(
    status('on-hold', 'pending'),
  ),
  'two Ls': must('sends `cancelled`', 'S078').by(status('canceled', 'cancelled')),
  'refunded as status': must('sends `refunded` for an order that was paid and is canceled', 'S082').by(
    bodies(
      'void sale',
      (_body, { about }, { ledger }) => ledger.serviceIds.has(`sale ${about}`) && { status: 'refunded' },
    ),
  ),
  'status as a number': must('sends `status` as a number', 'S062').by(status('completed', 1)),
  'status with a space': must('sends `completed` with a space after it', 'S062').by(status('completed', 'completed ')),
  'no status': should('sends orders without `status`', 'S121').by(without('send sale', 'status')),
  'percentage as type': must('sends `percentage` as the type of a coupon', 'S056').by(
    bodies('register voucher', (body) => body.type === 'percent' && { type: 'percentage' }),
  ),
  'fixed as type': must('sends `fixed` as the type of a coupon', 'S056').by(
    bodies('register voucher', (body) => body.type === 'fixed_cart' && { type: 'fixed' }),
  ),
  'type in capitals': must('sends the type of a coupon in capitals', 'S056').by(
    as('register voucher', 'type', (value) => String(value).toUpperCase()),
  ),
  'items as an object': must('sends `lineItems` as an object', 'S065').by(
    as('send sale', 'lineItems', (value) => ({ ...Object(value) })),
  ),
  'items as text': must('sends `lineItems` as JSON in a string', 'S065').by(
    as('send sale', 'lineItems', (value) => JSON.stringify(value)),
  ),
  'items without products': should('sends items that reference no product', 'S065').by(
    lines(['send sale'], (line) => {
      delete line.sku;
      delete line.name;
    }),
  ),
  'no phone on orders': must('sends orders whose customer has no phone', 'S067').by(buyerWithout('mobile')),
  'no address on orders': must('sends orders whose customer has no address', 'S067').by(buyerWithout('residence')),
  'empty address': must('sends orders whose customer has an empty address', 'S067').by(
    buyers('send sale', { residence: {} }),
  ),
  'empty phone': must('sends orders whose customer has an empty phone', 'S067').by(buyers('send sale', { mobile: '' })),
  'no customer on orders': must('sends orders without a customer', 'S067').by(without('send sale', 'buyer')),
  'no address on redemptions': must('sends orders with a coupon without an address', 'S067').by(
    bodies('send sale', ({ buyer, couponCode }) => {
      if (couponCode !== undefined) delete Object(buyer).residence;
    }),
  ),
  'no amount': must('registers coupons without `amount`', 'S057').by(without('register voucher', 'amount')),
  'no code': must('registers coupons without `code`', 'S055').by(without('register voucher', 'code')),
  'no coupon phone': must('registers coupons without `phone`', 'S060').by(without('register voucher', 'phone')),
  'empty coupon phone': must('registers coupons with an empty `phone`', 'S060').by(
    bodies('register voucher', { phone: '' }),
  ),
  'no coupon id': must('registers coupons with neither `externalId` nor `createOnProvider`', 'S053').by(
    without('register voucher', 'externalId'),
  ),
  'provider as text': must('sends `createOnProvider` as a string', 'S054').by(
    bodies('register voucher', { createOnProvider: 'false' }),
  ),
  'provider for its own coupons': should('registers its coupons with `createOnProvider` true', 'S054').by(
    bodies('register voucher', { createOnProvider: true }),
  ),
  'shared id as text': must('sends letters as `externalId` of a shared coupon', 'S147').by(
    as('register shared voucher', 'externalId', (value) => `SH-${value}`),
  ),
  'digits of a shared id as text': should(
    'sends the digits of `externalId` of a shared coupon as a string',
    'S038 S147',
  ).by(as('register shared voucher', 'externalId', String)),
  'usage limit as text': should('sends the usage limit of a shared coupon as a string', 'S038').by(
    bodies('register shared voucher', { usageLimit: '100' }),
  ),
  'shared id of 0': must('sends 0 as `externalId` of a shared coupon', 'S147').by(
    bodies('register shared voucher', { externalId: 0 }),
  ),
  'shared id above the limit': must('sends an `externalId` above the limit for a shared coupon', 'S147 S218').by(
    as('register shared voucher', 'externalId', (value) => Number(value) + 2_147_483_647),
  ),
  'shared id as a decimal': must('sends a decimal as `externalId` of a shared coupon', 'S147').by(
    as('register shared voucher', 'externalId', (value) => Number(value) + 0.5),
  ),
  'shared id below 0': must('sends a negative `externalId` for a shared coupon', 'S147').by(
    as('register shared voucher', 'externalId', (value) => -Number(value)),
  ),
  'long coupon id': must('sends an `externalId` of 300 characters for a coupon', 'S053 S149').by({
    names: (kind, { newUuid }) => (kind === 'voucher' ? `V-${newUuid()}-`.padEnd(300, 'x') : undefined),
  }),
  'long written id': should('writes an `externalId` of 300 characters back', 'S042 S217').by({
    names: (kind, { newUuid }) => (kind === 'kept voucher' ? `V-${newUuid()}-`.padEnd(300, 'x') : undefined),
  }),
  'no order id': must('sends orders without `externalId`', 'S040').by(without('send sale', 'externalId')),
  'no store id': must('sends stores without `externalId`', 'S040').by(without('send branch', 'externalId')),
  'no cart id': must('sends abandoned carts without `externalId`', 'S040').by(without('send basket', 'externalId')),
  'empty order id': must('sends orders with an empty `externalId`', 'S040').by(bodies('send sale', { externalId: '' })),
  'null store id': must('sends stores with null as `externalId`', 'S040').by(
    bodies('send branch', { externalId: null }),
  ),
  'no product name': should('sends products without `name`', 'S040 S069').by(renamed('send item', 'name', 'title')),
  'no phone on customers': should('sends customers without `phone`', 'S040').by(without('send person', 'phone')),
  'small codes': must('sends `couponCode` in lowercase', 'S063').by(
    as(['send sale', 'redeem on sale'], 'couponCode', (value) => String(value).toLowerCase()),
  ),
  'cleaned codes': must('leaves special characters out of `couponCode`', 'S063').by(
    as(['send sale', 'redeem on sale'], 'couponCode', (value) => String(value).replaceAll(/[^\w]/g, '')),
  ),
  'zero amounts with marks': should('sends an amount of 0 when a coupon is marked as used', 'S154 S135').by(
    bodies('mark as used', { amount: 0 }),
  ),
  'empty codes': should('sends changes of orders with an empty `couponCode`', 'S152 S063').by(
    bodies(['settle sale', 'void sale'], { couponCode: '' }),
  ),
  'null codes': must('sends null as `couponCode` of an order that redeems a coupon', 'S063').by(
    as(['send sale', 'redeem on sale'], 'couponCode', () => null),
  ),
  'codes in a list': must('sends `couponCode` as an array', 'S063').by(
    as(['send sale', 'redeem on sale'], 'couponCode', (value) => [value]),
  ),
  'half the totals': must('leaves the quantities out of the totals and prices of orders', 'S063').by(
    bodies('send sale', (body) => {
      body.grandTotal = Number(body.grandTotal) / 2;
      if (Array.isArray(body.lineItems)) for (const line of body.lineItems) line.unitPrice /= 2;
    }),
  ),
  'totals without a cent': must('sends totals and prices in floating point, cut after two decimals', 'S063').by(
    bodies('send sale', (body) => {
      const cut = (value: unknown): number => Math.trunc(Number(value) * 100) / 100;
      body.grandTotal = cut(body.grandTotal);
      if (Array.isArray(body.lineItems)) for (const line of body.lineItems) line.unitPrice = cut(line.unitPrice);
    }),
  ),
};
