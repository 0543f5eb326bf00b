import type { PartnerAttempt, PartnerRecord } from '../../../core/partner-record.ts';
import { isNotFound, withCouponCalls } from './coupon-calls.ts';
import { derived } from './derived.ts';
import { isDuringRegistration, isDuringRestart, orderIdIn, singlesIn } from './notifications.ts';
import { endOf, isAccepted } from './read-call.ts';

/** First attempts that could be answered, without a disturbed call of the partner during them. */
const unhinderedFirsts = derived((record): readonly PartnerAttempt[] =>
  withCouponCalls(record, singlesIn(record))
    .filter(({ first, lookups }) => {
      const meanwhile = lookups.filter(({ atMs }) => atMs <= endOf(first));
      return (
        !isDuringRestart(record, first) &&
        !isDuringRegistration(record, first) &&
        !meanwhile.some((call) => call.fault !== undefined || isNotFound(call))
      );
    })
    .map(({ first }) => first),
);

/** First attempts without a disturbance that name an order, as far as the partner sends any. */
export const plainFirsts = derived((record): readonly PartnerAttempt[] =>
  unhinderedFirsts(record).filter(
    (first) => first.fault === undefined && (orderIdIn(first) !== null || !record.capabilities.includes('orders')),
  ),
);

/**
 * First attempts with an unusual property that explains a refusal. A receiver that acknowledges no plain one refuses
 * all of them.
 */
export const unusualFirsts = (
  record: PartnerRecord,
  isUnusual: (attempt: PartnerAttempt) => boolean,
): PartnerAttempt[] => {
  const plain = plainFirsts(record);
  return unhinderedFirsts(record).filter((first) => {
    if (!isUnusual(first)) return false;
    const around = [plain.findLast(({ atMs }) => atMs < first.atMs), plain.find(({ atMs }) => atMs > first.atMs)];
    const known = around.filter((each) => each !== undefined);
    return known.length === 0 || known.some(isAccepted);
  });
};
