import type { Company } from '../company.ts';
import { orderArrived } from '../flows/enter-flows.ts';
import { answerWrite, refuse } from '../http/answers.ts';
import { readBody, refusalOf, unknownRecordRefusal } from '../http/body.ts';
import type { FieldReader } from '../http/fields.ts';
import type { RoutedCall, RouteHandler } from '../http/router.ts';
import type { OrderStatus, Via } from '../policy/orders.ts';
import { findByCode, isIndividual, receiveAwaitingCoupon, redeem } from '../redemption.ts';
import type { Coupon, Order } from '../tables/records.ts';
import { identityKey } from '../tables/tables.ts';
import type { World } from '../world.ts';
import { ensureCustomer, readCustomer, unknownCustomer } from './customers.ts';
import { listRoute } from './list.ts';
import { presentOrder } from './order-shape.ts';
import { newRecord, reach } from './records.ts';
import { byId, deleteRoute, lookups } from './single-record.ts';

interface SentStatus {
  /** Undefined if none of the four was sent. */
  status: OrderStatus | undefined;
  /** Whether the sent status breaks the business rule. */
  isBroken: boolean;
}

function readStatus(world: World, fields: FieldReader, isNeeded: boolean): SentStatus {
  const { status: sent } = fields.sent;
  const { readStatus: statusOf } = world.policy.orders;
  if (typeof sent === 'string') {
    const status = statusOf(sent);
    return { status, isBroken: status === undefined };
  }
  const isAbsent = sent === undefined || sent === null;
  if (world.choices.requests.missingStatus === 422) return { status: undefined, isBroken: isNeeded || !isAbsent };
  // notes the missing or wrong field
  fields.text('status', 'required');
  return { status: undefined, isBroken: false };
}

function readOrder(world: World, fields: FieldReader, isNeeded: boolean) {
  const { orderCustomer, orderTotal } = world.choices.fields;
  const customer = fields.object(orderCustomer, 'required');
  return {
    ...readStatus(world, fields, isNeeded),
    externalId: fields.text('externalId'),
    couponCode: fields.text('couponCode'),
    lineItems: fields.list('lineItems'),
    total: fields.number(orderTotal),
    customer: customer && {
      own: readCustomer(world, customer, 'required'),
      sent: customer.sent,
    },
  };
}

type SentOrder = ReturnType<typeof readOrder>;

/** The coupon of the sent order, and the business rules that the order breaks. */
function applyRules(world: World, routed: RoutedCall, sent: SentOrder, via: Via) {
  const { errors, orders } = world.policy;
  const code = sent.couponCode === '' ? undefined : sent.couponCode;
  const coupon = code === undefined ? undefined : findByCode(world, routed, code);
  const brokenRules = sent.isBroken ? [errors.invalidStatus] : [];
  const facts = {
    via,
    coupon: coupon && { isIndividual: isIndividual(coupon) },
  };
  if (code !== undefined && !orders.acceptsCode(facts)) brokenRules.push(errors.couponCodeNotFound);
  return { code, coupon, brokenRules };
}

function customerOf(world: World, company: Company, sent: NonNullable<SentOrder['customer']>) {
  const { externalId = null, ...fields } = sent.own;
  const { phone = '', firstName = '', lastName = '', email = '', address = null } = fields;
  const own = { phone, firstName, lastName, email, address };
  const identity = identityKey(company.id, world.policy.identity.customer(own));
  const customer = world.choices.customers.madeByOrders
    ? ensureCustomer(world, company, own, externalId)
    : world.tables.customers.by('identity', identity)[0];
  return { phone, sentCustomer: sent.sent, customer };
}

interface Change {
  via: Via;
  isFull: boolean;
  sent: SentOrder;
  code: string | undefined;
  coupon: Coupon | undefined;
}

function changeOrder(world: World, company: Company, order: Order, change: Change): void {
  const { via, isFull, sent, code, coupon } = change;
  const status = sent.status && world.policy.orders.storedStatus({ status: sent.status, via });
  const standing = isFull
    ? { externalId: null, lineItems: [], total: null, couponCode: null, couponUsed: null }
    : order;
  const redeemed =
    code === undefined
      ? { couponCode: standing.couponCode, couponUsed: standing.couponUsed }
      : {
          couponCode: code,
          couponUsed: redeem(world, { via, status: status ?? order.status, coupon }),
        };
  world.tables.orders.update(order, {
    ...redeemed,
    ...(sent.customer === undefined ? {} : customerOf(world, company, sent.customer)),
    status: status ?? order.status,
    externalId: sent.externalId ?? standing.externalId,
    lineItems: sent.lineItems ?? standing.lineItems,
    total: sent.total ?? standing.total,
    updatedAt: world.now(),
  });
  receiveAwaitingCoupon(world, order, via);
  if (sent.status !== undefined) orderArrived(world, company, order, { via, sentStatus: sent.status });
}

function createOrder(world: World, company: Company, change: Change & { identity: string | undefined }): Order {
  const { sent, code, coupon, via, identity } = change;
  const sentStatus = sent.status ?? 'on-hold';
  const status = world.policy.orders.storedStatus({ status: sentStatus, via });
  const customer = sent.customer ?? {
    own: { ...unknownCustomer, externalId: undefined },
    sent: {},
  };
  const order: Order = {
    ...newRecord(world, {
      company,
      externalId: sent.externalId ?? null,
      revives: { kind: 'order', identity },
    }),
    ...customerOf(world, company, customer),
    status,
    couponCode: code ?? null,
    couponUsed: redeem(world, { via, status, coupon }),
    lineItems: sent.lineItems ?? [],
    total: sent.total ?? null,
    enteredFlows: undefined,
  };
  receiveAwaitingCoupon(world, order, via);
  world.tables.orders.insert(order);
  orderArrived(world, company, order, { via, sentStatus });
  return order;
}

function postOrder(world: World): RouteHandler {
  return (routed) => {
    const { call, company, route } = routed;
    const { values, sent, validation } = readBody(world, call, 'whole', (fields) => readOrder(world, fields, true));
    const { code, coupon, brokenRules } = applyRules(world, routed, values, 'POST');
    const refusal = refusalOf(world, validation, brokenRules);
    if (refusal !== undefined) return refuse(world, refusal);
    const identity = identityKey(company.id, world.policy.identity.byExternalId(values.externalId ?? null));
    const change: Change = { via: 'POST', isFull: false, sent: values, code, coupon };
    let [order] = world.tables.orders.by('identity', identity);
    if (order === undefined) order = createOrder(world, company, { ...change, identity });
    else if (world.choices.records.resend === 'updated') changeOrder(world, company, order, change);
    return answerWrite(world, { route, sent, id: order.id, stored: presentOrder(world, order) });
  };
}

function putOrder(world: World): RouteHandler {
  const isFull = world.choices.records.puts === 'full';
  const missing = world.policy.errors.missingRecord['PUT /orders/:id'];
  return (routed) => {
    const { call, route } = routed;
    const { values, sent, validation } = readBody(world, call, isFull ? 'whole' : 'partial', (fields) =>
      readOrder(world, fields, isFull),
    );
    const order = reach(world, routed, byId(world.tables.orders)(routed.param));
    if (order === undefined) return refuse(world, unknownRecordRefusal(world, validation, missing));
    const { code, coupon, brokenRules } = applyRules(world, routed, values, 'PUT');
    const refusal = refusalOf(world, validation, brokenRules);
    if (refusal !== undefined) return refuse(world, refusal);
    const company = world.companiesById.get(order.companyId) ?? routed.company;
    changeOrder(world, company, order, { via: 'PUT', isFull, sent: values, code, coupon });
    return answerWrite(world, { route, sent, id: order.id, stored: presentOrder(world, order) });
  };
}

export function orderRoutes(world: World) {
  const { orders } = world.tables;
  const show = (order: Order) => presentOrder(world, order);
  const get = lookups(world, show);
  return {
    'GET /orders': listRoute(world, orders.list, show),
    'POST /orders': postOrder(world),
    'GET /orders/:id': get('GET /orders/:id', byId(orders)),
    'GET /orders/external/:externalId': get('GET /orders/external/:externalId', (externalId) =>
      orders.by('externalId', externalId),
    ),
    'PUT /orders/:id': putOrder(world),
    'DELETE /orders/:id': deleteRoute(
      world,
      {
        table: orders,
        kind: 'order',
        identityOf: ({ companyId, externalId }) =>
          identityKey(companyId, world.policy.identity.byExternalId(externalId)),
      },
      'DELETE /orders/:id',
    ),
  };
}
