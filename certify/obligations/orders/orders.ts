import { show } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { doneActions, isAtOnce } from '../model/actions.ts';
import { madeCoupon } from '../model/coupon-calls.ts';
import { registrationsOf } from '../model/coupon-ends.ts';
import {
  isAddressOnFile,
  namesStoredCustomer,
  refersToCustomer,
  unstoredCustomer,
} from '../model/customer-references.ts';
import { addressesIn, hasPhone, mentionsAddress } from '../model/named-fields.ts';
import { numbersOf, observation, ofCall } from '../model/observation.ts';
import { answeredOrders } from '../model/order-stories.ts';
import {
  byArrival,
  creates,
  creations,
  fieldsBelow,
  fieldsOf,
  isAccepted,
  isSent,
  nameOf,
} from '../model/read-call.ts';
import { isRefusedByScenario, wasRefused } from '../model/refused-needs.ts';
import { actionBefore } from '../model/repeated-sends.ts';
import {
  couponCodeOf,
  deletionsOf,
  hasStatus,
  isAsStored,
  orderWrites,
  totalFieldOf,
  totalOf,
  writesOf,
} from '../model/sent-orders.ts';
import { isToUnknownRecord } from '../model/service-ids.ts';
import type { Obligation, Observation } from '../obligation.ts';
import { createdWith, hasExternalId } from '../records/created-records.ts';
import { productName } from './order-bodies.ts';
import { repostedOrders } from './reposted-orders.ts';

const known = 'Resources and their fields › Order fields known';
const statuses = ['completed', 'on-hold', 'canceled', 'processing'];

/** The status that an order should have after an action; undefined if any will do. */
const wantedStatus = ({ action, parameters }: PartnerAction): string | undefined => {
  if (action === 'pay-order') return 'completed';
  if (action === 'cancel-order') return 'canceled';
  return nameOf(parameters.status);
};

const changesStatus = ['pay-order', 'cancel-order'];

const isTwoLs = (status: unknown): boolean => typeof status === 'string' && /^\s*cancelled\s*$/i.test(status);

const ofUnstoredCustomer = (record: PartnerRecord, order: PartnerCall): Observation[] => {
  const unstored = unstoredCustomer(record, order);
  if (unstored === undefined) return [];
  const { externalId, phone, storedAs } = unstored;
  const seen = `sent an order of the customer ${externalId}, who does not exist: the platform has ${phone} as ${storedAs}, and a POST of a known phone changes nothing`;
  return [ofCall(order, false, seen)];
};

/** Whether an item has any text, or an id, by which its product can be found. */
const refersToProduct = (item: unknown): boolean =>
  fieldsBelow(item).some(
    ({ name, value }) =>
      nameOf(value) !== undefined && (productName.test(name) || /item$/i.test(name) || /\p{L}/u.test(String(value))),
  );

/** How an order was sent that did not come to a status, in words. */
const sentAs = (order: string, wanted: string, said: readonly unknown[]): string => {
  const others = [...new Set(said)].filter((status) => status !== wanted).join(', ');
  // only a write that failed can say the status in vain
  if (said.includes(wanted))
    return `order ${order} was sent as ${wanted} only in a request that failed, and ${others === '' ? 'another request' : others} came after it`;
  return others === ''
    ? `no request sent order ${order} as ${wanted}`
    : `order ${order} was never sent as ${wanted}, only as ${others}`;
};

/** Whether a write has no documented status, which other obligations judge. A change without any leaves the order as it is. */
const hasUnknownStatus = (call: PartnerCall): boolean => {
  const { status } = fieldsOf(call);
  const isKnown = typeof status === 'string' && statuses.includes(status);
  return !isKnown && (hasStatus(call) || creates(call, 'orders'));
};

/** Judges whether an order came to the status that an action gives it. */
const statusAfter = (record: PartnerRecord, action: PartnerAction): Observation[] => {
  const { action: name, number, fromMs } = action;
  const wanted = wantedStatus(action);
  const id = name === 'create-order' ? action.id : nameOf(action.parameters.id);
  const order = answeredOrders(record).get(id ?? '') ?? id;
  const ofOrder = order === undefined ? [] : writesOf(record, order);
  // some partners have ids that no call shows; an order that was never accepted cannot change its status
  if (wanted === undefined || order === undefined || !ofOrder.some(isAccepted)) return [];
  // another obligation judges a creation without a status, and a change without one leaves it as it is
  if (name === 'create-order' && !ofOrder.every(hasStatus)) return [];
  const next = record.actions.find(
    (later) => changesStatus.includes(later.action) && nameOf(later.parameters.id) === id && later.fromMs > fromMs,
  );
  // of simultaneous changes of an order, only the last one must be sent
  if (next !== undefined && isAtOnce(record, action, next)) return [];
  const later = byArrival([...ofOrder, ...writesOf(record, undefined)]).filter(
    (call) => call.atMs >= fromMs && !isToUnknownRecord(record, call),
  );
  const untilNext = later.filter(({ atMs }) => atMs < (next?.fromMs ?? Number.POSITIVE_INFINITY));
  if (untilNext.length === 0 && wasRefused(record, action)) return [];
  // the first of several steps to the status may be the one that was refused
  if (untilNext.length > 0 && untilNext.every(isRefusedByScenario)) return [];
  if (name === 'cancel-order' && deletionsOf(record, order).some(({ atMs }) => atMs >= fromMs)) return [];
  if (later.some(hasUnknownStatus)) return [];
  // the document has no panel equivalent of processing, and stores it as on-hold
  const meant = wanted === 'processing' ? [wanted, 'on-hold'] : [wanted];
  const said = later.flatMap((call) => fieldsOf(call).status ?? []);
  return [
    observation(
      later.some(
        (call) =>
          meant.some((status) => status === fieldsOf(call).status) && isAsStored(record, call, untilNext, order),
      ),
      { actions: [number], calls: numbersOf(ofOrder) },
      `after ${name} ${sentAs(order, wanted, said)}`,
    ),
  ];
};

/** Whether the coupon of a write may be worth the whole order, as far as its values are known. */
const mayCover = (record: PartnerRecord, call: PartnerCall, order: string): boolean => {
  const code = nameOf(couponCodeOf(call));
  if (code === undefined) return false;
  const [registration] = registrationsOf(record, code);
  const { type, amount } = madeCoupon(record, code) ?? (registration ? fieldsOf(registration) : {});
  const totals = writesOf(record, order).flatMap((write) => totalOf(write, record.names) ?? []);
  return typeof amount !== 'number' || amount >= (type === 'percent' ? 100 : Math.max(0, ...totals));
};

export const orders: readonly Obligation[] = [
  {
    id: 'PART-7',
    text: 'The `status` of an order is `completed`, `on-hold`, `canceled` or `processing`',
    source: known,
    statements: ['S062', 'S076', 'S077', 'S079', 'S082', 'S199'],
    level: 'must',
    needs: 'orders',
    judge: (record) =>
      orderWrites(record).flatMap((call) => {
        const { status } = fieldsOf(call);
        // other obligations judge a missing status and the other spelling of canceled
        if (!hasStatus(call) || isTwoLs(status)) return [];
        return [
          ofCall(
            call,
            typeof status === 'string' && statuses.includes(status),
            `sent the status ${show(status)}; it should be one of ${statuses.join(', ')}`,
          ),
        ];
      }),
  },
  {
    id: 'PART-107',
    text: 'Every order is created with a `status`',
    source: known,
    statements: ['S062'],
    level: 'should',
    inferred: 'the document states the values of a status, not that it is required',
    needs: 'orders',
    judge: createdWith(
      'orders',
      (body) => isSent(body, 'status'),
      'sent an order without a status; only a status starts a flow',
    ),
  },
  {
    id: 'PART-8',
    text: 'A canceled order has the `status` `canceled`, with one L',
    source: 'States and transitions › Order status values',
    statements: ['S078', 'S082'],
    level: 'must',
    needs: 'orders',
    judge: (record) =>
      orderWrites(record).flatMap((call) => {
        const { status } = fieldsOf(call);
        return status === 'canceled' || isTwoLs(status)
          ? [ofCall(call, status === 'canceled', `sent the status ${show(status)}; it should be canceled, with one L`)]
          : [];
      }),
  },
  {
    id: 'PART-9',
    text: 'Every order is created with the partner’s own `externalId`',
    source: 'Resources and their fields › Common conventions',
    statements: ['S040', 'S066'],
    level: 'must',
    needs: 'orders',
    judge: createdWith(
      'orders',
      hasExternalId,
      'sent an order without externalId; without it every send makes another order',
    ),
  },
  {
    id: 'PART-10',
    text: 'The customer of a new order has a phone and an address',
    source: known,
    statements: ['S067', 'S040'],
    level: 'must',
    needs: 'orders',
    judge: (record) =>
      creations(record, 'orders').flatMap((call) => {
        const body = fieldsOf(call);
        if (refersToCustomer(body, record.names) || namesStoredCustomer(record, call))
          return ofUnstoredCustomer(record, call);
        const hasAddress = mentionsAddress(body, record.names)
          ? addressesIn(body, record.names).length > 0
          : isAddressOnFile(record, call);
        const missing = [...(hasPhone(body, record.names) ? [] : ['phone']), ...(hasAddress ? [] : ['address'])];
        return [
          ofCall(
            call,
            missing.length === 0,
            `sent an order whose customer has no ${missing.join(' and no ')}; a new order needs both (names.phones and names.customerAddress of the partner file say what they are called)`,
          ),
        ];
      }),
  },
  {
    id: 'PART-11',
    text: 'The `lineItems` of an order are an array',
    source: known,
    statements: ['S065'],
    level: 'must',
    needs: 'orders',
    judge: (record) =>
      orderWrites(record)
        // a change may say null for what it leaves out
        .filter((call) =>
          creates(call, 'orders') ? 'lineItems' in fieldsOf(call) : isSent(fieldsOf(call), 'lineItems'),
        )
        .map((call) => {
          const { lineItems } = fieldsOf(call);
          return ofCall(call, Array.isArray(lineItems), `sent lineItems ${show(lineItems)}; it should be an array`);
        }),
  },
  {
    id: 'PART-118',
    text: 'Each entry of `lineItems` refers to a product',
    source: known,
    statements: ['S065'],
    level: 'should',
    inferred: 'the document does not say how an item refers to its product',
    needs: 'orders',
    judge: (record) =>
      orderWrites(record).flatMap((call) => {
        const { lineItems } = fieldsOf(call);
        if (!Array.isArray(lineItems) || lineItems.length === 0) return [];
        return [
          ofCall(
            call,
            lineItems.every(refersToProduct),
            `sent lineItems ${show(lineItems)}; each should have a name, an id or a code of its product`,
          ),
        ];
      }),
  },
  {
    id: 'PART-12',
    text: 'A stored order is changed by `PUT`, and a `POST` that may have failed is only repeated with what changed since',
    source: 'Endpoints › Endpoints table',
    statements: ['S124', 'S121'],
    level: 'should',
    inferred: 'the document does not say what a POST of a known externalId does',
    needs: 'orders',
    judge: repostedOrders,
  },
  {
    id: 'PART-100',
    text: 'A paid order is sent as `completed`, one that awaits payment as `on-hold`, a canceled one as `canceled`',
    source: 'States and transitions › Order status values',
    statements: ['S076', 'S077', 'S078'],
    level: 'must',
    needs: 'orders',
    judge: (record) =>
      doneActions(record, 'create-order', 'pay-order', 'cancel-order').flatMap((action) => statusAfter(record, action)),
  },
  {
    id: 'PART-173',
    text: 'An order that is processed is also sent as `processing` by `PUT`',
    source: 'States and transitions › Moves that are shown',
    statements: ['S084', 'S085'],
    level: 'should',
    inferred: 'a POST with processing is stored as on-hold, and only a PUT brings an order to processing',
    needs: 'orders',
    judge(record) {
      const answered = answeredOrders(record);
      return doneActions(record, 'create-order').flatMap((action) => {
        const order = answered.get(action.id ?? '');
        if (order === undefined || action.parameters.id !== undefined || action.parameters.status !== 'processing')
          return [];
        const next = record.actions.find(
          ({ parameters, fromMs }) => nameOf(parameters.id) === action.id && fromMs > action.fromMs,
        );
        const sends = writesOf(record, order).filter(
          (call) => call.atMs < (next?.fromMs ?? Number.POSITIVE_INFINITY) && fieldsOf(call).status === 'processing',
        );
        const made = sends.find((call) => creates(call, 'orders') && isAccepted(call));
        // another status is judged elsewhere
        if (made === undefined) return [];
        return [
          observation(
            sends.some(({ method }) => method === 'PUT'),
            { actions: [action.number], calls: numbersOf(sends) },
            `order ${order} was only sent as processing by POST, which the platform stores as on-hold`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-124',
    text: 'An order that awaits payment is not sent as `completed` before it is paid',
    source: 'States and transitions › Order status values',
    statements: ['S076', 'S077'],
    level: 'must',
    needs: 'orders',
    judge(record) {
      const answered = answeredOrders(record);
      return doneActions(record, 'create-order').flatMap((action) => {
        const { id } = action;
        const order = answered.get(id ?? '') ?? id;
        if (order === undefined || action.parameters.id !== undefined || action.parameters.status !== 'on-hold')
          return [];
        const paid = record.actions.find(
          ({ action: name, parameters }) => name === 'pay-order' && nameOf(parameters.id) === id,
        );
        const early = writesOf(record, order).filter((call) => {
          const before = actionBefore(record, call);
          // a coupon that is used without naming an order is for one that is paid
          const isForPaidOrder = before?.action === 'redeem' && before.parameters.id === undefined;
          // and one that covers the whole order leaves nothing to pay
          const isCovered = totalFieldOf(call, record.names) === 0 && mayCover(record, call, order);
          return (
            fieldsOf(call).status === 'completed' &&
            !isCovered &&
            call.atMs < (paid?.fromMs ?? Number.POSITIVE_INFINITY) &&
            !isForPaidOrder
          );
        });
        return [
          observation(
            early.length === 0,
            { actions: [action.number], calls: numbersOf(early) },
            `order ${order} awaited its payment and was sent as completed`,
          ),
        ];
      });
    },
  },
];
