import { valueAt } from '../json.ts';
import { isNotFound, withCouponCalls } from './coupon-calls.ts';
import { attemptNumbers, heldAfterwards, isHeld, withLookups } from './coupon-evidence.ts';
import { actionsOf, heldFrom } from './held-coupons.ts';
import { burstsIn, notificationsOf } from './notifications.ts';
import type { Obligation } from './obligation.ts';
import { numbersOf, observation } from './observation.ts';
import { callsOf, isAccepted, isTo, recordsIn } from './read-call.ts';

const sequence = 'Endpoints › Rules per endpoint';

export const couponMaking: readonly Obligation[] = [
  {
    id: 'PART-69',
    text: 'A coupon that was notified is made in the partner’s own system',
    source: 'What the service does',
    statements: ['S012'],
    level: 'must',
    needs: 'webhooks',
    judge: heldAfterwards(
      withLookups((lookups, isHindered) => !lookups.some((call) => isHindered(call) || isNotFound(call))),
      'was notified and the notification taken',
    ),
  },
  {
    id: 'PART-70',
    text: 'Every coupon of many that are notified at once is made in the partner’s own system',
    source: 'What the service does',
    statements: ['S012', 'S176'],
    level: 'must',
    needs: 'webhooks',
    judge: heldAfterwards(burstsIn, 'was notified with many others and the notification taken'),
  },
  {
    id: 'PART-71',
    text: 'A coupon is read from the platform before it is made',
    source: sequence,
    statements: ['S130', 'S132', 'S154', 'S186'],
    level: 'should',
    needs: 'webhooks',
    judge(record) {
      const lists = callsOf(record).filter((call) => isTo(call, 'GET /coupons') && isAccepted(call));
      return withCouponCalls(record, notificationsOf(record)).flatMap((notification) => {
        const { code, first, lookups, tellings } = notification;
        const state = heldFrom(record, code, first.atMs).find(isHeld);
        const [telling] = tellings;
        const signs = [...(state ? [state] : []), ...(telling ? [telling] : [])];
        // what must not be held at all is judged by itself
        if (signs.length === 0 || lookups.some(isNotFound)) return [];
        const madeMs = Math.min(...signs.map(({ atMs }) => atMs));
        const listed = lists.filter((call) => recordsIn(call).some((read) => valueAt(read, '/code') === code));
        const reads = [...lookups.filter(isAccepted), ...listed].filter(({ atMs }) => atMs <= madeMs);
        return [
          observation(
            reads.length > 0,
            {
              attempts: attemptNumbers(notification),
              calls: numbersOf([...reads, ...(telling ? [telling] : [])]),
              actions: actionsOf(state ? [state] : []),
            },
            `the coupon ${code} was made, or its externalId told, before any GET /coupons/code/{code}; its notification tells neither value nor validity`,
          ),
        ];
      });
    },
  },
];
