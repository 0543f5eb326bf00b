import { valueAt } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { type Block, blocksOf, isDone, mayBeDone } from '../model/blocks.ts';
import { madeCoupon } from '../model/coupon-calls.ts';
import { askedCode, individualCodes, isToBeRefused } from '../model/coupon-uses.ts';
import { derived } from '../model/derived.ts';
import { isSamePhone } from '../model/named-fields.ts';
import { numbersOf, observation } from '../model/observation.ts';
import { answeredOrders } from '../model/order-stories.ts';
import {
  callsOf,
  creates,
  externalIdOf,
  fieldsOf,
  isAccepted,
  isTo,
  isUnfinished,
  mayBeStored,
  nameOf,
} from '../model/read-call.ts';
import { worthOf } from '../model/redemptions.ts';
import { actionBefore, differences } from '../model/repeated-sends.ts';
import {
  allOrderWrites,
  couponCodeOf,
  deletionsOf,
  lineItemsOf,
  orderNames,
  orderOf,
  totalFieldOf,
  totalOf,
  writesOf,
  writesOrder,
} from '../model/sent-orders.ts';
import { isStillToCome } from '../model/still-to-come.ts';
import type { Obligation, Observation } from '../obligation.ts';
import { hasMore, isCopy, makesNew, makingsOf } from './order-makings.ts';
import { isFarBelowItems, isTotalOfAnother, leftToPay, multipliedOf } from './redeemed-totals.ts';

/** Whether a request other than an order was disturbed, which may prevent the orders. */
const isHindered = ({ calls }: Block): boolean => calls.some((call) => call.fault !== undefined && !writesOrder(call));

/** Orders of a redemption that have a coupon from no redemption, in place of the requested one. */
const otherCoupons = (record: PartnerRecord): Observation[] => {
  const carrying = callsOf(record).filter((call) => writesOrder(call) && nameOf(couponCodeOf(call)) !== undefined);
  return carrying.filter(isAccepted).flatMap((call) => {
    const [code, action] = [nameOf(couponCodeOf(call)), actionBefore(record, call)];
    const asked = action && askedCode(record, action.parameters);
    if (code === undefined || action === undefined || asked === undefined || !individualCodes(record).has(code))
      return [];
    // a till may take another coupon of the customer than one that cannot be used
    const isOfOne = isSamePhone(madeCoupon(record, code)?.phone, madeCoupon(record, asked)?.phone);
    if (isOfOne && isToBeRefused(record, action)) return [];
    // a partner may also have its own orders
    if (carrying.some((other) => other.atMs >= action.fromMs && nameOf(couponCodeOf(other)) === asked)) return [];
    const wasAsked = record.actions.some(
      (each) => askedCode(record, each.parameters) === code && each.fromMs <= call.atMs,
    );
    return [
      observation(
        wasAsked,
        { actions: [action.number], calls: [call.number] },
        `the coupon ${asked} was to be redeemed, and the order carried ${code}, which nothing asked for`,
      ),
    ];
  });
};

/** Coupons that are put on the order that brought them, which uses them up, although nothing asked for their use. */
const onOwnOrders = (record: PartnerRecord): Observation[] => {
  const names = orderNames(record);
  return allOrderWrites(record)
    .filter((call) => isTo(call, 'PUT /orders/:id') && isAccepted(call))
    .flatMap((call) => {
      const code = nameOf(couponCodeOf(call));
      const made = madeCoupon(record, code);
      const order = orderOf(call, names);
      if (code === undefined || made === undefined || order === undefined || made.orderExternalId !== order) return [];
      const wasAsked = record.actions.some(
        (action) => askedCode(record, action.parameters) === code && action.fromMs <= call.atMs,
      );
      const seen = `the coupon ${code} was put on order ${order}, which brought it, and nothing asked for its use; the customer cannot use it any more`;
      return [observation(wasAsked, { calls: [call.number] }, seen)];
    });
};

/** A total in cents is about a hundred times as large, with a tolerance of half. */
const leastTimes = 50;

/** Whether an amount is in a larger or a smaller unit than another one. */
const isInOtherUnit = (amount: number, other: number): boolean =>
  amount >= leastTimes * other || Math.abs(amount * 100 - other) <= other / 100;

/** Whether an order differs from the requested amount by one cent, which no discount does, and no rounding of one item. */
const isCentOff = (call: PartnerCall, worth: number, total: number): boolean =>
  lineItemsOf(call).length <= 1 &&
  lineItemsOf(call).every((item) => Number(valueAt(item, '/quantity') ?? 1) === 1) &&
  Math.round(Math.abs(worth - total) * 100) === 1;

/** A shop may grant a discount of its own besides the coupon. An order that is worth less than this part is another one. */
const leastPart = 0.75;

/** Whether an order is worth far less than the requested amount after the discount of its coupon, if that is known. */
const isFarBelow = (record: PartnerRecord, call: PartnerCall, worth: number, total: number): boolean => {
  const left = leftToPay(record, call, total);
  // an order may show only what is left to pay
  return left !== undefined && worth > 0 && worth < leastPart * left;
};

/** A single order may have a discount that leaves no cents. */
const fewestWhole = 2;

/** The redemptions with a total in cents that the partner sent as the whole amount next to it. */
const withoutCents = derived((record): ReadonlySet<PartnerAction> => {
  const whole = redeemedTotals(record).filter(
    ({ call, total }) =>
      !Number.isInteger(total) && [Math.trunc(total), Math.round(total)].includes(totalOf(call, record.names) ?? -1),
  );
  return new Set(whole.length < fewestWhole ? [] : whole.map(({ action }) => action));
});

const multiplied = derived((record) => multipliedOf(record.names, redeemedTotals(record)));

/** The redemptions of a requested total, with the order that carried the coupon first, as it became during the action. */
const redeemedTotals = derived((record) =>
  record.actions.flatMap((action) => {
    const { code, total } = action.parameters;
    if (!isDone(action, 'redeem') || typeof total !== 'number' || total <= 0) return [];
    const carrying = allOrderWrites(record).filter((each) => each.atMs >= action.fromMs && couponCodeOf(each) === code);
    const [first] = carrying;
    if (first === undefined) return [];
    const untilMs = blocksOf(record).find(({ actions }) => actions.includes(action))?.untilMs ?? action.toMs;
    const isOfFirst = (each: PartnerCall): boolean =>
      each.atMs < untilMs &&
      isAccepted(each) &&
      orderOf(each, orderNames(record)) === orderOf(first, orderNames(record));
    return [{ action, call: carrying.findLast(isOfFirst) ?? first, total }];
  }),
);

/** Orders that failed and come again with a total in another unit or none, although the same request was to be sent again. */
const repeatsOfOtherWorth = (record: PartnerRecord): Observation[] => {
  const posts = allOrderWrites(record).flatMap((call) => {
    const total = totalFieldOf(call, record.names);
    const isPlain = typeof total === 'number' && couponCodeOf(call) === undefined;
    return isPlain && creates(call, 'orders') ? [{ call, total, order: externalIdOf(call) }] : [];
  });
  return [...Map.groupBy(posts, ({ order }) => order)].flatMap(([order, sends]) => {
    const [first] = sends.filter(({ call, total }) => isUnfinished(call) && total > 0);
    const later = sends.filter(({ call }) => first !== undefined && call.atMs > first.call.atMs);
    if (order === undefined || first === undefined || later.length === 0) return [];
    const isVoided = ({ call }: { call: PartnerCall }): boolean => fieldsOf(call).status === 'canceled';
    const other = later.find(
      (each) => (each.total === 0 && !isVoided(each)) || (each.total > 0 && isInOtherUnit(each.total, first.total)),
    );
    return [
      observation(
        other === undefined,
        { calls: numbersOf([first.call, ...(other ? [other] : later).map(({ call }) => call)]) },
        `order ${order} failed with the total ${first.total}, and came again with ${other?.total}`,
      ),
    ];
  });
};

/** Whether an order with a coupon that was refused was canceled at once. */
const isWithdrawn = (record: PartnerRecord, redemptions: readonly PartnerAction[], order: string): boolean => {
  const [first, ...later] = writesOf(record, order).filter(isAccepted);
  const action = first && actionBefore(record, first);
  const isRefused = action !== undefined && redemptions.includes(action) && action.outcome === 'cannot';
  return isRefused && later.some((call) => fieldsOf(call).status === 'canceled');
};

/** Whether an order with a coupon is another part of the basket that redeemed it: both are new, and they are not alike. */
const isPartOfBasket = (
  record: PartnerRecord,
  code: string | undefined,
  order: string,
  carrying: readonly PartnerCall[],
): boolean =>
  makingsOf(record).some(({ actions, fresh }) => {
    const parts = fresh.filter((call) => carrying.includes(call));
    const own = parts.find((call) => externalIdOf(call) === order);
    const others = parts.filter((call) => call !== own);
    return (
      actions.filter((action) => askedCode(record, action.parameters) === code).length === 1 &&
      own !== undefined &&
      others.length > 0 &&
      !others.some((other) => isCopy(record, own, other))
    );
  });

/** Orders under an externalId that the platform had before, or that another order at the same time has. */
const reusedIn = (record: PartnerRecord, posts: readonly PartnerCall[], { fromMs, actions }: Block): PartnerCall[] => {
  const answered = actions.filter(makesNew).map(({ id }) => id);
  const stored = new Set(
    allOrderWrites(record).flatMap((call) =>
      call.atMs < fromMs && creates(call, 'orders') && isAccepted(call) ? [externalIdOf(call)] : [],
    ),
  );
  const isTwo = (externalId: string | undefined): boolean => answered.filter((id) => id === externalId).length > 1;
  const isOther = (call: PartnerCall, other: PartnerCall): boolean =>
    externalIdOf(call) === externalIdOf(other) &&
    (isTwo(externalIdOf(call)) || differences(record.names, call, other).some((name) => name !== 'status'));
  return posts.filter(
    (call, place) =>
      stored.has(externalIdOf(call)) ||
      posts.slice(0, place).some((other) => mayBeStored(other) && isOther(call, other)),
  );
};

export const askedOrders: readonly Obligation[] = [
  {
    id: 'PART-144',
    text: 'Every order that the partner is asked to create is sent to the platform',
    source: 'Endpoints › Endpoints table',
    statements: ['S121'],
    level: 'must',
    isPromised: true,
    needs: 'orders',
    judge(record) {
      const posts = allOrderWrites(record).filter((call) => creates(call, 'orders'));
      // other obligations judge a partner without orders and an order without an externalId
      if (posts.length === 0 || posts.some((call) => externalIdOf(call) === undefined)) return [];
      const names = orderNames(record);
      const sent = new Set([...posts.map(externalIdOf), ...names.values()]);
      const makings = makingsOf(record);
      return makings.flatMap((making, index) => {
        const canceled = making.actions.flatMap((action) =>
          mayBeDone(action, 'cancel-order') ? nameOf(action.parameters.id) : [],
        );
        // a job that sends orders later need not send one that never came about
        const created = making.actions.filter(
          (action) => makesNew(action) && action.action === 'create-order' && !canceled.includes(action.id),
        );
        if (created.length === 0) return [];
        const unknown = created.filter(({ id }) => id === undefined || !(sent.has(id) || names.has(id)));
        const isMissing = unknown.length > 0 && making.fresh.length < created.length;
        const later = makings.slice(index + 1);
        const comesLate = later.reduce((more, { fresh, asked }) => more + fresh.length - asked, 0) > 0;
        const lastMs = Math.max(...making.actions.map(({ toMs }) => toMs));
        if (isMissing && (isHindered(making) || comesLate || isStillToCome(record, lastMs))) return [];
        return [
          observation(
            !isMissing,
            { actions: numbersOf(isMissing ? unknown : created), calls: numbersOf(making.fresh) },
            `${created.length} orders were made, and ${making.fresh.length} new ones were sent`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-101',
    text: 'Every new order has an `externalId` that no earlier order had',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035', 'S040'],
    level: 'must',
    needs: 'orders',
    judge: (record) =>
      makingsOf(record).flatMap((making) => {
        const { actions, calls, asked, fresh } = making;
        const posts = calls.filter((call) => creates(call, 'orders') && externalIdOf(call) !== undefined);
        if (asked === 0 || posts.length === 0) return [];
        const reused = fresh.length < asked ? reusedIn(record, posts, making) : [];
        return [
          observation(
            reused.length === 0,
            { actions: numbersOf(actions.filter(makesNew)), calls: numbersOf(reused.length === 0 ? posts : reused) },
            `a new order was sent with the externalId ${reused[0] && externalIdOf(reused[0])} of an earlier one`,
          ),
        ];
      }),
  },
  {
    id: 'PART-145',
    text: 'No order is sent again with another `externalId`',
    source: 'Resources and their fields › Common conventions',
    statements: ['S040', 'S035'],
    level: 'must',
    needs: 'orders',
    judge(record) {
      const posts = allOrderWrites(record).filter((call) => creates(call, 'orders'));
      return makingsOf(record).flatMap((making) => {
        const { actions, kept, asked } = making;
        if (kept.length === 0) return [];
        const isMore = hasMore(record, making);
        const isLikeAnother = (call: PartnerCall): boolean =>
          posts.some(
            (other) =>
              other.atMs <= call.atMs &&
              externalIdOf(other) !== externalIdOf(call) &&
              mayBeStored(other) &&
              !deletionsOf(record, externalIdOf(other) ?? '').some(
                ({ atMs }) => atMs >= other.atMs && atMs < call.atMs,
              ) &&
              isCopy(record, call, other),
          );
        const extra = isMore ? kept.filter(isLikeAnother) : [];
        return [
          observation(
            extra.length === 0,
            { actions: numbersOf(actions), calls: numbersOf(isMore ? extra : kept) },
            `${asked} new orders were made and ${kept.length} were sent; ${extra.map(externalIdOf).join(', ')} ${extra.length === 1 ? 'is' : 'are'} like an order before under another externalId`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-146',
    text: 'Only the order that redeems a coupon is sent with its `couponCode`',
    source: 'Endpoints › Rules per endpoint',
    statements: ['S063', 'S087'],
    level: 'must',
    arisesWith: ['redemption'],
    judge(record) {
      const names = orderNames(record);
      const answered = answeredOrders(record);
      const ofOthers = otherCoupons(record);
      const writes = allOrderWrites(record).filter(isAccepted);
      const byCode = Map.groupBy(record.actions, ({ parameters }) => askedCode(record, parameters));
      const ofCodes = [...byCode].flatMap(([code, all]) => {
        if (code === undefined) return [];
        const accepted = all.filter(({ outcome }) => outcome !== 'cannot');
        const redeeming = (accepted.length > 0 ? accepted : all).filter(({ action }) =>
          ['redeem', 'create-order'].includes(action),
        );
        const carrying = writes.filter((call) => {
          const order = orderOf(call, names);
          const isDraft =
            order !== undefined && (deletionsOf(record, order).some(isAccepted) || isWithdrawn(record, all, order));
          return couponCodeOf(call) === code && !isDraft;
        });
        if (redeeming.length === 0 || carrying.length === 0) return [];
        const orders = new Set(carrying.flatMap((call) => orderOf(call, names) ?? []));
        const named = redeeming.map(({ parameters: { id } }) => answered.get(nameOf(id) ?? ''));
        const isNamed = named.every((order) => order !== undefined);
        const unnamed = isNamed
          ? [...orders].filter((order) => !named.includes(order))
          : [...orders].slice(redeeming.length);
        const others = unnamed.filter((order) => !isPartOfBasket(record, code, order, carrying));
        return [
          observation(
            others.length === 0,
            { actions: numbersOf(redeeming), calls: numbersOf(carrying) },
            `the coupon ${code} was to be redeemed by ${redeeming.length === 1 ? 'one order' : `${redeeming.length} orders`}, but ${others.join(', ')} also had its code`,
          ),
        ];
      });
      return [...ofCodes, ...ofOthers, ...onOwnOrders(record)];
    },
  },
  {
    id: 'PART-147',
    text: 'The total of an order is the requested amount, in the same unit and with its cents, also when it is repeated',
    source: 'Resources and their fields › Order fields known',
    statements: ['S063'],
    level: 'must',
    isPromised: true,
    needs: 'orders',
    judge: (record) => [
      ...repeatsOfOtherWorth(record),
      ...redeemedTotals(record).flatMap(({ action, call, total }) => {
        const worth = worthOf(call, record.names);
        if (worth === undefined) return [];
        const isOfTotal = withoutCents(record).has(action) || isFarBelowItems(record, call, total);
        return [
          observation(
            !isOfTotal &&
              !multiplied(record).has(action) &&
              !isInOtherUnit(worth, total) &&
              !isCentOff(call, worth, total) &&
              !isFarBelow(record, call, worth, total) &&
              !isTotalOfAnother(record, redeemedTotals(record), action),
            { actions: [action.number], calls: [call.number] },
            `an order of ${total} was made, and sent as one of ${isOfTotal ? totalFieldOf(call, record.names) : worth}`,
          ),
        ];
      }),
    ],
  },
];
