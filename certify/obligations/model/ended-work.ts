import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { isAtOnce, possibleActions } from './actions.ts';
import type { Block } from './blocks.ts';
import { couponCodes, couponOf, madeCoupon } from './coupon-calls.ts';
import { askedCode } from './coupon-uses.ts';
import { referredTo } from './customer-references.ts';
import { knownRecords } from './known-records.ts';
import { phonesIn } from './named-fields.ts';
import { answeredOrders } from './order-stories.ts';
import { codeIn, externalIdOf, fieldsOf, nameOf, registersCoupon } from './read-call.ts';
import { orderNames, orderOf } from './sent-orders.ts';

/** Whether an action removes the customer of a call, or one whom its body names. */
const removesCustomerOf = (record: PartnerRecord, call: PartnerCall, action: PartnerAction): boolean => {
  const known = knownRecords(record, 'customers');
  const phones = phonesIn(fieldsOf(call), record.names);
  const concerned = [
    known.about(call),
    referredTo(record, call),
    ...phones.map(({ value }) => known.find({ phone: value })),
  ];
  const removed = known.named(action);
  const isNamed = externalIdOf(call) !== undefined && nameOf(action.parameters.id) === externalIdOf(call);
  return isNamed || (removed !== undefined && concerned.includes(removed));
};

/** Whether a later action of the block ends what is still to be sent of the record of a failed write. */
export const isEnded = (record: PartnerRecord, { actions }: Block, failed: PartnerCall): boolean => {
  const order = orderOf(failed, orderNames(record));
  const code = codeIn(failed) ?? couponOf(failed, couponCodes(record));
  const concerned = [order, madeCoupon(record, code)?.orderExternalId];
  // nobody has to register a coupon that is of no more use
  const isUse = ({ parameters }: PartnerAction): boolean =>
    registersCoupon(failed) && askedCode(record, parameters) === code;
  const endings: Readonly<Record<string, (action: PartnerAction) => boolean>> = {
    'delete-customer': (action) => removesCustomerOf(record, failed, action),
    'cancel-order'({ parameters }) {
      const id = nameOf(parameters.id) ?? '';
      return concerned.includes(answeredOrders(record).get(id) ?? id);
    },
    redeem: isUse,
    'mark-coupon-used': isUse,
  };
  return actions.some(
    (action) => action.fromMs > failed.atMs && action.outcome === 'done' && endings[action.action]?.(action) === true,
  );
};

/** Whether a new coupon was to be marked as used before the partner had finished its registration. */
export const isMarkedAtOnce = (record: PartnerRecord, registering: PartnerAction): boolean =>
  registering.code !== undefined &&
  possibleActions(record, 'mark-coupon-used').some(
    (mark) =>
      askedCode(record, mark.parameters) === askedCode(record, { code: registering.code }) &&
      mark.fromMs >= registering.fromMs &&
      isAtOnce(record, registering, mark),
  );
