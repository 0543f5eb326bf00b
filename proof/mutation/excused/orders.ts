import { type Excused, equivalent, open } from '../excuses.ts';
import { comesBack, processing, puts, refusedAnyway, writeAnswer } from './reasons.ts';

const withoutStatus = 'how an order without a status is refused, or with one that is no text, is open';
const ofCustomer = 'what an order shows of its customer is open';
const resends = 'whether an order that is posted again is changed is open';
const madeBy =
  'whether orders make customers is open: where the profile says how a customer is made, every order has one';
const worth = 'how the worth of a purchase follows from the fields of its order is open';

export const orders: readonly Excused[] = [
  ...open('resources/order-shape.ts', [
    [
      '{ ...order.sentCustomer, id: order.customer?.id ?? null, phone: order.phone }',
      ofCustomer,
      '{}',
      'order.customer?.id && null',
    ],
    [
      `if (total !== null) return total;
  let sum = 0;
  for (const item of lineItems) {
    if (!isObject(item)) continue;
    const { price, quantity = 1 } = item;
    if (typeof price === 'number' && typeof quantity === 'number') sum += price * quantity;
  }
  return sum;`,
      worth,
    ],
  ]),
  ...open('resources/orders.ts', [
    ["typeof sent === 'string'", withoutStatus, 'true'],
    [
      `const isAbsent = sent === undefined || sent === null;
  if (world.choices.requests.missingStatus === 422) return { status: undefined, isBroken: isNeeded || !isAbsent };
  // notes the missing or wrong field
  fields.text('status', 'required');
  return { status: undefined, isBroken: false };`,
      withoutStatus,
    ],
    ["sent.couponCode === ''", 'whether an empty code counts as one is open', 'false', '"Stryker was here!"'],
    [
      `world.choices.customers.madeByOrders
    ? ensureCustomer(world, company, own, externalId)
    : world.tables.customers.by('identity', identity)[0]`,
      madeBy,
    ],
    [
      `const standing = isFull
    ? { externalId: null, lineItems: [], total: null, couponCode: null, couponUsed: null }
    : order;`,
      puts,
    ],
    ['code === undefined\n      ? { couponCode: standing', puts, 'false'],
    ['sent.customer === undefined', ofCustomer],
    [
      'sent.lineItems ?? standing.lineItems',
      'how an order shows its items is open',
      'sent.lineItems && standing.lineItems',
    ],
    ['sent.total ?? standing.total', worth, 'sent.total && standing.total'],
    ['sent.total ?? null', worth, 'sent.total && null'],
    ['sent.lineItems ?? []', 'what an order without items shows is open', '["Stryker was here"]'],
    ['sent.status !== undefined', 'what an update without a status triggers is open', 'true'],
    ['orderArrived(world, company, order, { via, sentStatus });', processing, '{}'],
    ["call, 'whole', (fields) => readOrder(world, fields, true)", withoutStatus, 'false'],
    ['isFull: false, sent: values', resends, 'true'],
    ["world.choices.records.resend === 'updated'", resends],
    ['changeOrder(world, company, order, change);', resends, ';'],
    ["world.choices.records.puts === 'full'", puts],
    ["kind: 'order', identity", comesBack, '""'],
    ["{ kind: 'order', identity }", comesBack, '{}'],
    [
      `changeOrder(world, company, order, change);
    return answerWrite(world, { route, sent, id: order.id, stored: presentOrder(world, order) });`,
      writeAnswer,
      '{}',
    ],
    [
      `changeOrder(world, company, order, { via: 'PUT', isFull, sent: values, code, coupon });
    return answerWrite(world, { route, sent, id: order.id, stored: presentOrder(world, order) });`,
      writeAnswer,
      '{}',
    ],
    ["table: orders,\n        kind: 'order'", comesBack],
  ]),
  ...open('resources/orders.ts', [
    ["call, isFull ? 'whole' : 'partial'", puts, '""'],
    [
      `({ companyId, externalId }) =>
          identityKey(companyId, world.policy.identity.byExternalId(externalId))`,
      comesBack,
      '() => undefined',
    ],
  ]),
  ...equivalent('resources/orders.ts', [
    ["values, 'PUT')", 'all but POST means PUT', '""'],
    ["via: 'PUT'", 'all but POST means PUT', '""'],
    [
      'world.companiesById.get(order.companyId) ?? routed.company',
      "only a defect's policy lets a company reach another's order",
      'world.companiesById.get(order.companyId) && routed.company',
    ],
    ['const coupon = code === undefined', 'no coupon has undefined for its code', 'false'],
    ["const { phone = '', firstName = '', lastName = '', email = '', address = null } = fields;", refusedAnyway],
    [
      'sent.status && world.policy.orders.storedStatus({ status: sent.status, via })',
      'an update stores its status as it was sent',
      'sent.status || world.policy.orders.storedStatus({ status: sent.status, via })',
    ],
    ['{ couponCode: standing.couponCode, couponUsed: standing.couponUsed }', 'what is not named stays', '{}'],
    ['status: status ?? order.status, coupon', "only a defect's policy looks at the status of a redemption"],
    ['{ via, sentStatus: sent.status }', 'only how an order was posted matters', '{}'],
    ["sent.status ?? 'on-hold'", refusedAnyway, '""'],
    [
      `{
    own: { ...unknownCustomer, externalId: undefined },
    sent: {},
  }`,
      refusedAnyway,
    ],
  ]),
];
