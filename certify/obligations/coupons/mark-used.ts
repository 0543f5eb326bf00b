import { show } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsDuring, doneActions, isAtOnce } from '../model/actions.ts';
import { couponCodes, couponOf, isNotFound, madeCoupon } from '../model/coupon-calls.ts';
import { mayBeOver, registrationsOf } from '../model/coupon-ends.ts';
import { askedCode, individualCode, isInOrderBefore, isShownUnusable } from '../model/coupon-uses.ts';
import { whatHappened } from '../model/failed-sends.ts';
import { effectOf } from '../model/lost-writes.ts';
import { isSamePhone } from '../model/named-fields.ts';
import { numbersOf, observation, ofCall } from '../model/observation.ts';
import {
  callsOf,
  callsOn,
  changesCoupon,
  codeIn,
  endOf,
  fieldsOf,
  isAccepted,
  isFailed,
  isTo,
  isWrite,
  marksCouponUsed,
  nameOf,
  partsOf,
  pathOf,
  statusOf,
  undisturbed,
} from '../model/read-call.ts';
import { wasRefused } from '../model/refused-needs.ts';
import { actionBefore } from '../model/repeated-sends.ts';
import { isToUnknownRecord } from '../model/service-ids.ts';
import { isStillToCome } from '../model/still-to-come.ts';
import type { Obligation } from '../obligation.ts';

/** Whether the shop registers a newer coupon for the same customer at that moment. It may let each have only one. */
const isRenewed = (record: PartnerRecord, code: string, mark: PartnerCall): boolean => {
  const action = actionBefore(record, mark);
  const [own] = registrationsOf(record, code);
  if (action?.action !== 'register-coupon' || own === undefined || own.atMs >= action.fromMs) return false;
  return callsDuring(record, action).some(
    (call) =>
      isTo(call, 'POST /coupons') && codeIn(call) !== code && isSamePhone(fieldsOf(call).phone, fieldsOf(own).phone),
  );
};

/**
 * The change that sets a coupon unused again after its last mark. It may be right once an order used the coupon, which may
 * be canceled, or while another action is under way.
 */
const undoing = (
  record: PartnerRecord,
  action: PartnerAction,
  code: string | undefined,
  marks: readonly PartnerCall[],
): PartnerCall | undefined => {
  const last = marks.at(-1);
  if (last === undefined || code === undefined) return undefined;
  return callsOn(record, 'coupons').find((call) => {
    const { used, awaitingOrder } = fieldsOf(call);
    const isApart = (before: PartnerAction | undefined): boolean =>
      before === undefined || before === action || !isAtOnce(record, action, before);
    return (
      (used === false || awaitingOrder === true) &&
      changesCoupon(call) &&
      isAccepted(call) &&
      couponOf(call, couponCodes(record)) === code &&
      call.atMs > endOf(last) &&
      isApart(actionBefore(record, call)) &&
      !isInOrderBefore(record, code, call.atMs)
    );
  });
};

/** What came in place of a mark, in words. */
const notMarking = (record: PartnerRecord, action: PartnerAction): string => {
  const other = callsDuring(record, action).find((call) => isWrite(call) && partsOf(call)[0] === 'coupons');
  if (other !== undefined && isToUnknownRecord(record, other))
    return `${other.method} ${pathOf(other)} was answered ${statusOf(other)}: the platform never gave that id`;
  if (other !== undefined && marksCouponUsed(other) && fieldsOf(other).awaitingOrder === false)
    return `${other.method} ${pathOf(other)} ${whatHappened(other)}: it does not name the code that was registered`;
  return other === undefined
    ? 'no PUT with used true and awaitingOrder false came'
    : `${other.method} ${pathOf(other)} came with ${show(fieldsOf(other))}, which does not mark it; a PUT needs used true and awaitingOrder false`;
};

/** Whether all marks were refused because the platform accepted the registration of the coupon only afterwards. */
const isBeforeRegistration = (
  record: PartnerRecord,
  code: string | undefined,
  marks: readonly PartnerCall[],
): boolean => {
  const last = marks.at(-1);
  if (last === undefined || !marks.some(isNotFound) || !marks.every((call) => isNotFound(call) || isFailed(call)))
    return false;
  const registered = callsOn(record, 'coupons').find(
    (call) => isTo(call, 'POST /coupons') && isAccepted(call) && codeIn(call) === code,
  );
  return registered !== undefined && registered.atMs > last.atMs && !isStillToCome(record, endOf(registered));
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
      const codes = couponCodes(record);
      // what the platform shows as used, or an order has used, may be written back with all the rest
      const isWrittenBack = (call: PartnerCall): boolean => {
        const code = couponOf(call, codes) ?? '';
        const isByOrder = 'externalId' in fieldsOf(call) && isInOrderBefore(record, code, call.atMs);
        return isByOrder || ('isValid' in fieldsOf(call) && isShownUnusable(record, code, call.atMs));
      };
      const calls = undisturbed(record).filter((call) => marksCouponUsed(call) && !isWrittenBack(call));
      const ofCalls = calls.map((call) => {
        const { awaitingOrder } = fieldsOf(call);
        return ofCall(
          call,
          awaitingOrder === false,
          `sent used true and awaitingOrder ${show(awaitingOrder)}; without awaitingOrder false it still waits for an order`,
        );
      });
      const ofActions = doneActions(record, 'mark-coupon-used').flatMap((action) => {
        const asked = nameOf(action.parameters.code);
        const code = asked && individualCode(record, asked);
        // a coupon that the platform refused cannot be marked
        if (asked !== undefined && code === undefined) return [];
        const isOfCoupon = (call: PartnerCall): boolean => {
          const named = couponOf(call, codes);
          return [code, undefined].includes(named) || (named === asked && isAccepted(call));
        };
        const marks = callsOn(record, 'coupons').filter(
          (call) =>
            call.atMs >= action.fromMs && marksCouponUsed(call) && isOfCoupon(call) && !isToUnknownRecord(record, call),
        );
        const effect = effectOf(record, marks);
        // another obligation judges a mark that is not retried while nothing shows what became of it
        if (effect === undefined) return [];
        if (marks.length === 0 && wasRefused(record, action)) return [];
        const undone = undoing(record, action, code, marks);
        const made = undone === undefined ? effect : 'undone';
        const what = isBeforeRegistration(record, code, marks) ? 'early' : made;
        const happened = {
          early:
            'the PUT came before the platform had the coupon and was refused, and none came after its registration',
          due: 'the PUT failed, a lookup showed it unused, and no PUT came again',
          none: notMarking(record, action),
          undone: `${undone?.method} ${undone && pathOf(undone)} set it unused again`,
          made: '',
        }[what];
        return [
          observation(
            what === 'made',
            { actions: [action.number], calls: numbersOf(undone ? [...marks, undone] : marks) },
            `the coupon ${show(code)} was to be marked as used, and ${happened}`,
          ),
        ];
      });
      return [...ofCalls, ...ofActions];
    },
  },
  {
    id: 'PART-131',
    text: 'A coupon is marked as used only if the partner was asked to mark or redeem it',
    source: 'Endpoints › Rules per endpoint',
    statements: ['S153'],
    level: 'must',
    arisesWith: ['mark-used'],
    judge(record) {
      const codes = couponCodes(record);
      const marksAsked = record.actions.filter(({ action }) => action === 'mark-coupon-used');
      return callsOf(record).flatMap((call) => {
        const code = couponOf(call, codes);
        if (!marksCouponUsed(call) || !isAccepted(call) || code === undefined) return [];
        if (madeCoupon(record, code) === undefined && !registrationsOf(record, code).some(isAccepted)) return [];
        const action = actionBefore(record, call);
        return [
          observation(
            mayBeOver(record, code, call.atMs) ||
              marksAsked.some(
                ({ parameters, fromMs }) => askedCode(record, parameters) === code && fromMs <= call.atMs,
              ) ||
              isRenewed(record, code, call),
            { calls: [call.number], actions: numbersOf(action ? [action] : []) },
            `the coupon ${code} was marked as used, and no action asked the partner to mark or redeem it; ${action?.action ?? 'nothing'} came before`,
          ),
        ];
      });
    },
  },
];
