import { isObject, type JsonObject, show } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { normalForm } from '../model/normal-form.ts';
import { numbersOf, observation, ofCall } from '../model/observation.ts';
import { callsOf, creates, creations, fieldsOf, isAccepted, readOnce } from '../model/read-call.ts';
import {
  allOrderWrites,
  couponCodeOf,
  lineItemsOf,
  orderNames,
  orderOf,
  totalOf,
  writesOrder,
} from '../model/sent-orders.ts';
import type { Obligation, Observation } from '../obligation.ts';

const known = 'Resources and their fields › Order fields known';
const quantity = /^(quantity|qty|quantidade|qtde?|units)$/i;

const itemsName = /^((order|line)_?)?(items|products|itens|produtos|lines)$/i;

/** Whether a field can be nothing but the items of an order. */
const areItems = (name: string, value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (item: unknown) =>
      isObject(item) && (itemsName.test(name) || Object.keys(item).some((field) => quantity.test(field))),
  );

const cents = 100;
/** Whether one amount is another in cents. */
const isInCents = (one: number, other: number): boolean => Math.abs(one * cents - other) < 1 / cents;

/** The sum of the items of an order; undefined where an item has no quantity or not just one amount of money. */
export const costOf = (call: PartnerCall, names: PartnerRecord['names']): number | undefined => {
  const { lineItems } = fieldsOf(call);
  if (!Array.isArray(lineItems) || lineItems.length === 0) return undefined;
  const costs = lineItems.map((item: unknown) => {
    const fields = isObject(item) ? Object.entries(item) : [];
    const [price, ...more] = fields.filter(([name]) => name === 'price' || names.amounts?.includes(name));
    const count = fields.find(([name]) => quantity.test(name));
    return more.length > 0 ? Number.NaN : Number(price?.[1]) * Number(count?.[1]);
  });
  const sum = costs.reduce((all, cost) => all + cost, 0);
  return Number.isNaN(sum) ? undefined : sum;
};

const isSameAmount = (one: number, other: number): boolean => Math.abs(one - other) <= 1 / cents;

/** Whether the items made up the total of an order, and make up less of the same total when it is paid. */
const lacksItem = (names: PartnerRecord['names'], made: PartnerCall, paid: PartnerCall): boolean => {
  const [total, later] = [totalOf(made, names), totalOf(paid, names)];
  const [cost, laterCost] = [costOf(made, names), costOf(paid, names)];
  if (total === undefined || later === undefined || cost === undefined || laterCost === undefined) return false;
  return (
    isSameAmount(total, later) && isSameAmount(total, cost) && laterCost < later && !isSameAmount(laterCost, later)
  );
};

const itemsOf = readOnce((call): string => {
  const items = lineItemsOf(call);
  return items.length > 0 ? normalForm(items) : '';
});

/** Whether an order has the same items and less than half of its total later. A usual discount is smaller. */
const isHalved = (names: PartnerRecord['names'], made: PartnerCall, paid: PartnerCall): boolean => {
  const [total, later] = [totalOf(made, names), totalOf(paid, names)];
  const isSame = itemsOf(made) !== '' && itemsOf(made) === itemsOf(paid);
  return isSame && total !== undefined && later !== undefined && later < total / 2;
};

/** What a change empties of an order, in words; undefined: nothing. */
const emptiedIn = (
  { names }: PartnerRecord,
  made: PartnerCall,
  paid: PartnerCall,
  isReduced: boolean,
): string | undefined => {
  const { [names.orderTotal]: total, lineItems } = fieldsOf(paid);
  const { lineItems: items } = fieldsOf(made);
  if (Array.isArray(items) && items.length > 0 && Array.isArray(lineItems) && lineItems.length === 0) return 'no items';
  if (lacksItem(names, made, paid)) return 'items of less than its total';
  if (total === 0 && !isReduced && totalOf(made, names) !== undefined) return 'a total of 0';
  return !isReduced && isHalved(names, made, paid) ? `a total of ${show(total)} for the same items` : undefined;
};

/** Names of how many of an item there are, and of what they come to. */
const countName = /quantity|qty|quantidade|qtde?|units|total|amount/i;

/** Names of fields that say which product an item is, also as Brazilian software has them. */
export const productName =
  /(id|sku|ean|gtin|upc|isbn|plu|code|codigo|cod|barras|ref|reference|referencia|name|nome|product|produto)$/i;

const itemListOf = (call: PartnerCall): JsonObject[] => lineItemsOf(call).filter(isObject);

/** What an item of an order is, and what one of it costs. */
interface Good {
  /** Its fields, without how many there are. */
  fields: JsonObject;
  names: readonly string[];
  /** Whether one of its fields says which product it is. */
  isNamed: boolean;
}

const goodsOf = readOnce((call): Good[] =>
  itemListOf(call).map((item) => {
    const fields = Object.fromEntries(Object.entries(item).filter(([name]) => !countName.test(name)));
    const names = Object.keys(fields).toSorted();
    return { fields, names, isNamed: names.some((name) => productName.test(name)) };
  }),
);

/** What an item says in some fields; null says nothing. */
const saidIn = (names: readonly string[], { fields }: Good): string =>
  `${names.map((name) => normalForm(fields[name]))}`;

/**
 * Whether one write has everything that the other one has. A change that does may be a further step of the same sale, and
 * one that has less may lack what is out of stock. An item of a change may say less of a product, but names it.
 */
const hasEach = (part: PartnerCall, whole: PartnerCall): boolean => {
  const goods = goodsOf(whole);
  return [...Map.groupBy(goodsOf(part), ({ names }) => normalForm(names)).values()].every((alike) => {
    const { names = [], isNamed = false } = alike[0] ?? {};
    const compared = isNamed ? goods : goods.filter((other) => normalForm(other.names) === normalForm(names));
    const said = new Set(compared.map((other) => saidIn(names, other)));
    return alike.every((item) => said.has(saidIn(names, item)));
  });
};

/** Which items an order has, and how many of each, whatever they cost. */
const productsOf = (call: PartnerCall): string =>
  normalForm(
    itemListOf(call).map((item) =>
      Object.entries(item).filter(([name]) => productName.test(name) || quantity.test(name)),
    ),
  );

/** How much more one of two writes is worth than the other; undefined if they differ in more than prices. */
const rateOf = ({ names }: PartnerRecord, made: PartnerCall, change: PartnerCall): number | undefined => {
  if (productsOf(made) !== productsOf(change)) return undefined;
  const [before, after] = [made, change].map((call) => totalOf(call, names) ?? costOf(call, names));
  return before === undefined || after === undefined ? undefined : Math.max(before, after) / Math.min(before, after);
};

/** The discount or surcharge of a way of payment is a smaller part of the price than this. */
const highestRate = 1.25;
const rounding = 0.005;

/** Whether all changes may come from the way of payment: a shop that takes Pix grants the same discount each time. */
const areOfPayment = (rates: readonly (number | undefined)[]): boolean =>
  rates.every((rate) => rate !== undefined && rate < highestRate && Math.abs(rate - (rates[0] ?? 0)) < rounding);

/**
 * Changes of orders whose items and total are those with which another order was made, and were not theirs. A partner may
 * write the items of all changes otherwise than those of new orders. It may spread the discount of a coupon over them.
 */
const mixedOrders = (record: PartnerRecord): Observation[] => {
  const names = orderNames(record);
  const writes = callsOf(record).filter((call) => writesOrder(call) && itemsOf(call) !== '');
  const made = writes.filter((call) => creates(call, 'orders'));
  const stories = [...Map.groupBy(writes, (call) => orderOf(call, names))].flatMap(([order, [first, ...changes]]) => {
    if (order === undefined || first === undefined || changes.length === 0) return [];
    const own = new Set([itemsOf(first)]);
    let hasCoupon = couponCodeOf(first) !== undefined;
    const [mixed] = changes.flatMap((change) => {
      const isOwn = own.has(itemsOf(change));
      own.add(itemsOf(change));
      hasCoupon ||= couponCodeOf(change) !== undefined;
      const other = made.find(
        (call) => call.atMs <= change.atMs && orderOf(call, names) !== order && isLike(record, call, change),
      );
      if (isOwn || hasCoupon || other === undefined) return [];
      const isStep = hasEach(first, change) || hasEach(change, first);
      return isStep ? [] : [{ change, other, rate: rateOf(record, first, change) }];
    });
    return [{ order, first, changes, mixed }];
  });
  const isPayment = areOfPayment(stories.flatMap(({ mixed }) => (mixed ? [mixed.rate] : [])));
  return stories.map(({ order, first, changes, mixed }) =>
    observation(
      mixed === undefined || isPayment,
      { calls: numbersOf(mixed ? [first, mixed.other, mixed.change] : [first, ...changes]) },
      `order ${order} was changed to the items and the total of order ${mixed && orderOf(mixed.other, names)}`,
    ),
  );
};

/** Whether two writes have the same items, and the same total as far as both have one. */
const isLike = ({ names }: PartnerRecord, one: PartnerCall, other: PartnerCall): boolean => {
  const [total, otherTotal] = [totalOf(one, names), totalOf(other, names)];
  const isSameTotal = total === undefined || otherTotal === undefined || total === otherTotal;
  return isSameTotal && itemsOf(one) === itemsOf(other);
};

/** What the body of an order holds, under any names. */
export const orderBodies: readonly Obligation[] = [
  {
    id: 'PART-155',
    text: 'The total of an order stays in the same unit when the order changes',
    source: 'What the service does',
    statements: ['S023', 'S038'],
    level: 'should',
    inferred: 'the discount is a share of the total, but the document does not state the unit of the total',
    needs: 'orders',
    judge(record) {
      const names = orderNames(record);
      const writes = allOrderWrites(record).filter(isAccepted);
      const stories = [...Map.groupBy(writes, (call) => orderOf(call, names))].flatMap(([order, calls]) => {
        const [first, ...others] = calls.flatMap((call) => totalOf(call, record.names) ?? []);
        const changed = others.filter((total) => total !== first);
        return order === undefined || first === undefined || others.length === 0
          ? []
          : [{ order, calls, first, changed }];
      });
      const changes = stories.filter(({ changed }) => changed.length > 0);
      const inOtherUnit = changes.filter(({ first, changed }) =>
        changed.some((total) => isInCents(first, total) || isInCents(total, first)),
      );
      // a single one may have become that much cheaper
      const isWrong = inOtherUnit.length > 1 && inOtherUnit.length === changes.length;
      return stories.map(({ order, calls, first, changed }) =>
        observation(
          !isWrong || changed.length === 0,
          { calls: numbersOf(calls) },
          `order ${order} had the total ${first} and then ${changed[0]}, as every order whose total changed; one seems to be in cents`,
        ),
      );
    },
  },
  {
    id: 'PART-171',
    text: 'No order is changed to the items and the total of another order',
    source: known,
    statements: ['S065', 'S124'],
    level: 'must',
    needs: 'orders',
    judge: mixedOrders,
  },
  {
    id: 'PART-160',
    text: 'An order keeps its items and its total when it changes',
    source: known,
    statements: ['S065', 'S023'],
    level: 'should',
    inferred: 'what the change of an order must carry is not stated',
    needs: 'orders',
    judge(record) {
      const names = orderNames(record);
      const writes = allOrderWrites(record).filter(isAccepted);
      return [...Map.groupBy(writes, (call) => orderOf(call, names))].flatMap(([order, calls]) => {
        const made = calls.find((call) => creates(call, 'orders'));
        if (order === undefined || made === undefined) return [];
        const isReduced = calls.some((call) => couponCodeOf(call) !== undefined);
        // a coupon may leave nothing to pay, and a canceled order may have nothing in it
        const changes = calls
          .filter((call) => call.method === 'PUT' && fieldsOf(call).status !== 'canceled' && !couponCodeOf(call))
          .map((call) => ({ call, emptied: emptiedIn(record, made, call, isReduced) }));
        const changed = changes.find(({ emptied }) => emptied !== undefined) ?? changes[0];
        if (changed === undefined) return [];
        return [
          observation(
            changed.emptied === undefined,
            { calls: numbersOf([made, changed.call]) },
            `order ${order} was changed to ${changed.emptied}, which is less than it had when it was made`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-156',
    text: 'The items of a new order are sent as `lineItems`',
    source: known,
    statements: ['S065', 'S121'],
    level: 'must',
    needs: 'orders',
    judge: (record) =>
      creations(record, 'orders').flatMap((call) => {
        const { lineItems, ...others } = fieldsOf(call);
        const other = Object.keys(others).find((name) => areItems(name, others[name]));
        const isEmpty = lineItems === null || (Array.isArray(lineItems) && lineItems.length === 0);
        const isThere = lineItems !== undefined && !(isEmpty && other !== undefined);
        if (lineItems === undefined && other === undefined) return [];
        return [ofCall(call, isThere, `sent the items of the order as ${other}; the field is lineItems`)];
      }),
  },
];
