import type { StatementId } from '../rule.ts';
import { isList } from './list-walks.ts';
import { lowersCoupon } from './lowering.ts';
import type { Obligation } from './obligation.ts';
import { observation } from './observation.ts';
import { callsOf, creates, isTo, partsOf } from './read-call.ts';
import type { PartnerCall, PartnerCapability } from './record.ts';
import { couponCodeOf, writesOrder } from './sent-orders.ts';

const isAbout = (call: PartnerCall, resource: string): boolean => partsOf(call)[0] === resource && !isList(call);

/** The actions by which a session asks for what a partner is declared to do. */
const asking: Readonly<Record<PartnerCapability, readonly string[]>> = {
  webhooks: ['register-webhook'],
  orders: ['create-order'],
  redemption: ['redeem'],
  coupons: ['register-coupon'],
  'shared-coupons': ['register-shared-coupon'],
  lowering: ['lower-coupon'],
  carts: ['create-cart'],
  stores: ['create-store'],
  customers: ['create-customer', 'update-customer'],
  products: ['create-product'],
  lists: ['synchronise'],
  'coupons-config': ['read-coupons-config'],
};

const isSeen = (
  id: Obligation['id'],
  needs: PartnerCapability,
  what: string,
  statements: readonly StatementId[],
  shows: (call: PartnerCall) => boolean,
): Obligation => ({
  id,
  text: `A partner that is declared for ${needs} ${what} when it is asked to`,
  source: 'What the service does',
  statements,
  level: 'must',
  needs,
  judge(record) {
    const calls = callsOf(record).filter(shows);
    const asked = record.actions.filter(({ action }) => asking[needs].includes(action));
    if (asked.length === 0 && calls.length === 0) return [];
    return [
      observation(
        calls.length > 0,
        { calls: calls.map(({ number }) => number), actions: asked.map(({ number }) => number) },
        `${needs} is declared and was asked for, and no call of the session shows that the partner ${what}`,
      ),
    ];
  },
});

export const declared: readonly Obligation[] = [
  isSeen(
    'PART-85',
    'webhooks',
    'registers a webhook',
    ['S138'],
    (call) => isTo(call, 'POST /webhooks') || isTo(call, 'PUT /webhooks/:id'),
  ),
  isSeen('PART-86', 'orders', 'sends orders', ['S121'], (call) => creates(call, 'orders')),
  isSeen(
    'PART-87',
    'redemption',
    'sends orders with a couponCode',
    ['S063'],
    (call) => writesOrder(call) && couponCodeOf(call) !== undefined,
  ),
  isSeen('PART-88', 'coupons', 'registers coupons', ['S133'], (call) => isTo(call, 'POST /coupons')),
  isSeen('PART-89', 'shared-coupons', 'registers shared coupons', ['S134'], (call) =>
    isTo(call, 'POST /coupons/shared'),
  ),
  isSeen('PART-90', 'lowering', 'lowers coupons', ['S153'], lowersCoupon),
  isSeen('PART-91', 'carts', 'sends abandoned carts', ['S006'], (call) => creates(call, 'abandoned-carts')),
  isSeen('PART-92', 'stores', 'sends stores', ['S006'], (call) => creates(call, 'stores')),
  isSeen('PART-93', 'customers', 'sends or reads customers', ['S006'], (call) => isAbout(call, 'customers')),
  isSeen('PART-94', 'products', 'sends or reads products', ['S006'], (call) => isAbout(call, 'products')),
  isSeen('PART-95', 'lists', 'reads lists', ['S097'], isList),
  isSeen('PART-96', 'coupons-config', 'reads the coupons configuration', ['S137'], (call) =>
    isTo(call, 'GET /coupons-config'),
  ),
];
