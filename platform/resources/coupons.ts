import { answerWrite, refuse } from '../http/answers.ts';
import { readBody, unknownRecordRefusal } from '../http/body.ts';
import type { FieldReader } from '../http/fields.ts';
import type { RoutedCall, RouteHandler } from '../http/router.ts';
import type { DocumentedRefusal } from '../policy/errors.ts';
import type { Coupon } from '../tables/records.ts';
import type { World } from '../world.ts';
import { presentCoupon } from './coupon-shape.ts';
import { listRoute } from './list.ts';
import { reach } from './records.ts';
import { byId, lookups } from './single-record.ts';

export const couponTypes = ['percent', 'fixed_cart'] as const;

function readChanges(fields: FieldReader) {
  return {
    // the three that partners set are reported as missing when there is no body
    externalId: fields.text('externalId', 'required'),
    isUsed: fields.flag('used', 'required'),
    awaitingOrder: fields.flag('awaitingOrder', 'required'),
    type: fields.oneOf('type', couponTypes),
    amount: fields.number('amount'),
    minPurchaseValue: fields.number('minPurchaseValue'),
    acumulative: fields.flag('acumulative'),
    expiryDate: fields.date('expiryDate'),
  };
}

function changeCoupon(world: World, coupon: Coupon, sent: ReturnType<typeof readChanges>): void {
  const { coupons } = world.policy;
  const { externalId, isUsed = coupon.isUsed } = sent;
  world.tables.coupons.update(coupon, {
    externalId:
      externalId === undefined ? coupon.externalId : coupons.storedExternalId(externalId, coupons.maxExternalIdLength),
    sharedExternalId: externalId === undefined ? coupon.sharedExternalId : null,
    isUsed,
    isUsedInOrder: isUsed && coupon.isUsedInOrder,
    isAwaitingOrder: coupons.awaitsAfterPut({
      isAwaiting: coupon.isAwaitingOrder,
      sentUsed: sent.isUsed,
      sentAwaitingOrder: sent.awaitingOrder,
    }),
    type: sent.type ?? coupon.type,
    amount: sent.amount ?? coupon.amount,
    minPurchaseValue: sent.minPurchaseValue ?? coupon.minPurchaseValue,
    acumulative: sent.acumulative ?? coupon.acumulative,
    expiryDate: sent.expiryDate ?? coupon.expiryDate,
    updatedAt: world.now(),
  });
}

function putCouponRoute(
  world: World,
  find: (param: string) => readonly Coupon[],
  unknown: () => DocumentedRefusal,
): RouteHandler {
  return (routed) => {
    const { values, sent, validation } = readBody(world, routed.call, 'partial', readChanges);
    const coupon = reach(world, routed, find(routed.param));
    if (coupon === undefined) return refuse(world, unknownRecordRefusal(world, validation, unknown()));
    if (validation !== undefined) return refuse(world, validation);
    changeCoupon(world, coupon, values);
    return answerWrite(world, {
      route: routed.route,
      sent,
      id: coupon.id,
      stored: presentCoupon(world, coupon),
    });
  };
}

function couponOfOrder(world: World): RouteHandler {
  return (routed: RoutedCall) => {
    const coupon = reach(world, routed, world.tables.coupons.by('order', routed.param));
    if (coupon !== undefined) return { status: 200, body: presentCoupon(world, coupon) };
    const { orderWithoutCoupon } = world.choices.coupons;
    if (orderWithoutCoupon === 'null-200') return { status: 200, body: null };
    const { message } = world.policy.errors.missingRecord['GET /coupons/code/:code'];
    return refuse(world, { status: Number(orderWithoutCoupon), message });
  };
}

/** Lookups and updates of coupons. */
export function couponRoutes(world: World) {
  const { coupons } = world.tables;
  const { missingRecord } = world.policy.errors;
  const show = (coupon: Coupon) => presentCoupon(world, coupon);
  const get = lookups(world, show);
  const byCode = (code: string) => coupons.by('code', code);
  return {
    'GET /coupons': listRoute(world, () => coupons.list().filter(({ canceledAt }) => canceledAt === undefined), show),
    'GET /coupons/:id': get('GET /coupons/:id', byId(coupons)),
    'GET /coupons/code/:code': get('GET /coupons/code/:code', byCode),
    'GET /coupons/external/:externalId': get('GET /coupons/external/:externalId', (externalId) =>
      coupons.by('externalId', externalId),
    ),
    'GET /coupons/order/:orderId': couponOfOrder(world),
    'PUT /coupons/:id': putCouponRoute(world, byId(coupons), () => missingRecord['PUT /coupons/:id']),
    'PUT /coupons/code/:code': putCouponRoute(world, byCode, () => ({
      status: world.choices.coupons.putUnknownCodeStatus,
      message: missingRecord['GET /coupons/code/:code'].message,
    })),
    'GET /coupons-config': () => ({
      status: 200,
      body: { giftbackPercent: 10, validDays: 30, minPurchaseValue: 0, acumulative: false },
    }),
  };
}
