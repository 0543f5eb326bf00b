import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { type Block, blocksOf, isDone } from '../model/blocks.ts';
import { causes, kindOf } from '../model/causes.ts';
import { derived } from '../model/derived.ts';
import { isEnded } from '../model/ended-work.ts';
import { failedSends, isUnstored, whatHappened } from '../model/failed-sends.ts';
import { restartsOf } from '../model/notifications.ts';
import { numbersOf, observation } from '../model/observation.ts';
import {
  callsOf,
  callsOn,
  externalIdOf,
  fieldsOf,
  isAccepted,
  isFailed,
  isUnfinished,
  marksCouponUsed,
  partsOf,
  pathOf,
  statusOf,
} from '../model/read-call.ts';
import { redemptionReports } from '../model/redemptions.ts';
import { actionBefore, sameBodies } from '../model/repeated-sends.ts';
import { orderNames, orderOf } from '../model/sent-orders.ts';
import { type Obligation, type Observation, writing } from '../obligation.ts';

/** Records that a partner may send because another record refers to them. */
const sideRecords = ['customers', 'products'];

/** With more sends than these, a partner has sent the request again, as it promised. How often it does so is open. */
const fewSends = 4;

/** Whether one of these actions promises a write. */
const isPromised = (record: PartnerRecord, asked: readonly PartnerAction[], write: PartnerCall): boolean => {
  const promising = asked.filter((action) => isDone(action, ...(causes[kindOf(write)] ?? [])));
  // no action asks for the partner's id of a notified coupon
  if (kindOf(write) === 'PUT coupons' && !marksCouponUsed(write)) return false;
  if (write.method !== 'POST' || !sideRecords.includes(partsOf(write)[0] ?? '')) return promising.length > 0;
  const cause = actionBefore(record, write);
  return promising.some((action) => action === cause || action.id === externalIdOf(write) || isUnmet(record, action));
};

/** Whether no other accepted record can be the one that an action created. */
const isUnmet = (record: PartnerRecord, action: PartnerAction): boolean => {
  const block = blocksOf(record).find(({ actions }) => actions.includes(action));
  const isMaking = (each: PartnerAction): boolean => each.action === action.action && each.parameters.id === undefined;
  const due = block?.actions.filter((each) => isMaking(each) && isDone(each, action.action)) ?? [];
  const made = block?.calls.filter((call) => isAccepted(call) && causes[kindOf(call)]?.includes(action.action)) ?? [];
  return isMaking(action) && made.length < due.length;
};

/** The kind of a write that failed, and how: a partner may take a 500 for an answer, and send again what got none. */
const failureOf = (call: PartnerCall): string => `${kindOf(call)} ${statusOf(call) ?? 'lost'}`;

/** The most failures in a row after which the partner repeated a write unchanged and without a restart, by their kind. */
const persistence = derived((record): ReadonlyMap<string, number> => {
  const most = new Map<string, number>();
  for (const sends of sameBodies(callsOf(record).filter(({ method }) => method !== 'GET'))) {
    let failures = 0;
    for (const [index, send] of sends.entries()) {
      const before = sends[index - 1];
      if (before === undefined || !isFailed(before)) failures = 0;
      else if (restartsOf(record).some(({ fromMs, toMs }) => fromMs <= send.atMs && toMs >= before.atMs)) failures = 0;
      else {
        failures += 1;
        most.set(failureOf(before), Math.max(most.get(failureOf(before)) ?? 0, failures));
      }
    }
  }
  return most;
});

/** The blocks in which the partner was restarted, with what it had accepted before. */
const restartedIn = (record: PartnerRecord): (Block & { restart: PartnerAction; asked: PartnerAction[] })[] =>
  blocksOf(record).flatMap((block) => {
    const restart = block.actions.find((action) => isDone(action, 'restart'));
    const asked = block.actions.filter(({ fromMs }) => restart !== undefined && fromMs < restart.fromMs);
    // an action without an answer promises nothing, and its request may be any
    return restart === undefined || asked.some(({ outcome }) => outcome === 'failed')
      ? []
      : [{ ...block, restart, asked }];
  });

/** Whether the partner gives up on writes of a kind by itself, which another obligation judges. */
const givesUpOn = (record: PartnerRecord, write: PartnerCall): boolean => {
  const about = (call: PartnerCall): string =>
    [failureOf(call), fieldsOf(call).status, marksCouponUsed(call)].map(String).join(' ');
  const blocks = restartedIn(record);
  return failedSends(record).some(
    ({ failed, isOpen }) =>
      isOpen &&
      about(failed) === about(write) &&
      !blocks.some(({ fromMs, untilMs }) => failed.atMs >= fromMs && failed.atMs < untilMs),
  );
};

/** Judges whether writes that failed before a restart were sent again, or found on the platform. */
const failedBefore = (
  record: PartnerRecord,
  { fromMs, restart, asked }: ReturnType<typeof restartedIn>[number],
): Observation[] =>
  failedSends(record).flatMap(({ failed, sends, isOpen, found }) => {
    const before = sends.filter((send) => send.atMs >= fromMs && send.atMs <= restart.toMs && isFailed(send));
    if (failed.atMs < fromMs || before.length === 0 || !isPromised(record, asked, failed)) return [];
    if (!before.every((send) => isUnstored(record, send))) return [];
    if (isOpen) {
      const isPersistent = before.length <= (persistence(record).get(failureOf(failed)) ?? 0);
      const isLater = sends.some(({ atMs }) => atMs > restart.toMs);
      if (!isPersistent || isLater || givesUpOn(record, failed)) return [];
    } else if ((found ?? sends.at(-1) ?? failed).atMs < restart.fromMs) return [];
    return [
      observation(
        !isOpen,
        { actions: [restart.number], calls: numbersOf([...sends, ...(found ? [found] : [])]) },
        `${failed.method} ${pathOf(failed)} ${whatHappened(failed)} and was not sent any more after a restart; the partner had accepted that work`,
      ),
    ];
  });

/** Whether the record of a failed write was removed, or written again in another way, so that the write is no longer due. */
const isReplaced = (record: PartnerRecord, block: Block, failed: PartnerCall): boolean =>
  isEnded(record, block, failed) || (partsOf(failed)[0] === 'orders' && isOrderSettled(record, failed));

/** Whether another write settled the order of a failed one. An order that is canceled need not be deleted as well. */
const isOrderSettled = (record: PartnerRecord, failed: PartnerCall): boolean => {
  const names = orderNames(record);
  const order = orderOf(failed, names);
  return callsOn(record, 'orders').some(
    (call) =>
      order !== undefined &&
      call !== failed &&
      call.method !== 'GET' &&
      isAccepted(call) &&
      orderOf(call, names) === order &&
      (call.atMs > failed.atMs || (failed.method === 'DELETE' && fieldsOf(call).status === 'canceled')),
  );
};

/** Judges whether writes that failed without a restart were sent again, or found on the platform. */
const failedAlone = (record: PartnerRecord): Observation[] => {
  const blocks = blocksOf(record).filter(
    ({ actions }) => !actions.some((action) => isDone(action, 'restart') || action.outcome === 'failed'),
  );
  return failedSends(record).flatMap(({ failed, sends, isOpen, found }) => {
    const block = blocks.find(({ fromMs, untilMs }) => failed.atMs >= fromMs && failed.atMs < untilMs);
    const asked = block?.actions.filter(({ fromMs }) => fromMs <= failed.atMs) ?? [];
    if (block === undefined || !isPromised(record, asked, failed)) return [];
    const failures = sends.filter(isUnfinished);
    if (!failures.every((send) => isUnstored(record, send))) return [];
    const isThere = failed.method === 'POST' && sends.some(isAccepted);
    if (isOpen && (isThere || failures.length > fewSends || isReplaced(record, block, failed))) return [];
    return [
      observation(
        !isOpen,
        { actions: numbersOf(asked), calls: numbersOf([...sends, ...(found ? [found] : [])]) },
        `${failed.method} ${pathOf(failed)} ${whatHappened(failed)} and was not sent again; the partner had accepted that work, and the platform does not have it`,
      ),
    ];
  });
};

/** Judges whether redemptions before a restart are reported, if those without a restart are. */
const redeemedBefore = (
  record: PartnerRecord,
  { restart, asked }: { restart: PartnerAction; asked: PartnerAction[] },
) => {
  const all = redemptionReports(record);
  const isUsual = ({ action }: (typeof all)[number]): boolean =>
    all.some(
      (other) =>
        other.reports.length > 0 &&
        !asked.includes(other.action) &&
        (other.action.parameters.id === undefined) === (action.parameters.id === undefined),
    );
  return all
    .filter((each) => asked.includes(each.action) && isUsual(each))
    .map(({ action, code, reports }) =>
      observation(
        reports.length > 0,
        { actions: [action.number, restart.number], calls: numbersOf(reports) },
        `the redemption of ${code} was asked for before a restart, and the platform accepted no order with it as couponCode`,
      ),
    );
};

/** Obligations about accepted work whose first request failed. */
export const restarts: readonly Obligation[] = [
  {
    id: 'PART-168',
    text: 'Accepted work is sent again if it did not reach the platform, also after a restart',
    source: 'Endpoints › Endpoints table',
    statements: ['S196', 'S121', 'S133'],
    level: 'must',
    arisesWith: writing,
    isPromised: true,
    judge: (record) => [
      ...failedAlone(record),
      ...restartedIn(record).flatMap((block) => [...failedBefore(record, block), ...redeemedBefore(record, block)]),
    ],
  },
];
