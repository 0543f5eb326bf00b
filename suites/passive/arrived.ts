import { valueAt } from '../../core/json.ts';
import type { Attempt } from '../../fixtures/capture/attempt.ts';
import { assertion } from './assertion.ts';
import type { Notification } from './notifications.ts';
import type { NotificationRule } from './passive-rule.ts';

const delivery = 'Events › Delivery';
const payload = 'Events › Payload';

/** Whether the sender got its 2xx before the connection was closed. */
const isAccepted = ({ answer, answeredAtMs, senderClosedAtMs }: Attempt): boolean =>
  answer?.kind === 'status' &&
  answer.status >= 200 &&
  answer.status <= 299 &&
  answeredAtMs !== undefined &&
  senderClosedAtMs === undefined;

/** Attempts that started after an earlier one had been accepted. */
const sentAgain = ({ attempts }: Notification): Attempt[] => {
  const accepted = attempts.find(isAccepted);
  return attempts.filter(({ startedAtMs }) => startedAtMs > (accepted?.answeredAtMs ?? Number.POSITIVE_INFINITY));
};

const asShown = (pointer: string, sent: unknown, expected: string) =>
  assertion(pointer, `${expected}, as a lookup shows`, sent, sent === expected);

/** Rules about every notification, also those that no check looked for. */
export const arrived: readonly NotificationRule[] = [
  {
    id: 'PAS-21',
    text: 'Every coupon that a flow makes for an order is notified',
    source: 'Events › Trigger',
    statements: ['S168', 'S012', 'S169', 'S190'],
    level: 'must',
    about: 'notifications',
    doubtedFor: 'losses',
    judge({ attempts, isDue, code }) {
      const { length } = attempts;
      return isDue ? [assertion('attempts', `at least one that names ${code}`, length, length > 0)] : [];
    },
  },
  {
    id: 'PAS-22',
    text: 'No notification is sent again after a 2xx response',
    source: delivery,
    statements: ['S177', 'S178', 'S179'],
    level: 'must',
    about: 'notifications',
    doubtedFor: 'repetitions',
    judge(notification) {
      if (!notification.attempts.some(isAccepted)) return [];
      const { length } = sentAgain(notification);
      return [assertion('attempts after the accepted one', '0', length, length === 0)];
    },
  },
  {
    id: 'PAS-23',
    text: 'Every notification has the bearer token that its company registered',
    source: 'Authentication',
    statements: ['S166', 'S175'],
    level: 'must',
    about: 'notifications',
    judge({ attempts, bearerToken }) {
      if (bearerToken === undefined) return [];
      return attempts.map(({ headers: { authorization } }) =>
        assertion(
          'header authorization',
          'Bearer and the registered token',
          authorization,
          authorization === `Bearer ${bearerToken}`,
        ),
      );
    },
  },
  {
    id: 'PAS-24',
    text: 'All notifications of a company have the same `companyId`',
    source: payload,
    statements: ['S184', 'S187'],
    level: 'must',
    about: 'notifications',
    judge: ({ attempts, companyId }) =>
      attempts
        .filter(({ truncated }) => !truncated)
        .map(({ json }) => {
          const named = valueAt(json, '/companyId');
          return assertion('/companyId', `${companyId}, as in the first one`, named, named === companyId);
        }),
  },
  {
    id: 'PAS-25',
    text: 'Every notification has the `id` of the coupon and of the order that the lookups return',
    source: payload,
    statements: ['S182', 'S183', 'S186', 'S187'],
    level: 'must',
    about: 'notifications',
    judge({ attempts, lookups }) {
      const id = lookups.find(({ order }) => order !== undefined)?.id ?? lookups[0]?.id;
      const [order, another] = new Set(lookups.flatMap((lookup) => lookup.order ?? []));
      return attempts.flatMap(({ json }) => [
        ...(typeof id === 'string' ? [asShown('/id', valueAt(json, '/id'), id)] : []),
        ...(order === undefined || another !== undefined
          ? []
          : [asShown('/orderId', valueAt(json, '/orderId'), order)]),
      ]);
    },
  },
  {
    id: 'PAS-26',
    text: 'The `code` of every notification belongs to a coupon that a lookup returns',
    source: payload,
    statements: ['S181', 'S186', 'S190'],
    level: 'must',
    about: 'notifications',
    judge({ attempts, lookups, misses, mayBeCanceled, codesOfId, code }) {
      if (attempts.length === 0) return [];
      const isShown = lookups.length > 0;
      if (!isShown && misses.length === 0) return [];
      const [ofId] = codesOfId;
      if (!isShown && ofId !== undefined)
        return [assertion('/code', `${ofId}, the code of the coupon with its id`, code, false)];
      if (!isShown && mayBeCanceled) return [];
      return [assertion('/code', 'the code of a coupon', code, isShown)];
    },
  },
];
