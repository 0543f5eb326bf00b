import type { PartnerAction, PartnerCall } from '../../../core/partner-record.ts';
import { actionsInOrder } from './actions.ts';
import { derived } from './derived.ts';
import { creates, endOf, externalIdOf, isAccepted, nameOf } from './read-call.ts';
import { actionBefore } from './repeated-sends.ts';
import { allOrderWrites, couponCodeOf, deletionsOf, orderNames, writesOf } from './sent-orders.ts';

/** One order with its actions and calls, each in order. */
export interface OrderStory {
  /** The partner's id on the platform. */
  order: string;
  asked: PartnerAction[];
  writes: readonly PartnerCall[];
  deletions: readonly PartnerCall[];
}

const changing = ['pay-order', 'cancel-order', 'redeem'];

/** Whether an action creates a new order. */
export const makesOrder = ({ action, parameters }: PartnerAction): boolean =>
  ['create-order', 'redeem'].includes(action) && parameters.id === undefined;

/**
 * The externalIds of orders by the ids that the partner answered to the actions that created them. Most partners answer the
 * externalId. For another id, it is the externalId of the only new order that came during the action, if there is just one.
 */
export const answeredOrders = derived((record): ReadonlyMap<string, string> => {
  const names = orderNames(record);
  const tried = allOrderWrites(record).filter((call) => creates(call, 'orders'));
  const posts = tried.filter(isAccepted);
  const known = new Set([...tried.flatMap((call) => externalIdOf(call) ?? []), ...names.values()]);
  const answered = new Set(record.actions.filter(makesOrder).map(({ id }) => id));
  const ids = new Map<string, string>();
  // an outstanding order may arrive during the next action
  let isAnyUnderWay = false;
  for (const action of actionsInOrder(record)) {
    const { id, fromMs, toMs, outcome, isSettled = false } = action;
    if (makesOrder(action) && outcome === 'done' && id !== undefined) {
      const order = known.has(id) ? id : names.get(id);
      const earlier = new Set(posts.filter(({ atMs }) => atMs < fromMs).map(externalIdOf));
      const during = posts.filter((call) => call.atMs >= fromMs && endOf(call) <= toMs);
      const fresh = new Set(during.flatMap((call) => externalIdOf(call) ?? []));
      const [only, ...others] = [...fresh].filter((each) => !earlier.has(each) && !answered.has(each));
      const isOnly = isSettled && !isAnyUnderWay && others.length === 0;
      const made = order ?? (isOnly ? only : undefined);
      if (made !== undefined) ids.set(id, made);
      isAnyUnderWay ||= order === undefined;
    }
    if (isSettled) isAnyUnderWay = false;
  }
  return ids;
});

/** The order that an action is about, by the partner's id; undefined where it is about none, or none that is known. */
const orderAsked = (action: PartnerAction, ids: ReadonlyMap<string, string>): string | undefined => {
  const isAboutOne = action.action === 'create-order' || changing.includes(action.action);
  const id = nameOf(action.parameters.id) ?? (makesOrder(action) ? action.id : undefined);
  return isAboutOne && id !== undefined ? ids.get(id) : undefined;
};

/** All orders that an action created and that the platform accepted. */
export const orderStories = derived((record): readonly OrderStory[] => {
  const ids = answeredOrders(record);
  const named = Map.groupBy(record.actions, (action) => orderAsked(action, ids));
  return [...new Set(ids.values())].flatMap((order) => {
    const own = writesOf(record, order);
    if (!own.some(isAccepted)) return [];
    // a redemption without a named order may use any order
    const redeeming = own
      .filter((call) => couponCodeOf(call) !== undefined)
      .flatMap((call) => actionBefore(record, call) ?? [])
      .filter(({ action, parameters }) => action === 'redeem' && parameters.id === undefined);
    const asked = [...new Set([...(named.get(order) ?? []), ...redeeming])].toSorted(
      (a, b) => a.fromMs - b.fromMs || a.number - b.number,
    );
    return [{ order, asked, writes: own, deletions: deletionsOf(record, order) }];
  });
});
