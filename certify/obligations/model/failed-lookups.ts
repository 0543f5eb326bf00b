import type { PartnerCall } from '../../../core/partner-record.ts';
import type { Obligation } from '../obligation.ts';
import { isNotFound, withCouponCalls } from './coupon-calls.ts';
import { heldAfterwards, withLookups } from './coupon-evidence.ts';
import { notificationsOf } from './notifications.ts';
import { numbersOf, observation } from './observation.ts';
import { endOf, isAccepted, isFailed } from './read-call.ts';

export const failedLookups: readonly Obligation[] = [
  {
    id: 'PART-82',
    text: 'The partner repeats the lookup of a coupon after a 5xx or no response',
    source: 'Errors',
    statements: ['S186', 'S196'],
    level: 'should',
    inferred: 'a 500 says nothing about the coupon; that the partner repeats the lookup is inferred',
    needs: 'webhooks',
    judge: (record) =>
      withCouponCalls(record, notificationsOf(record)).flatMap(({ code, lookups }) => {
        const [failed] = lookups.filter(isFailed);
        // a further lookup of known data may fail
        if (!failed || lookups.some((call) => isAccepted(call) && endOf(call) <= failed.atMs)) return [];
        // a lookup that a restart ended may be repeated before its connection is reset
        const isGivenUp = (call: PartnerCall): boolean =>
          record.actions.some(
            ({ action, fromMs, toMs }) => action === 'restart' && toMs >= failed.atMs && fromMs <= call.atMs,
          );
        const again = lookups.filter((call) => call !== failed && (call.atMs >= endOf(failed) || isGivenUp(call)));
        return [
          observation(
            again.length > 0,
            { calls: numbersOf([failed, ...again]) },
            `the lookup of the coupon ${code} failed and was not repeated`,
          ),
        ];
      }),
  },
  {
    id: 'PART-83',
    text: 'The partner creates a coupon even if its first lookup was slow or failed',
    source: 'What the service does',
    statements: ['S012', 'S196'],
    level: 'must',
    needs: 'webhooks',
    judge: heldAfterwards(
      withLookups((lookups, isHindered) => lookups.some(isHindered) && !lookups.some(isNotFound)),
      'could not be looked up at first',
    ),
  },
];
