import {
  capabilities,
  type PartnerAction,
  type PartnerCall,
  type PartnerCapability,
  type PartnerRecord,
} from '../../core/partner-record.ts';
import { isForSecond, isOfSecond } from './companies.ts';
import { actionsInOrder, doneActions, isAtOnce, isNever, possibleActions } from './model/actions.ts';
import { isBrought } from './model/brought-records.ts';
import { isOnlyShared, isRegisteredAhead } from './model/coupon-ends.ts';
import { isToBeRefused } from './model/coupon-uses.ts';
import { derived } from './model/derived.ts';
import { isMarkedAtOnce } from './model/ended-work.ts';
import { isList, listReads } from './model/list-walks.ts';
import { numbersOf, observation } from './model/observation.ts';
import {
  callsOf,
  countBefore,
  creates,
  isAccepted,
  isTo,
  marksCouponUsed,
  partsOf,
  pathOf,
  statusOf,
  undisturbed,
  writesWebhook,
} from './model/read-call.ts';
import { isRefusedNeed, wasRefused } from './model/refused-needs.ts';
import { couponCodeOf, writesOrder } from './model/sent-orders.ts';
import type { Obligation } from './obligation.ts';

const isAbout = (call: PartnerCall, resource: string): boolean => partsOf(call)[0] === resource && !isList(call);

/** The actions that test each capability. */
const asking: Readonly<Record<PartnerCapability, readonly string[]>> = {
  webhooks: ['register-webhook'],
  orders: ['create-order'],
  redemption: ['redeem'],
  coupons: ['register-coupon'],
  'shared-coupons': ['register-shared-coupon'],
  'mark-used': ['mark-coupon-used'],
  carts: ['create-cart'],
  stores: ['create-store'],
  customers: ['create-customer', 'update-customer'],
  products: ['create-product'],
  lists: ['synchronize'],
  'coupons-config': ['read-coupons-config'],
  // not by its name, but by its parameter
  'several-companies': [],
};

const isAsked = (capability: PartnerCapability, action: PartnerAction): boolean =>
  capability === 'several-companies' ? isForSecond(action) : asking[capability].includes(action.action);

/** Whether the partner was asked for what shows a capability. */
export const wasAskedFor = ({ actions }: PartnerRecord, capability: PartnerCapability): boolean =>
  actions.some((action) => isAsked(capability, action));

/** The calls that show each capability. */
const shown: Readonly<Record<PartnerCapability, (call: PartnerCall) => boolean>> = {
  webhooks: writesWebhook,
  orders: (call) => creates(call, 'orders'),
  redemption: (call) => writesOrder(call) && couponCodeOf(call) !== undefined,
  coupons: (call) => isTo(call, 'POST /coupons'),
  'shared-coupons': (call) => isTo(call, 'POST /coupons/shared'),
  'mark-used': marksCouponUsed,
  carts: (call) => creates(call, 'abandoned-carts'),
  stores: (call) => creates(call, 'stores'),
  customers: (call) => isAbout(call, 'customers'),
  products: (call) => isAbout(call, 'products'),
  lists: isList,
  'coupons-config': (call) => isTo(call, 'GET /coupons-config'),
  'several-companies': isOfSecond,
};

/** The capabilities that the partner uses and does not declare. They are reported and break no obligation. */
export const undeclaredIn = (...records: readonly PartnerRecord[]): PartnerCapability[] =>
  capabilities.filter((capability) =>
    records.some((record) => !record.capabilities.includes(capability) && callsOf(record).some(shown[capability])),
  );

/** Whether the platform accepted a call that shows a capability. */
export const usesCapability = (record: PartnerRecord, capability: PartnerCapability): boolean =>
  record.calls.some((call) => isAccepted(call) && shown[capability](call));

/** Actions that may cause no request. All others create or read a record, so that each accepted one causes a request. */
const maybeSilent = ['register-webhook', 'redeem', 'mark-coupon-used', 'update-customer'];

/** The times at which the partner had finished all actions, in order. */
const settledMs = derived(({ actions }) =>
  actions.flatMap(({ isSettled, toMs }) => (isSettled ? [toMs] : [])).toSorted((a, b) => a - b),
);

/** Whether an action may need no request, because the partner has what an earlier one read or created. */
const isDoneBefore = (record: PartnerRecord, asked: PartnerAction): boolean => {
  const { action, id, fromMs } = asked;
  if (action === 'read-coupons-config')
    return undisturbed(record).some((call) => shown['coupons-config'](call) && isAccepted(call) && call.atMs < fromMs);
  // some software has a single store
  const isSameStore =
    action === 'create-store' &&
    doneActions(record, action).some((earlier) => earlier.fromMs < fromMs && id !== undefined && earlier.id === id);
  return isSameStore || isRegisteredAhead(record, asked) || isOnlyShared(record, asked);
};

/** Whether an action only reads, and a restart came before it was settled. What is only read need not outlast a restart. */
const isCutOff = (record: PartnerRecord, { action, fromMs }: PartnerAction, doneMs: number): boolean =>
  ['read-coupons-config', 'synchronize'].includes(action) &&
  doneActions(record, 'restart').some((restart) => restart.fromMs >= fromMs && restart.fromMs <= doneMs);

/** The calls of an action until it was settled, and whether they send what it is about; undefined if that is not known. */
const sentFor = (
  record: PartnerRecord,
  action: PartnerAction,
): { calls: PartnerCall[]; isSent: boolean } | undefined => {
  const capability = capabilities.find((each) => asking[each].includes(action.action));
  if (
    capability === undefined ||
    maybeSilent.includes(action.action) ||
    action.parameters.id !== undefined ||
    action.outcome !== 'done'
  )
    return undefined;
  const settled = settledMs(record);
  const doneMs = settled[countBefore(settled, (toMs) => toMs < action.toMs)];
  if (doneMs === undefined) return undefined;
  const isDeleted = possibleActions(record, 'delete-customer').some(
    ({ fromMs, parameters }) => fromMs <= doneMs && parameters.id !== undefined && parameters.id === action.id,
  );
  // what is deleted or used up at once need not be sent
  if (isDeleted || isMarkedAtOnce(record, action)) return undefined;
  const calls = callsOf(record);
  const [from, until] = [
    countBefore(calls, ({ atMs }) => atMs < action.fromMs),
    countBefore(calls, ({ atMs }) => atMs <= doneMs),
  ];
  const during = calls.slice(from, until);
  const sent = during.filter(shown[capability]);
  const isKnown = capability === 'customers' || capability === 'products';
  const isSent = isKnown ? isBrought(record, capability, action) : sent.length > 0;
  const isSilent =
    during.some((call) => isRefusedNeed(call, action)) ||
    isDoneBefore(record, action) ||
    isCutOff(record, action, doneMs);
  return !isSent && isSilent ? undefined : { calls: sent, isSent };
};

/** The repeated actions whose first one caused requests, and that nothing was sent for. */
export const silentLater = (record: PartnerRecord): PartnerAction[] => {
  const known = new Set<string>();
  return actionsInOrder(record).filter((action) => {
    const sent = sentFor(record, action);
    if (sent === undefined) return false;
    const isLater = known.has(action.action);
    if (sent.calls.length > 0) known.add(action.action);
    return isLater && !sent.isSent;
  });
};

/** The actions before the partner was gone, after which every action failed. */
const beforeItWent = (record: PartnerRecord): PartnerAction[] => {
  const inOrder = actionsInOrder(record);
  return inOrder.slice(0, 1 + inOrder.findLastIndex(({ outcome }) => outcome !== 'failed'));
};

const isSeen = (
  id: Obligation['id'],
  needs: PartnerCapability,
  what: string,
  statements: Obligation['statements'],
): Obligation => ({
  id,
  text: `A partner that declares \`${needs}\` ${what} when it is asked to`,
  source: 'What the service does',
  statements,
  level: 'must',
  isPromised: true,
  needs,
  judge(record, others = []) {
    const calls = callsOf(record).filter(shown[needs]);
    const asked = beforeItWent(record).filter(
      (action) =>
        isAsked(needs, action) &&
        // a partner refuses an invalid redemption
        !(action.action === 'redeem' && isToBeRefused(record, action)) &&
        !wasRefused(record, action),
    );
    const isShown = calls.length > 0;
    // a partner may do for one company what it never does for another
    const isOfOther = asked.every(isNever) && others.some((other) => callsOf(other).some(shown[needs]));
    if (!isShown && (asked.length === 0 || isOfOther)) return [];
    return [
      observation(
        isShown,
        { calls: numbersOf(calls), actions: numbersOf(asked) },
        `${needs} is declared and was asked for, and no call of the session shows that the partner ${what}${isShown ? '' : unknownPath(record)}`,
      ),
    ];
  },
});

/** Names a path that the platform does not have: the partner may have forgotten to declare it. */
const unknownPath = (record: PartnerRecord): string => {
  const unknown = undisturbed(record).find((call) => call.method === 'POST' && statusOf(call) === 404);
  return unknown === undefined
    ? ''
    : `; ${unknown.method} ${pathOf(unknown)} was answered 404, and names.paths declares paths that the document does not show`;
};

/** The reads of the list of an action, until the list is to be read once more. A refusal or a restart may delay them. */
const readsFor = (record: PartnerRecord, action: PartnerAction): PartnerCall[] => {
  const { list } = action.parameters;
  const next = doneActions(record, 'synchronize').find(
    (later) => later.fromMs > action.fromMs && later.parameters.list === list && !isAtOnce(record, action, later),
  );
  const isDelayed = next === undefined || wasRefused(record, action) || isCutOff(record, action, next.fromMs);
  const untilMs = isDelayed ? Number.POSITIVE_INFINITY : next.fromMs;
  return listReads(record).filter(
    (call) => call.atMs >= action.fromMs && call.atMs < untilMs && partsOf(call)[0] === list,
  );
};

/** Any list shows that a partner reads lists. Only an answer to the requested one shows that it performed the action. */
const readsLists = (seen: Obligation): Obligation => ({
  ...seen,
  judge: (record, others) => [
    ...seen.judge(record, others),
    ...doneActions(record, 'synchronize').flatMap((action) => {
      const { list } = action.parameters;
      if (typeof list !== 'string') return [];
      const reads = readsFor(record, action);
      // a scenario may refuse the list, and other obligations judge a failed read, its parameters and the credentials
      const isRefused = (call: PartnerCall): boolean => call.fault === undefined && statusOf(call) === 404;
      const [first] = reads;
      return [
        observation(
          reads.some((call) => !isRefused(call)),
          { actions: [action.number], calls: numbersOf(reads.slice(0, 1)) },
          `the partner accepted to read the list of ${list}, and ${first ? `GET ${first.path} was answered ${statusOf(first)}` : `no GET /${list} followed`}`,
        ),
      ];
    }),
  ],
});

export const declared: readonly Obligation[] = [
  isSeen('PART-85', 'webhooks', 'registers a webhook', ['S138']),
  isSeen('PART-86', 'orders', 'sends orders', ['S121']),
  isSeen('PART-87', 'redemption', 'sends orders with a couponCode', ['S063']),
  isSeen('PART-88', 'coupons', 'registers coupons', ['S133']),
  isSeen('PART-89', 'shared-coupons', 'registers shared coupons', ['S134']),
  isSeen('PART-90', 'mark-used', 'marks coupons as used', ['S153']),
  isSeen('PART-91', 'carts', 'sends abandoned carts', ['S006']),
  isSeen('PART-92', 'stores', 'sends stores', ['S006']),
  isSeen('PART-93', 'customers', 'sends or reads customers', ['S006']),
  isSeen('PART-94', 'products', 'sends or reads products', ['S006']),
  readsLists(isSeen('PART-95', 'lists', 'reads lists', ['S097'])),
  isSeen('PART-96', 'coupons-config', 'reads the coupons configuration', ['S137']),
  {
    ...isSeen('PART-179', 'several-companies', 'uses the token of the second company', ['S009', 'S007']),
    acrossCompanies: true,
  },
];
