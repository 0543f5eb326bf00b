import { show } from '../json.ts';
import { doneActions } from './actions.ts';
import { couponCodes, couponOf } from './coupon-calls.ts';
import type { Obligation } from './obligation.ts';
import { observation, ofCall } from './observation.ts';
import { callsOf, changesCoupon, fieldsOf, nameOf, undisturbed } from './read-call.ts';
import type { PartnerCall } from './record.ts';

/** Whether a call lowers a coupon by hand. */
export const lowersCoupon = (call: PartnerCall): boolean => changesCoupon(call) && fieldsOf(call).used === true;

export const lowering: readonly Obligation[] = [
  {
    id: 'PART-44',
    text: 'A coupon is lowered with used true and awaitingOrder false together',
    source: 'Endpoints › Rules per endpoint',
    statements: ['S090', 'S153'],
    level: 'must',
    needs: 'lowering',
    judge(record) {
      const calls = undisturbed(record).filter(lowersCoupon);
      const codes = couponCodes(record);
      const ofCalls = calls.map((call) => {
        const { awaitingOrder } = fieldsOf(call);
        return ofCall(
          call,
          awaitingOrder === false,
          `sent used true and awaitingOrder ${show(awaitingOrder)}; without awaitingOrder false it still waits for an order`,
        );
      });
      const ofActions = doneActions(record, 'lower-coupon').map((action) =>
        observation(
          callsOf(record).some(
            (call) =>
              call.atMs >= action.fromMs &&
              lowersCoupon(call) &&
              [nameOf(action.parameters.code), undefined].includes(couponOf(call, codes)),
          ),
          { actions: [action.number] },
          `the coupon ${show(action.parameters.code)} was to be lowered, and no PUT with used true and awaitingOrder false came`,
        ),
      );
      return [...ofCalls, ...ofActions];
    },
  },
];
