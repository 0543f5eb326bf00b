import { readDateIn } from '../dates/read-date-in.ts';
import { answerWrite, refuse } from '../http/answers.ts';
import { readBody } from '../http/body.ts';
import type { FieldReader } from '../http/fields.ts';
import type { RoutedCall, RouteHandler } from '../http/router.ts';
import type { Coupon } from '../tables/records.ts';
import type { World } from '../world.ts';
import { presentCoupon } from './coupon-shape.ts';
import { couponTypes } from './coupons.ts';
import { ensureCustomer, storedPhone, unknownCustomer } from './customers.ts';
import { newRecord } from './records.ts';

type CouponFields = Omit<Coupon, 'id' | 'companyId' | 'createdAt' | 'updatedAt'>;

/** The fields of both registrations. */
function readTerms(world: World, fields: FieldReader) {
  const { coupons } = world.policy;
  const now = world.now();
  const defaultExpiry = readDateIn(world, 'body', coupons.defaultExpiryDate) ?? now;
  return {
    code: fields.text('code', 'required') ?? '',
    minPurchaseValue: fields.number('minPurchaseValue') ?? 0,
    acumulative: fields.flag('acumulative') ?? false,
    startDate: now,
    expiryDate: fields.date('expiryDate') ?? defaultExpiry,
    isUsed: false,
    isUsedInOrder: false,
    orderId: null,
    canceledAt: undefined,
  };
}

function readRegistration(world: World, fields: FieldReader) {
  const { coupons } = world.policy;
  const externalId = fields.text('externalId');
  const createOnProvider = fields.flag('createOnProvider');
  const isSent = externalId !== undefined && externalId !== '';
  if (coupons.needsExternalIdOrProvider && !isSent && createOnProvider === undefined) {
    fields.note({ field: 'externalId', expected: 'a text, or createOnProvider,', isMissing: true });
  }
  return {
    phone: storedPhone(world, fields.text('phone', 'required') ?? ''),
    fields: {
      ...readTerms(world, fields),
      type: fields.oneOf('type', couponTypes) ?? world.choices.coupons.typeWhenAbsent,
      externalId: isSent ? coupons.storedExternalId(externalId, coupons.maxExternalIdLength) : null,
      sharedExternalId: null,
      origin: 'registered' as const,
      amount: fields.number('amount', 'required') ?? 0,
      isAwaitingOrder: fields.flag('awaitingOrder') ?? coupons.awaitsOrderByDefault,
    },
  };
}

/** Stores a registered coupon. Returns undefined when its code exists and the choice is to refuse it. */
function register(world: World, { company }: RoutedCall, fields: CouponFields): Coupon | undefined {
  const { coupons } = world.tables;
  const { sameCodeAgain } = world.choices.coupons;
  const known = coupons.by('code', fields.code).find(({ companyId }) => companyId === company.id);
  if (known !== undefined && sameCodeAgain === 'refuse-422') return undefined;
  if (known !== undefined && sameCodeAgain === 'keep-first') return known;
  if (known !== undefined && sameCodeAgain === 'replace') {
    coupons.update(known, { ...fields, updatedAt: world.now() });
    return known;
  }
  const coupon = {
    ...newRecord(world, { company, externalId: fields.externalId }),
    ...fields,
  };
  coupons.insert(coupon);
  world.deliveries.notify(coupon, fields.origin === 'shared' ? 'POST /coupons/shared' : 'POST /coupons');
  return coupon;
}

const codeTaken = { status: 422, message: 'Coupon code already exists' };

/** `POST /coupons` and `POST /coupons/shared`. */
export function couponRegistrationRoutes(world: World): Record<'POST /coupons' | 'POST /coupons/shared', RouteHandler> {
  const { sharedCoupons } = world.policy;
  return {
    'POST /coupons': (routed) => {
      const { values, sent, validation } = readBody(world, routed.call, 'whole', (fields) =>
        readRegistration(world, fields),
      );
      if (validation !== undefined) return refuse(world, validation);
      const customer = ensureCustomer(world, routed.company, { ...unknownCustomer, phone: values.phone }, null);
      const coupon = register(world, routed, { ...values.fields, customer, phone: values.phone });
      if (coupon === undefined) return refuse(world, codeTaken);
      return answerWrite(world, {
        route: routed.route,
        sent,
        id: coupon.id,
        stored: presentCoupon(world, coupon),
      });
    },
    'POST /coupons/shared': (routed) => {
      const { values, sent, validation } = readBody(world, routed.call, 'whole', (fields) => {
        const externalId = fields.textOrNumber('externalId');
        const sentType = fields.text('type');
        return {
          ...readTerms(world, fields),
          // the body is not shown, so a type of the partner's own is not refused
          type: couponTypes.find((type) => type === sentType) ?? world.choices.coupons.typeWhenAbsent,
          externalId: null,
          sharedExternalId: externalId === undefined ? null : sharedCoupons.storedId(externalId, sharedCoupons.maxId),
          origin: 'shared' as const,
          amount: fields.number('amount') ?? 0,
          isAwaitingOrder: false,
          customer: undefined,
          phone: undefined,
        };
      });
      if (validation !== undefined) return refuse(world, validation);
      const coupon = register(world, routed, values);
      if (coupon === undefined) return refuse(world, codeTaken);
      return answerWrite(world, {
        route: routed.route,
        sent,
        id: coupon.id,
        stored: presentCoupon(world, coupon),
      });
    },
  };
}
