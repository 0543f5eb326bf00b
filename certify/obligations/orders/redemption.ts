import { show, valueAt } from '../../../core/json.ts';
import type { MadeCoupon, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { doneActions, isNever, possibleActions } from '../model/actions.ts';
import { couponCodes, couponOf, madeCoupon, validityStartMs } from '../model/coupon-calls.ts';
import { isHeld } from '../model/coupon-evidence.ts';
import {
  askedCode,
  individualCodes,
  isCancelled,
  isOfOtherCustomer,
  isSentAsUsed,
  isShownUnusable,
  isToBeRefused,
} from '../model/coupon-uses.ts';
import { heldFrom } from '../model/held-coupons.ts';
import { numbersOf, observation, ofCall } from '../model/observation.ts';
import { answeredOrders } from '../model/order-stories.ts';
import {
  answerOf,
  callsOf,
  callsOn,
  creates,
  endOf,
  fieldsOf,
  isAccepted,
  isTo,
  marksCouponUsed,
  nameOf,
  partsOf,
  statusOf,
  undisturbed,
} from '../model/read-call.ts';
import { redemptionReports, worthOf } from '../model/redemptions.ts';
import { allOrderWrites, couponCodeOf, orderNames, orderOf, orderWrites, writesOf } from '../model/sent-orders.ts';
import type { Obligation, Observation } from '../obligation.ts';

const rules = 'Endpoints › Rules per endpoint';

/** Writes of an order with the code of a coupon that the platform made. */
const redemptionsOf = (record: PartnerRecord): { call: PartnerCall; coupon: MadeCoupon }[] =>
  orderWrites(record).flatMap((call) => {
    const coupon = madeCoupon(record, couponCodeOf(call));
    return coupon ? [{ call, coupon }] : [];
  });

/** The total of a requested redemption. The total in the order's body may be lower by the discount. */
const askedWorth = (record: PartnerRecord, { atMs }: PartnerCall, code: string): number | undefined => {
  const asked = possibleActions(record, 'redeem').findLast(
    ({ parameters, fromMs }) => fromMs <= atMs && parameters.code === code && parameters.id === undefined,
  );
  return typeof asked?.parameters.total === 'number' ? asked.parameters.total : undefined;
};

const redeemedCode = (call: PartnerCall): string => nameOf(couponCodeOf(call)) ?? '';

/** The call that marked a coupon as used, as the partner was asked to, before a redemption. */
const markedBefore = (
  record: PartnerRecord,
  code: string,
  redemptions: readonly PartnerCall[],
): PartnerCall | undefined => {
  const asked = record.actions.find(
    ({ action, parameters }) => action === 'mark-coupon-used' && parameters.code === code,
  );
  const codes = couponCodes(record);
  return callsOf(record).find(
    (call) =>
      asked !== undefined &&
      marksCouponUsed(call) &&
      isAccepted(call) &&
      call.atMs >= asked.fromMs &&
      couponOf(call, codes) === code &&
      redemptions.some(({ atMs }) => atMs > endOf(call)),
  );
};

/** Redemptions of a used coupon that the partner accepted, and whose new order came without the code. */
const hiddenUses = (record: PartnerRecord, byCode: ReadonlyMap<unknown, readonly PartnerCall[]>): Observation[] =>
  doneActions(record, 'redeem').flatMap(({ number, id, parameters, fromMs }) => {
    const code = askedCode(record, parameters);
    const used = byCode.get(code)?.find((call) => endOf(call) <= fromMs);
    const order = parameters.id === undefined ? answeredOrders(record).get(id ?? '') : undefined;
    const own = order === undefined ? [] : writesOf(record, order).filter(({ atMs }) => atMs >= fromMs);
    if (used === undefined || own.length === 0 || own.some((call) => couponCodeOf(call) !== undefined)) return [];
    const seen = `the coupon ${code} had been used, its redemption was accepted again, and the order came without it`;
    return [observation(false, { actions: [number], calls: numbersOf([used, ...own]) }, seen)];
  });

export const redemption: readonly Obligation[] = [
  {
    id: 'PART-45',
    text: 'The `couponCode` of an order is a string',
    source: 'Resources and their fields › Order fields known',
    statements: ['S043', 'S063'],
    level: 'must',
    needs: 'redemption',
    judge: (record) =>
      orderWrites(record)
        .filter((call) => couponCodeOf(call) !== undefined)
        .map((call) => {
          const code = couponCodeOf(call);
          return ofCall(call, typeof code === 'string', `sent couponCode ${show(code)}; it should be a string`);
        }),
  },
  {
    id: 'PART-46',
    text: 'An existing order gets only the code of an individual coupon that exists',
    source: rules,
    statements: ['S152', 'S200'],
    level: 'must',
    arisesWith: ['orders'],
    needs: 'redemption',
    judge: (record) =>
      undisturbed(record).flatMap((call) => {
        const code = couponCodeOf(call);
        if (!isTo(call, 'PUT /orders/:id') || code === undefined) return [];
        const isUnknown =
          statusOf(call) === 422 && String(valueAt(answerOf(call), '/message')).includes('Coupon code not found');
        // no notification says that a coupon was canceled
        if (isUnknown && [...record.coupons, ...record.attempts].some((known) => known.code === code)) return [];
        if (!isUnknown && !isAccepted(call)) return [];
        const seen = `sent couponCode ${show(code)}, which no individual coupon has; an update of an order needs a code that exists`;
        return [ofCall(call, !isUnknown, seen)];
      }),
  },
  {
    id: 'PART-47',
    text: 'A redeemed coupon is reported by an order that has its code as `couponCode`',
    source: rules,
    statements: ['S154', 'S087'],
    level: 'must',
    isPromised: true,
    needs: 'redemption',
    judge: (record) =>
      redemptionReports(record).map(({ action, code, order, reports }) =>
        observation(
          reports.length > 0,
          { actions: [action.number], calls: numbersOf(reports) },
          `the coupon ${code} was ${action.action === 'redeem' ? 'redeemed' : 'to be used'}${order === undefined ? '' : ` on order ${order}`} and no such order with it as couponCode was sent`,
        ),
      ),
  },
  {
    id: 'PART-48',
    text: 'No coupon is redeemed after its expiry',
    source: 'Resources and their fields › Coupon',
    statements: ['S051', 'S154'],
    level: 'should',
    needs: 'redemption',
    judge(record) {
      const startedMs = Date.parse(record.startedAt);
      const names = orderNames(record);
      return redemptionsOf(record).flatMap(({ call, coupon }) => {
        // an order was made when it was first sent
        const [first = call] = callsOf(record).filter(
          (other) => couponCodeOf(other) === coupon.code && orderOf(other, names) === orderOf(call, names),
        );
        const sentMs = startedMs + first.atMs;
        const expiryMs = Date.parse(coupon.expiryDate);
        if (Number.isNaN(sentMs - expiryMs)) return [];
        return [ofCall(call, sentMs <= expiryMs, `redeems ${coupon.code}, which was valid until ${coupon.expiryDate}`)];
      });
    },
  },
  {
    id: 'PART-164',
    text: 'No coupon is redeemed before its validity begins',
    source: 'Resources and their fields › Coupon',
    statements: ['S050', 'S154'],
    level: 'should',
    needs: 'redemption',
    judge(record) {
      const startedMs = Date.parse(record.startedAt);
      return redemptionsOf(record).flatMap(({ call, coupon }) => {
        const startMs = validityStartMs(record, coupon.code, call.atMs);
        if (startMs === undefined) return [];
        const seen = `redeems ${coupon.code}, which is valid from ${new Date(startMs).toISOString()} on`;
        return [ofCall(call, startedMs + call.atMs >= startMs, seen)];
      });
    },
  },
  {
    id: 'PART-49',
    text: 'No order below the minimum purchase of a coupon redeems it',
    source: 'Resources and their fields › Coupon',
    statements: ['S048', 'S154'],
    level: 'should',
    needs: 'redemption',
    judge: (record) =>
      redemptionsOf(record).flatMap(({ call, coupon }) => {
        const worth = askedWorth(record, call, coupon.code) ?? worthOf(call, record.names);
        if (worth === undefined) return [];
        const seen = `redeems ${coupon.code} with an order of ${worth}; its minimum purchase is ${coupon.minPurchaseValue}`;
        return [ofCall(call, worth >= coupon.minPurchaseValue, seen)];
      }),
  },
  {
    id: 'PART-50',
    text: 'A coupon is redeemed by one order only, and by none once it was marked as used',
    source: 'Resources and their fields › Coupon',
    statements: ['S046', 'S047', 'S087'],
    level: 'should',
    inferred: 'an order makes a coupon used; that a partner refuses a second order is inferred',
    needs: 'redemption',
    judge(record) {
      const names = orderNames(record);
      const individual = individualCodes(record);
      const redemptions = orderWrites(record).filter((call) => isAccepted(call) && individual.has(redeemedCode(call)));
      const byCode = Map.groupBy(redemptions, redeemedCode);
      const reported = [...byCode].flatMap(([code, all]) => {
        const orders = new Set(all.flatMap((call) => orderOf(call, names) ?? []));
        const marked = markedBefore(record, code, all);
        const asked = record.actions.filter(
          ({ action, parameters }) => action !== 'mark-coupon-used' && askedCode(record, parameters) === code,
        ).length;
        // another obligation judges orders that nothing asked for
        if (asked > 0 && orders.size > asked) return [];
        return [
          observation(
            orders.size <= 1 && marked === undefined,
            { calls: numbersOf(marked ? [marked, ...all] : all) },
            `the coupon ${code} was ${marked ? 'marked as used, and then ' : ''}redeemed by ${[...orders].join(', ')}; it can be used once`,
          ),
        ];
      });
      return [...reported, ...hiddenUses(record, byCode)];
    },
  },
  {
    id: 'PART-163',
    text: 'The paid order that is made to redeem a coupon is sent as completed',
    source: 'States and transitions › Order status values',
    statements: ['S076', 'S087'],
    level: 'should',
    inferred: 'a coupon is redeemed by an order of any status',
    needs: 'redemption',
    judge(record) {
      const names = orderNames(record);
      const writes = allOrderWrites(record).filter(isAccepted);
      return doneActions(record, 'redeem').flatMap((action) => {
        const { code, id } = action.parameters;
        const carrying = writes.find((call) => call.atMs >= action.fromMs && nameOf(couponCodeOf(call)) === code);
        if (id !== undefined || carrying === undefined || !creates(carrying, 'orders')) return [];
        const ofOrder = writes.filter((call) => orderOf(call, names) === orderOf(carrying, names));
        const said = new Set(ofOrder.map((call) => fieldsOf(call).status));
        // an order whose lookup fails cannot be completed
        const isHidden = callsOn(record, 'orders').some(
          (call) => call.method === 'GET' && call.fault !== undefined && partsOf(call)[2] === orderOf(carrying, names),
        );
        // other obligations judge a partner that completes no order, and an order without a status
        const isUsual = writes.some((call) => creates(call, 'orders') && fieldsOf(call).status === 'completed');
        if (said.has(undefined) || isHidden || !isUsual) return [];
        return [
          observation(
            said.has('completed'),
            { actions: [action.number], calls: numbersOf(ofOrder) },
            `the coupon ${show(code)} was to be used for a paid order, and that was sent as ${[...said].join(', ')}`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-158',
    text: 'The partner does not refuse a coupon that it holds while the coupon is valid',
    source: 'Resources and their fields › Coupon',
    statements: ['S051', 'S154'],
    level: 'should',
    needs: 'redemption',
    judge: (record) =>
      record.actions
        // what the partner never does has no reason in the coupon
        .filter((action) => action.action === 'redeem' && action.outcome !== 'failed' && !isNever(action))
        .flatMap((action) => {
          const code = nameOf(action.parameters.code) ?? '';
          const made = madeCoupon(record, code);
          const isKnown = heldFrom(record, code, 0).some((state) => isHeld(state) && state.atMs <= action.fromMs);
          if (made === undefined || !isKnown || isCancelled(record, code) || isToBeRefused(record, action)) return [];
          if (isOfOtherCustomer(record, action)) return [];
          // the platform said so, or an order that nothing asked for had its code
          if (isSentAsUsed(record, code, action.fromMs) || isShownUnusable(record, code, action.toMs)) return [];
          // if the partner chose the total, the worth of the order is unknown
          if (made.minPurchaseValue > 0 && action.parameters.total === undefined) return [];
          return [
            observation(
              action.outcome === 'done',
              { actions: [action.number] },
              `the coupon ${code}, valid until ${made.expiryDate}, was refused: ${action.message ?? 'no reason given'}`,
            ),
          ];
        }),
  },
  {
    id: 'PART-178',
    text: 'An order without a coupon has no empty `couponCode`',
    source: rules,
    statements: ['S152', 'S063'],
    level: 'should',
    inferred:
      'an update with a code that no coupon has is refused, and the document does not say that an empty one stands for none',
    needs: 'orders',
    judge: (record) =>
      orderWrites(record)
        .filter((call) => typeof fieldsOf(call).couponCode === 'string')
        .map((call) =>
          ofCall(
            call,
            fieldsOf(call).couponCode !== '',
            'sent an empty couponCode; an order without a coupon has none',
          ),
        ),
  },
];
