import type { PartnerCall, PartnerRecord } from '../../core/partner-record.ts';
import { callsDuring, doneActions } from './model/actions.ts';
import { isShownByLookup, signsAfter } from './model/lost-writes.ts';
import { numbersOf, observation } from './model/observation.ts';
import { answeredOrders } from './model/order-stories.ts';
import {
  callsBetween,
  callsOf,
  creates,
  endOf,
  fieldsOf,
  isAccepted,
  isFailed,
  isTo,
  nameOf,
  partsOf,
  pathOf,
  statusOf,
} from './model/read-call.ts';
import { isAtSameAction, isKeyedByPartner, sameBodies, sameSends, underAnotherId } from './model/repeated-sends.ts';
import { showsWrite } from './model/shown-writes.ts';
import { isStillToCome } from './model/still-to-come.ts';
import type { Obligation, Observation } from './obligation.ts';

const whatHappened = (call: PartnerCall): string => {
  const status = statusOf(call);
  return status === undefined ? 'got no answer' : `was answered ${status}`;
};

/** Whether a call shows that the partner looked what had become of a send. */
const looksAfter = (call: PartnerCall, failed: PartnerCall): boolean => {
  const [resource, id] = partsOf(failed);
  const [asked, key, value] = partsOf(call);
  if (asked !== resource) return false;
  if (failed.method === 'PUT') return (pathOf(call) === pathOf(failed) && !isFailed(call)) || showsWrite(call, failed);
  const { externalId, code } = fieldsOf(failed);
  const isNamed = (key === 'external' && value === nameOf(externalId)) || (key === 'code' && value === nameOf(code));
  // a longer path creates a record of another kind
  const isFound = (call.method === 'GET' && isAccepted(call) && isNamed) || showsWrite(call, failed);
  return isFound && (id === undefined || id === 'shared');
};

const resourceOf = { 'create-order': 'orders', 'create-store': 'stores', 'create-cart': 'abandoned-carts' } as const;
type Sending = keyof typeof resourceOf;

/** Records of a kind that the partner was made to send again, by its own ids. */
const askedFor = (record: PartnerRecord, calls: readonly PartnerCall[], sending: Sending): Observation[] => {
  const resource = resourceOf[sending];
  const answered: ReadonlyMap<string, string> = resource === 'orders' ? answeredOrders(record) : new Map();
  return doneActions(record, sending).flatMap((action) => {
    const what = sending.slice('create-'.length);
    const named = nameOf(action.parameters.id);
    const id = answered.get(named ?? '') ?? named;
    const before = new Set(
      calls.filter(({ atMs }) => atMs < action.fromMs).map((call) => nameOf(fieldsOf(call).externalId)),
    );
    const sent = callsDuring(record, action).filter((call) => calls.includes(call) && creates(call, resource));
    // some partners have ids that no call shows, and another obligation judges a send without one
    if (id === undefined || !before.has(id) || sent.length === 0) return [];
    const others = sent
      .flatMap((call) => nameOf(fieldsOf(call).externalId) ?? [])
      .filter((other) => !before.has(other));
    return [
      observation(
        others.length === 0,
        { actions: [action.number], calls: numbersOf(sent) },
        `${what} ${id} was to be sent again and came as ${others[0]}, which makes another one`,
      ),
    ];
  });
};

export const repeats: readonly Obligation[] = [
  {
    id: 'PART-16',
    text: 'A resent order, store or cart has the same `externalId`, in particular if no response came',
    source: 'Resources and their fields › Common conventions',
    statements: ['S040', 'S196'],
    level: 'must',
    judge(record) {
      const calls = callsOf(record).filter(isKeyedByPartner);
      const afterFailures = calls.filter(isFailed).flatMap((failed) => {
        const externalId = nameOf(fieldsOf(failed).externalId);
        if (externalId === undefined) return [];
        const again = calls.find(
          (call) => call !== failed && call.atMs >= endOf(failed) && nameOf(fieldsOf(call).externalId) === externalId,
        );
        if (again) return [observation(true, { calls: [failed.number, again.number] }, '')];
        const other = underAnotherId(record, calls, failed);
        if (!other) return [];
        const said = nameOf(fieldsOf(other).externalId);
        return [
          observation(
            false,
            { calls: [failed.number, other.number] },
            `POST ${pathOf(failed)} with externalId ${externalId} ${whatHappened(failed)} and came again ${said === undefined ? 'without one' : `with ${said}`}; the first may have been stored, so both must bear the same`,
          ),
        ];
      });
      return [
        ...afterFailures,
        ...askedFor(record, calls, 'create-order'),
        ...askedFor(record, calls, 'create-store'),
        ...askedFor(record, calls, 'create-cart'),
      ];
    },
  },
  {
    id: 'PART-17',
    text: 'A write without a response, or with a 5xx, is sent again or looked up until it is known to be stored',
    source: 'Errors',
    statements: ['S196'],
    level: 'should',
    inferred: 'a 500 does not say whether the write was stored',
    judge(record) {
      const calls = callsOf(record);
      return sameSends(calls.filter(({ method }) => method !== 'GET')).flatMap((sends) => {
        const [failed] = sends.filter(isFailed);
        if (!failed) return [];
        // a process that ends may already have sent one more
        const isRepeated = sends.some((later) => later.atMs >= endOf(failed) && !isFailed(later));
        const [found] = isShownByLookup(failed)
          ? signsAfter(record, failed).done
          : callsBetween(record, endOf(failed), Number.POSITIVE_INFINITY).filter(
              (call) => call !== failed && looksAfter(call, failed),
            );
        const held = isRepeated || found !== undefined || underAnotherId(record, calls, failed) !== undefined;
        if (!held && isStillToCome(record, endOf(failed))) return [];
        return [
          observation(
            held,
            { calls: numbersOf([...new Set([failed, ...sends, ...(found ? [found] : [])])]) },
            `${failed.method} ${pathOf(failed)} ${whatHappened(failed)} and was neither sent again until it was accepted nor shown by a read; it may be lost`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-102',
    text: 'An order, store, cart or coupon that was accepted with 200 is not created again',
    source: 'Endpoints › Response conventions',
    statements: ['S094', 'S039'],
    level: 'should',
    judgesStorms: true,
    inferred: 'a creation returns 200, perhaps without an id; that nobody repeats it is inferred',
    judge: (record) => {
      // the platform returns an existing customer or product unchanged
      const posts = callsOf(record).filter((call) => isKeyedByPartner(call) || isTo(call, 'POST /coupons'));
      return sameBodies(posts).map((same) => {
        const first = same.find((call) => isAccepted(call) && call.fault === undefined);
        const again = same.filter(
          (call) => first && call !== first && call.atMs >= endOf(first) && isAtSameAction(record, call, first),
        );
        const [{ number, path } = { number: 0, path: '' }] = first ? [first] : same;
        return observation(
          // one response may have been lost on its way to the partner
          again.length <= 1,
          { calls: [number, ...numbersOf(again)] },
          `POST ${path} was accepted and sent again as it was, ${again.length} times; a creation is answered 200, and need not have an id`,
        );
      });
    },
  },
];
