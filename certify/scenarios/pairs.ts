import { methodOf } from '../../core/routes.ts';
import { type ActionName, hookContract } from '../triggers/hook-contract.ts';
import { actionNames, type Cause, type Mark, sendsOf } from './situations.ts';

/** How the second of two causes follows the first one on the same record. */
export const timings = ['after', 'at once', 'restart'] as const;
export type Timing = (typeof timings)[number];

/** Two causes about one record. The second one depends on the first one. */
export interface Pair {
  first: Cause;
  second: Cause;
}

const subjectOf = (action: ActionName): string =>
  action === 'make-coupon' ? 'coupons' : (hookContract[action].sends[0]?.split('/')[1] ?? '');

const hasMethod = (action: ActionName, ...methods: string[]): boolean =>
  sendsOf(action).some((route) => methods.includes(methodOf(route)));

const isMade = (action: ActionName): boolean =>
  action === 'make-coupon' || (action !== 'redeem' && hasMethod(action, 'POST'));
const removals = ['unregister-webhook', 'delete-customer', 'cancel-order', 'mark-coupon-used'] as const;
const isRemoval = (action: ActionName): boolean => removals.some((removal) => removal === action);

/** Actions that need a record as it was before: its creation, or a change of it. */
const dependents = actionNames.flatMap((first): Pair[] =>
  actionNames
    .filter((second) => {
      const usesCoupon = second === 'redeem' && subjectOf(first) === 'coupons' && first !== 'read-coupons-config';
      if (usesCoupon) return isMade(first) || isRemoval(first);
      if (second === first || subjectOf(second) !== subjectOf(first)) return false;
      if (isMade(first)) return !isMade(second) && hasMethod(second, 'PUT', 'DELETE');
      return hasMethod(first, 'PUT') && !isRemoval(first) && isRemoval(second) && first !== 'redeem';
    })
    .map((second) => ({ first, second })),
);

/** What a notification may meet: its coupon, the order that it came from, its customer, or the registration. */
const meetings: readonly ActionName[] = ['redeem', 'change-webhook', ...removals];

export const pairs: readonly Pair[] = [
  ...dependents,
  ...removals.map((first): Pair => ({ first, second: 'notification' })),
  ...meetings.map((second): Pair => ({ first: 'notification', second })),
];

/** The causes that a restart may cut off between a write and its answer. */
export const writers: readonly Cause[] = [
  ...actionNames.filter((action) => hasMethod(action, 'POST', 'PUT', 'DELETE')),
  'notification',
];

const played = (scenario: string): Mark => ({ played: scenario });
const refused = (why: string): Mark => ({ refused: why });
const impossible = (why: string): Mark => ({ impossible: why });

const waits = refused('It waits for a creation like the payment of an order, which is played.');
const leftOut = refused('A partner may leave out what it has not sent yet of a customer that is deleted.');
const asRegistration = refused('It is sent like the change of a registration, which is played.');
const sharedUse = refused('A shared coupon has a limit of uses: no customer uses it up, and nobody has to mark it.');
const unknown = impossible('The platform does not have the coupon.');
const inQueue = refused('Both wait across a restart like a single change, which is played.');
const sentBearer = refused(
  'The document does not say which bearer a notification has that was sent before the change.',
);
const afterRemoval = refused('The document does not say what happens to a notification that is on its way.');
const notSaid = refused('The document does not say what happens to the coupon of a canceled order.');
const asRegistered = refused('It is the request for a coupon that the partner registered, which is played.');
const noAction = impossible('No action names the customer of a notified coupon.');
const nothingSent = impossible('Nothing is notified without a registration.');
const nothingWaits = impossible('The first one sends nothing that could wait.');
const isRemembered = refused(
  'The partner knows which coupons it marked, and refuses to redeem one while its mark waits.',
);

type Marks = readonly [after: Mark, atOnce: Mark, restart: Mark];

const marks: Readonly<Partial<Record<string, Marks>>> = {
  'create-order, pay-order': [played('order'), played('paid-between-retries'), played('restarted-with-changes')],
  'create-order, cancel-order': [played('order'), played('restarted-with-changes'), played('restarted-with-changes')],
  'create-order, redeem': [played('redeem-later'), waits, played('restarted-with-redemption')],
  'pay-order, cancel-order': [played('paid-then-cancelled'), played('edited-between-retries'), inQueue],
  'create-customer, update-customer': [
    played('customer'),
    played('customers-made-at-once'),
    played('restarted-with-customer'),
  ],
  'create-customer, delete-customer': [played('customer-deleted'), leftOut, played('sends-answered-500-restarted')],
  'update-customer, delete-customer': [played('customer-deleted'), leftOut, leftOut],
  'register-coupon, mark-coupon-used': [
    played('marked-used'),
    played('marked-between-retries'),
    played('sends-answered-500-restarted'),
  ],
  'register-coupon, redeem': [played('own-coupon'), waits, played('own-coupon')],
  'register-shared-coupon, mark-coupon-used': [sharedUse, sharedUse, sharedUse],
  'register-shared-coupon, redeem': [played('redeem-later-shared'), waits, waits],
  'make-coupon, mark-coupon-used': [unknown, unknown, unknown],
  'make-coupon, redeem': [played('unregistered-coupon'), nothingWaits, nothingWaits],
  'mark-coupon-used, redeem': [played('marked-used'), isRemembered, played('marked-used')],
  'register-webhook, change-webhook': [
    played('webhook-changed'),
    asRegistration,
    played('sends-answered-500-restarted'),
  ],
  'register-webhook, unregister-webhook': [played('unregistered'), asRegistration, asRegistration],
  'change-webhook, unregister-webhook': [played('unregistered'), asRegistration, asRegistration],
  'unregister-webhook, notification': [nothingSent, afterRemoval, afterRemoval],
  'delete-customer, notification': [noAction, noAction, noAction],
  'cancel-order, notification': [notSaid, notSaid, notSaid],
  'mark-coupon-used, notification': [played('notified-marked'), asRegistered, asRegistered],
  'notification, redeem': [played('notified'), played('repeated-late'), played('redeem-early')],
  'notification, change-webhook': [played('webhook-changed'), sentBearer, sentBearer],
  'notification, unregister-webhook': [played('unregistered'), afterRemoval, afterRemoval],
  'notification, delete-customer': [noAction, noAction, noAction],
  'notification, cancel-order': [played('paid-then-cancelled'), notSaid, notSaid],
  'notification, mark-coupon-used': [played('notified-marked'), asRegistered, asRegistered],
};

/** How a certification covers a pair; undefined if that is not decided. */
export const pairMarkOf = ({ first, second }: Pair, timing: Timing): Mark | undefined =>
  marks[`${first}, ${second}`]?.[timings.indexOf(timing)];

/** The pairs with a mark that are no pairs any more. */
export const staleMarks = (): string[] => {
  const known = new Set(pairs.map(({ first, second }) => `${first}, ${second}`));
  return Object.keys(marks).filter((name) => !known.has(name));
};

/** How a certification covers a restart between a write and its answer; undefined if that is not decided. */
export const cutOffMarkOf = (cause: Cause): Mark | undefined => {
  if (cause === 'register-webhook' || cause === 'unregister-webhook') return asRegistration;
  return writers.includes(cause) ? played('sends-stored-then-restarted') : undefined;
};
