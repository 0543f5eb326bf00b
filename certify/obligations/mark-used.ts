import { show } from '../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../core/partner-record.ts';
import { callsDuring, doneActions } from './model/actions.ts';
import { couponCodes, couponOf, madeCoupon } from './model/coupon-calls.ts';
import { numbersOf, observation, ofCall } from './model/observation.ts';
import { callsOn, changesCoupon, fieldsOf, isAccepted, isTo, nameOf, undisturbed } from './model/read-call.ts';
import type { Obligation } from './obligation.ts';

/** Whether a call marks a coupon as used by hand. */
export const marksCouponUsed = (call: PartnerCall): boolean => changesCoupon(call) && fieldsOf(call).used === true;

const exists = (record: PartnerRecord, code: string): boolean =>
  record.coupons.some((coupon) => coupon.code === code) ||
  callsOn(record, 'coupons').some(
    (call) => isTo(call, 'POST /coupons') && isAccepted(call) && fieldsOf(call).code === code,
  );

/** Whether a coupon could not be used any more anyhow: it was replaced, or had expired. */
const isOver = (record: PartnerRecord, code: string, atMs: number): boolean => {
  const made = madeCoupon(record, code);
  if (made === undefined) return false;
  return made.cancelledMs !== null || Date.parse(record.startedAt ?? '') + atMs >= Date.parse(made.expiryDate);
};

export const markUsed: readonly Obligation[] = [
  {
    id: 'PART-44',
    text: 'A coupon is marked as used with `used` true and `awaitingOrder` false in one request',
    source: 'Endpoints › Rules per endpoint',
    statements: ['S090', 'S153'],
    level: 'must',
    needs: 'mark-used',
    judge(record) {
      const calls = undisturbed(record).filter(marksCouponUsed);
      const codes = couponCodes(record);
      const ofCalls = calls.map((call) => {
        const { awaitingOrder } = fieldsOf(call);
        return ofCall(
          call,
          awaitingOrder === false,
          `sent used true and awaitingOrder ${show(awaitingOrder)}; without awaitingOrder false it still waits for an order`,
        );
      });
      const ofActions = doneActions(record, 'mark-coupon-used').map((action) =>
        observation(
          callsOn(record, 'coupons').some(
            (call) =>
              call.atMs >= action.fromMs &&
              marksCouponUsed(call) &&
              [nameOf(action.parameters.code), undefined].includes(couponOf(call, codes)),
          ),
          { actions: [action.number] },
          `the coupon ${show(action.parameters.code)} was to be marked as used, and no PUT with used true and awaitingOrder false came`,
        ),
      );
      return [...ofCalls, ...ofActions];
    },
  },
  {
    id: 'PART-131',
    text: 'A coupon is marked as used only if the partner was asked to mark or redeem it',
    source: 'Endpoints › Rules per endpoint',
    statements: ['S153'],
    level: 'must',
    needs: 'mark-used',
    judge(record) {
      const codes = couponCodes(record);
      const spends = doneActions(record, 'mark-coupon-used', 'redeem');
      return spends.flatMap((action) => {
        const asked = nameOf(action.parameters.code);
        const others = callsDuring(record, action).filter((call) => {
          const code = couponOf(call, codes);
          if (!marksCouponUsed(call) || !isAccepted(call) || code === undefined || code === asked) return false;
          const wasSpent = spends.some((each) => each.parameters.code === code && each.fromMs < action.fromMs);
          return exists(record, code) && !wasSpent && !isOver(record, code, call.atMs);
        });
        return [
          observation(
            others.length === 0,
            { actions: [action.number], calls: numbersOf(others) },
            `${action.action} was about the coupon ${asked}, and ${others.map((call) => couponOf(call, codes)).join(', ')} was marked as used`,
          ),
        ];
      });
    },
  },
];
