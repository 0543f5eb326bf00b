import type { Body } from './call.ts';
import { customersByReference, forLastCustomer, putAgain } from './customers.ts';
import { bodies, buyers, calls, type Deviations, must, should } from './deviating.ts';
import { voucherPath } from './drafts.ts';
import type { Sale } from './entries.ts';
import type { NamedKind, Scene } from './manners.ts';

const sameId = (kind: NamedKind, id: string) => ({ names: (asked: NamedKind) => (asked === kind ? id : undefined) });
const before = ({ ledger }: Scene, about: string): Sale | undefined => {
  const sales = [...ledger.sales.values()];
  return sales[sales.findIndex(({ id }) => id === about) - 1];
};

/** The code of the coupon that came before. */
const codeBefore = ({ vouchers }: Scene['ledger'], code: string): string | undefined => {
  const codes = [...vouchers.values()].filter(({ origin }) => origin === 'flow').map((voucher) => voucher.code);
  return codes[codes.indexOf(code) - 1];
};

/** Faults that show only across records. */
export const faultsOfRecords: Deviations = {
  'one id for all coupons': must('writes the same id back for every coupon', 'S035 S042').by(
    sameId('kept voucher', 'V-1'),
  ),
  'one id for two coupons': must('writes an id back for two coupons in turn', 'S035 S042').by(() => {
    let count = 0;
    return { names: (kind) => (kind === 'kept voucher' ? `V-${Math.floor(count++ / 2)}` : undefined) };
  }),
  'one id for all registered coupons': must('registers all coupons under one id', 'S035 S053').by(
    sameId('voucher', 'V-OWN'),
  ),
  'one id for all orders': must('sends all orders under one `externalId`', 'S035 S040').by(sameId('sale', 'T1-1')),
  'one id for two orders': must('sends an `externalId` for two orders in turn', 'S035 S040').by(() => {
    let count = 0;
    return { names: (kind) => (kind === 'sale' ? `T1-${Math.floor(count++ / 2)}` : undefined) };
  }),
  'one id for all stores': must('sends all stores under one `externalId`', 'S035 S040').by(sameId('branch', 'B-1')),
  'one id for all carts': must('sends all carts under one `externalId`', 'S035 S040').by(sameId('basket', 'C-1')),
  'one id for all customers': must('sends all customers under one `externalId`', 'S035 S040').by(
    sameId('person', 'P-1'),
  ),
  'one id for all products': must('sends all products under one `externalId`', 'S035 S040').by(sameId('item', 'I-1')),
  'one id for all shared coupons': should('registers all shared coupons under one id', 'S147 S148').by(
    sameId('shared voucher', '77'),
  ),
  'one code for all coupons': must('registers all coupons under one code', 'S043 S055').by(sameId('code', 'TILL-ONE')),
  'no country on resent customers': must('sends a customer again with the phone without its country', 'S040').by(() => {
    const sent = new Set<string>();
    return bodies('send person', (body, { about }) => {
      if (sent.has(about)) body.phone = String(body.phone).slice(-11);
      sent.add(about);
    });
  }),
  'no country on changes of customers': must(
    'sends changes of customers with the phone without its country',
    'S040 S119',
  ).by(bodies('change person', (body) => ({ phone: String(body.phone).slice(-11) }))),
  'no country on changes of orders': must(
    'sends changes of orders with the phone of the customer without its country',
    'S067 S040',
  ).by(buyers(['settle sale', 'void sale'], (buyer) => ({ mobile: String(buyer.mobile).slice(-11) }))),
  'no area on changes of orders': must(
    'sends changes of orders with the phone of the customer without its country and area',
    'S067 S040',
  ).by(buyers(['settle sale', 'void sale'], (buyer) => ({ mobile: String(buyer.mobile).slice(-9) }))),
  'two customers for two spellings': must(
    'takes a phone with and without a plus for two customers, and sends orders that name the second one by id',
    'S040 S067',
  ).by(customersByReference((phone) => `P-${phone.slice(1)}`)),
  'registers for the phone before': must(
    'registers coupons for the phone that its customer had first, after the phone has changed',
    'S060 S040',
  ).by(() => {
    const first = new Map<string, string>();
    return {
      ...forLastCustomer((before, after) => void first.set(after, first.get(before) ?? before)),
      ...bodies('register voucher', (body) => ({ phone: first.get(String(body.phone)) ?? body.phone })),
    };
  }),
  'no country on registered coupons': must(
    'registers coupons for the phone without its country, which its orders have',
    'S060 S040',
  ).by(bodies('register voucher', (body) => ({ phone: String(body.phone).slice(-11) }))),
  'one phone for all customers': must('sends all customers with one phone', 'S040').by(
    bodies(['send person', 'change person'], { phone: '+5511944443333' }),
  ),
  'one phone for all orders': should('sends all orders with the phone of the store', 'S040 S067').by(
    buyers('send sale', { mobile: '+5511922221111' }),
  ),
  'one name for all products': must('sends all products under one name', 'S040').by(
    bodies('send item', { name: 'Produto' }),
  ),
  'customer of the order before': must('sends an order with the customer of the order before', 'S067').by(
    bodies('send sale', (body, { about }, scene) => ({ buyer: before(scene, about)?.buyer ?? body.buyer })),
  ),
  'id of the order before': must('sends an order under the `externalId` of the order before', 'S035 S066').by(
    bodies('send sale', (body, { about }, scene) => ({ externalId: before(scene, about)?.id ?? body.externalId })),
  ),
  'coupon of the order before': must('sends an order with the coupon of the order before', 'S063 S154').by(
    bodies('send sale', (body, { about }, scene) => {
      const code = before(scene, about)?.code;
      if (code !== undefined) body.couponCode = code;
    }),
  ),
  'writes to the coupon before': should('writes an id back to the coupon before', 'S136 S154').by(
    calls('write back', (call, { ledger }) => {
      const other = codeBefore(ledger, call.about);
      if (other !== undefined) call.path = voucherPath(other);
    }),
  ),
  'writes to two coupons': must('writes an id back to the coupon before as well', 'S136 S035').by({
    also(call, _reply, { ledger }) {
      const other = codeBefore(ledger, call.about);
      return call.purpose === 'write back' && other !== undefined ? [{ ...call, path: voucherPath(other) }] : [];
    },
  }),
  'reads the coupon before': must('looks up the coupon before', 'S154 S186').by(
    calls('read voucher', (call, { ledger }) => {
      const codes = [...ledger.notices.keys()];
      const other = codes[codes.indexOf(call.about) - 1];
      if (other !== undefined) call.path = voucherPath(other);
    }),
  ),
  'holds the values of the first coupon': must('keeps the values of its first coupon for all', 'S154 S186').by({
    keeps(voucher, _coupon, { ledger }) {
      const first = [...ledger.vouchers.values()].find(({ origin }) => origin === 'flow');
      return first === undefined
        ? voucher
        : { ...voucher, amount: first.amount, least: first.least, endsAt: first.endsAt };
    },
  }),
  'product with and without provider': should('sends every other send of a product without `provider`', 'S040').by(
    () => {
      let count = 0;
      return bodies('send item', (body) => {
        if (++count % 2 === 0) delete body.provider;
      });
    },
  ),
  'products by id in names': should('puts its id into the name of a product each time that it is sent', 'S040').by(
    bodies('send item', (body, _call, { newUuid }) => ({ name: `${body.name} ${newUuid().slice(0, 4)}` })),
  ),
  'changes all orders of a customer': must('marks all orders of a customer as paid with one', 'S124').by({
    takes(task, { ledger }) {
      const own = task.what === 'sale settled' ? ledger.sales.get(task.sale) : undefined;
      if (own === undefined) return [task];
      const all = [...ledger.sales.values()].filter(
        ({ id, phase, buyer }) =>
          id !== own.id && phase === 'open' && buyer.mobile.slice(0, 5) === own.buyer.mobile.slice(0, 5),
      );
      return [task, ...all.slice(-1).map(({ id }) => ({ what: 'sale settled', sale: id }) as const)];
    },
  }),
  'ids of the platform as own ids of coupons': must(
    'sends the id of a coupon at the service as the `externalId` of the next',
    'S035 S042',
  ).by(
    bodies('write back', (body, { about }, { ledger }) => {
      const notices = [...ledger.notices.values()];
      const other = notices[notices.findIndex(({ code }) => code === about) - 1];
      if (other !== undefined) body.externalId = other.couponId;
    }),
  ),
  'code as id of two': should('writes the beginning of the code back as its id', 'S035 S042').by(
    bodies('write back', (_body, { about }) => ({ externalId: about.slice(0, 6) })),
  ),
  'first change of customers': must('sends the first change of a customer again when it changes again', 'S119').by(
    () => {
      const first = new Map<string, Body>();
      return bodies('change person', (body, { about }) => {
        const sent = first.get(about);
        if (sent === undefined) first.set(about, { ...body });
        else Object.assign(body, sent);
      });
    },
  ),
  'first values of customers': must(
    'sends a customer again by `PUT` with the values that it had first',
    'S119 S040',
  ).by(() => putAgain('first')),
  'customers by their last digits': must(
    'sends orders for the customer whose phone was seen first with the same last eight digits',
    'S040 S067',
  ).by(() => {
    const known = new Map<string, unknown>();
    return bodies('send sale', (body, { about }, { ledger }) => {
      const buyer = ledger.sales.get(about)?.buyer;
      const digits = buyer?.mobile.slice(-8) ?? '';
      if (!known.has(digits)) known.set(digits, buyer);
      body.buyer = known.get(digits);
    });
  }),
};
