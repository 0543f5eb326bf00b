import { show } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsDuring, doneActions, isAtOnce } from '../model/actions.ts';
import { madeCoupon } from '../model/coupon-calls.ts';
import { askedCode } from '../model/coupon-uses.ts';
import { phonesOfCustomer, referredTo } from '../model/customer-references.ts';
import { knownRecords } from '../model/known-records.ts';
import { lastDigits } from '../model/named-fields.ts';
import { numbersOf, observation } from '../model/observation.ts';
import { makesOrder, type OrderStory, orderStories } from '../model/order-stories.ts';
import { endOf, externalIdOf, fieldsOf, isAccepted, isTo, mayBeStored, nameOf, partsOf } from '../model/read-call.ts';
import { actionBefore } from '../model/repeated-sends.ts';
import { allOrderWrites, couponCodeOf, hasStatus, orderNames, orderOf, totalFieldOf } from '../model/sent-orders.ts';
import { isStillToCome } from '../model/still-to-come.ts';
import type { Obligation, Observation } from '../obligation.ts';
import { digitsOf, digitsSentIn, isAnyCustomerChanged } from './order-customers.ts';

/** The statuses that a later write must not have after a status; `processing` excludes none. */
const contradictions: Readonly<Record<string, readonly string[]>> = {
  completed: ['on-hold', 'canceled'],
  // another obligation judges an order that is completed before it is paid
  'on-hold': ['canceled'],
  processing: ['canceled'],
  canceled: ['completed', 'on-hold', 'processing'],
};

/** The status that an action brings an order to; undefined where any will do. */
const statusAfter = ({ action, parameters }: PartnerAction): string | undefined => {
  if (action === 'pay-order') return 'completed';
  if (action === 'cancel-order') return 'canceled';
  if (parameters.id !== undefined) return undefined;
  return action === 'redeem' || action === 'create-order' ? (nameOf(parameters.status) ?? 'completed') : undefined;
};

const usesNamedOrder = (action: string, { id }: PartnerAction['parameters']): boolean =>
  action === 'redeem' && id !== undefined;

/** Actions after which a status of another order is no coincidence. */
const steering = ['pay-order', 'cancel-order', 'redeem', 'restart'];

/** Whether a shop may have canceled an unpaid order by itself, as many do after a time, and not because of an action. */
const mayHaveLapsed = (
  record: PartnerRecord,
  asked: readonly PartnerAction[],
  wanted: string,
  call: PartnerCall,
): boolean => {
  const action = actionBefore(record, call);
  const isWithNewOrder = action?.action === 'create-order' && !asked.includes(action) && call.atMs <= action.toMs;
  return wanted === 'on-hold' && !steering.includes(action?.action ?? '') && !isWithNewOrder;
};

/** Whether an order is deleted with the customer that it names, who is to be forgotten. */
const isOfDeletedCustomer = (record: PartnerRecord, writes: readonly PartnerCall[], deletion: PartnerCall): boolean => {
  const action = actionBefore(record, deletion);
  const known = knownRecords(record, 'customers');
  const customer = action?.action === 'delete-customer' ? known.named(action) : undefined;
  const named = writes.flatMap((call) => [
    referredTo(record, call),
    ...phonesOfCustomer(fieldsOf(call), record.names).map(({ value }) => known.find({ phone: value })),
  ]);
  return customer !== undefined && named.includes(customer);
};

/** What was last sent for an order between two moments, if it is wrong. */
const lastContradiction = (
  record: PartnerRecord,
  { asked, writes, deletions }: OrderStory,
  wanted: string,
  [fromMs, untilMs]: readonly [number, number],
): PartnerCall | undefined => {
  const during = (call: PartnerCall): boolean => call.atMs >= fromMs && call.atMs < untilMs;
  const said = [...writes, ...deletions].filter(during).toSorted((a, b) => a.atMs - b.atMs || a.number - b.number);
  const isAgainAsked = ({ atMs }: PartnerCall): boolean =>
    asked.some((action) => action.fromMs > fromMs && action.fromMs <= atMs);
  // what a POST changes is open while the order is there
  const isOpen = (call: PartnerCall): boolean =>
    call.method === 'POST' &&
    (isAgainAsked(call) || !deletions.some((removal) => isAccepted(removal) && endOf(removal) <= call.atMs));
  const contradicts = (call: PartnerCall): boolean =>
    call.method === 'DELETE'
      ? wanted !== 'canceled' && !isOfDeletedCustomer(record, writes, call)
      : !isOpen(call) &&
        contradictions[wanted]?.includes(String(fieldsOf(call).status)) === true &&
        !mayHaveLapsed(record, asked, wanted, call);
  const last = said.findLast((call) => isAccepted(call) && contradicts(call));
  if (last === undefined || isStillToCome(record, endOf(last))) return undefined;
  const isPutRight = said.some(
    (call) =>
      mayBeStored(call) &&
      !contradicts(call) &&
      (call.method === 'DELETE' || hasStatus(call)) &&
      endOf(call) > last.atMs,
  );
  // before the expected status, another one may be a step on the way
  const isReached = [...writes, ...deletions].some(
    (call) => isAccepted(call) && endOf(call) <= last.atMs && isBrought(call, wanted),
  );
  return isPutRight || !isReached ? undefined : last;
};

const isBrought = (call: PartnerCall, wanted: string): boolean => {
  if (call.method === 'DELETE') return wanted === 'canceled';
  const { status } = fieldsOf(call);
  return status === wanted || (wanted === 'processing' && status === 'on-hold');
};

/** A total that is this small a part of the one before is not that of the order with an item less. */
const leastPart = 0.25;

/** Whether a shop may put a coupon on an order by itself: it is that customer's, and no action is about it. */
const isOwnCoupon = (record: PartnerRecord, code: unknown, phones: ReadonlySet<string>): boolean =>
  phones.has(lastDigits(madeCoupon(record, code)?.phone)) &&
  !record.actions.some(({ parameters }) => askedCode(record, parameters) === code);

/**
 * What a change says of an order other than what was sent before, in words. Its freight or its number may come at any time:
 * another total than the current order has, or an externalId that no other order has.
 */
const changesOf = (
  record: PartnerRecord,
  order: string,
  call: PartnerCall,
  before: readonly PartnerCall[],
  during: readonly PartnerCall[],
): string[] => {
  const { names } = record;
  const others = allOrderWrites(record).filter((write) => orderOf(write, orderNames(record)) !== order);
  const total = totalFieldOf(call, names);
  const totals = before.map((write) => totalFieldOf(write, names)).filter((each) => typeof each === 'number');
  const phones = digitsSentIn(record, call);
  const knownPhones = new Set(before.flatMap((write) => digitsOf(write, names)));
  const externalId = externalIdOf(call);
  const code = couponCodeOf(call);
  const since = before.at(-1)?.atMs ?? 0;
  const isCustomerChanged = isAnyCustomerChanged(record, since, call.atMs);
  const isOtherTotal =
    typeof total === 'number' &&
    totals.length > 0 &&
    !totals.includes(total) &&
    (total < leastPart * Math.min(...totals.map(Number)) ||
      during.some((write) => others.includes(write) && totalFieldOf(write, names) === total));
  return [
    ...(isOtherTotal ? [`total ${total}`] : []),
    ...(phones.length > 0 && knownPhones.size > 0 && !isCustomerChanged && !phones.some((each) => knownPhones.has(each))
      ? ['the phone of another customer']
      : []),
    ...(externalId !== undefined && externalId !== order && others.some((write) => externalIdOf(write) === externalId)
      ? [`externalId ${show(externalId)}`]
      : []),
    ...(code !== undefined &&
    !before.some((write) => couponCodeOf(write) === code) &&
    !isOwnCoupon(record, code, knownPhones)
      ? [`couponCode ${show(code)}`]
      : []),
  ];
};

/** Actions that name their record. What the partner does at the same time has another cause. */
const naming = ['create-order', 'pay-order', 'cancel-order', 'redeem', 'update-customer'];

/** Changes of an existing order during an action on another record. */
const unaskedChanges = (
  record: PartnerRecord,
  { order, asked, writes }: OrderStory,
  current: PartnerAction,
  during: readonly PartnerCall[],
): { call: PartnerCall; seen: string }[] => {
  const own = asked.findLast(({ fromMs }) => fromMs < current.fromMs);
  // the next step of an order may come while another one is made
  if (asked.includes(current) || (own !== undefined && isAtOnce(record, own, current))) return [];
  const before = writes.filter((write) => mayBeStored(write) && write.atMs < current.fromMs);
  // the effect of an earlier action may come late
  const isSettled = before.some(
    (write) => isAccepted(write) && write.atMs >= (own?.fromMs ?? 0) && endOf(write) <= current.fromMs,
  );
  if (!isSettled) return [];
  return during.flatMap((call) => {
    if (!writes.includes(call) || !isTo(call, 'PUT /orders/:id') || !isAccepted(call)) return [];
    const changed = changesOf(record, order, call, before, during);
    return changed.length > 0 ? [{ call, seen: `order ${order} was sent with ${changed.join(' and ')}` }] : [];
  });
};

/** What shows that a partner still means an order by its first externalId after a change under another one. */
const renamingIn = (
  record: PartnerRecord,
  { order, asked }: Pick<OrderStory, 'order' | 'asked'>,
  renaming: readonly PartnerCall[],
): (Pick<Observation, 'calls' | 'actions'> & { why: string }) | undefined => {
  const [first] = renaming;
  const renamed = first && externalIdOf(first);
  if (first === undefined || renamed === undefined) return undefined;
  // nobody renames an order to the same letters
  if (renamed.toLowerCase() === order.toLowerCase()) return { calls: [first.number], why: 'in other letters' };
  const again = record.calls.find(
    (call) =>
      call.atMs > first.atMs &&
      partsOf(call)[0] === 'orders' &&
      (externalIdOf(call) === order || (partsOf(call)[1] === 'external' && partsOf(call)[2] === order)),
  );
  if (again) return { calls: numbersOf([first, again]), why: `and called ${order} again afterwards` };
  // an order may get its final number once, for instance with its invoice
  const another = renaming.findLast((call) => externalIdOf(call) !== renamed);
  const answered = another && asked.find((action) => action === actionBefore(record, another) && action.id === order);
  return another && answered
    ? {
        calls: numbersOf([first, another]),
        actions: [answered.number],
        why: `and then under ${externalIdOf(another)}, when ${answered.action} still answered ${order}`,
      }
    : undefined;
};

/** The change by which another order, which is still there, got the new externalId of one before. */
const sharedNumber = (
  stories: readonly OrderStory[],
  { order }: OrderStory,
  renaming: readonly PartnerCall[],
): (Pick<Observation, 'calls'> & { why: string }) | undefined => {
  const last = renaming.findLast(isAccepted);
  const others = stories.filter((other) => other.order !== order && other.deletions.length === 0);
  const other = others.find(({ writes }) => {
    const before = writes.findLast(
      (call) => last !== undefined && call.atMs < last.atMs && isAccepted(call) && externalIdOf(call) !== undefined,
    );
    return before?.method === 'PUT' && last !== undefined && externalIdOf(before) === externalIdOf(last);
  });
  return last && other
    ? { calls: numbersOf([...other.writes.slice(-1), last]), why: `as ${other.order} was before` }
    : undefined;
};

/** Orders whose changes have a new externalId, although the partner still uses the first one, or means the same one. */
const renamedOrders: Obligation['judge'] = (record) => {
  const stories = orderStories(record);
  const names = new Set(stories.map(({ order }) => order));
  return stories.flatMap((story) => {
    const { order, writes } = story;
    const emptying = writes.find((call) => isTo(call, 'PUT /orders/:id') && fieldsOf(call).externalId === '');
    if (emptying !== undefined) {
      const seen = `order ${order} was changed with an empty externalId, so that nobody finds it by its own any more`;
      return [observation(false, { calls: [emptying.number] }, seen)];
    }
    const changes = writes.filter((call) => isTo(call, 'PUT /orders/:id') && externalIdOf(call) !== undefined);
    if (changes.length === 0) return [];
    const renaming = changes.filter((call) => externalIdOf(call) !== order && !names.has(externalIdOf(call) ?? ''));
    const { why, ...evidence } = renamingIn(record, story, renaming) ??
      sharedNumber(stories, story, renaming) ?? { calls: numbersOf(changes), why: undefined };
    const renamed = renaming[0] && externalIdOf(renaming[0]);
    return [
      observation(why === undefined, evidence, `order ${order} was changed under the externalId ${renamed}, ${why}`),
    ];
  });
};

export const heldOrders: readonly Obligation[] = [
  {
    id: 'PART-125',
    text: 'An order keeps its status until the partner is asked to change it',
    source: 'States and transitions › Order status values',
    statements: ['S076', 'S077', 'S078'],
    level: 'must',
    needs: 'orders',
    judge: (record) =>
      orderStories(record).flatMap((story) =>
        story.asked.flatMap((action, index) => {
          const wanted = statusAfter(action);
          if (wanted === undefined || action.outcome !== 'done') return [];
          // an order that gets a coupon keeps its status
          const next = story.asked
            .slice(index + 1)
            .find(({ action: name, parameters }) => name !== 'create-order' && !usesNamedOrder(name, parameters));
          const untilMs = next?.fromMs ?? Number.POSITIVE_INFINITY;
          const last = lastContradiction(record, story, wanted, [action.fromMs, untilMs]);
          const seen = last?.method === 'DELETE' ? 'deleted' : `sent as ${show(last && fieldsOf(last).status)}`;
          return [
            observation(
              last === undefined,
              { actions: [action.number], calls: last ? [last.number] : [] },
              `order ${story.order} should be ${wanted} after ${action.action}, and was ${seen} afterwards, which nothing asked for`,
            ),
          ];
        }),
      ),
  },
  {
    id: 'PART-126',
    text: 'A change of one order changes no other order’s total, customer, `externalId` or coupon',
    source: 'Endpoints › Endpoints table',
    statements: ['S124'],
    level: 'must',
    needs: 'orders',
    judge(record) {
      const stories = orderStories(record);
      const names = orderNames(record);
      const ofActions = doneActions(record, ...naming).flatMap((action) => {
        const about = nameOf(action.parameters.id) ?? (makesOrder(action) ? action.id : undefined);
        if (about === undefined) return [];
        const during = callsDuring(record, action);
        const changes = stories.flatMap((story) => unaskedChanges(record, story, action, during));
        return [
          observation(
            changes.length === 0,
            { actions: [action.number], calls: changes.map(({ call }) => call.number) },
            `while ${action.action} was about ${about}, ${changes[0]?.seen}`,
          ),
        ];
      });
      const known = new Map(stories.map(({ order, writes }) => [order, writes.find(isAccepted)?.atMs ?? 0]));
      // a body that names one order on the path of another
      const mixed = record.calls.flatMap((call) => {
        const onPath = isTo(call, 'PUT /orders/:id') ? names.get(partsOf(call)[1] ?? '') : undefined;
        const inBody = externalIdOf(call);
        if (onPath === undefined || inBody === undefined || !isAccepted(call)) return [];
        const isOther = onPath !== inBody && (known.get(inBody) ?? Number.POSITIVE_INFINITY) < call.atMs;
        return [
          observation(
            !isOther,
            { calls: [call.number] },
            `the change of order ${onPath} carries the externalId ${inBody} of another order`,
          ),
        ];
      });
      return [...ofActions, ...mixed];
    },
  },
  {
    id: 'PART-159',
    text: 'An order keeps its externalId when it is changed',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035', 'S066'],
    level: 'must',
    needs: 'orders',
    judge: renamedOrders,
  },
];
