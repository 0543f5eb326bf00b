import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { callsDuring, doneActions } from '../model/actions.ts';
import { isNotFound } from '../model/coupon-calls.ts';
import { failedSends, whatHappened } from '../model/failed-sends.ts';
import { faultOf } from '../model/notifications.ts';
import { numbersOf, observation } from '../model/observation.ts';
import { answeredOrders } from '../model/order-stories.ts';
import {
  callsOf,
  callsOn,
  creates,
  endOf,
  externalIdOf,
  fieldsOf,
  isAccepted,
  isFailed,
  isTo,
  isUnfinished,
  isWrite,
  nameOf,
  partsOf,
  pathOf,
  statusOf,
} from '../model/read-call.ts';
import {
  differences,
  isAtSameAction,
  isKeyedByPartner,
  sameBodies,
  sameWrites,
  underAnotherId,
} from '../model/repeated-sends.ts';
import type { Obligation, Observation } from '../obligation.ts';
import { changedAfterRefusals } from './changed-after-refusals.ts';
import { changedRepeats, phonesAfterRestarts } from './changed-repeats.ts';
import { doubledRecords } from './doubled-records.ts';

const resourceOf = { 'create-order': 'orders', 'create-store': 'stores', 'create-cart': 'abandoned-carts' } as const;
type Sending = keyof typeof resourceOf;

/** Whether a record was sent when it was made, with nothing else under way. */
const wasMadeAlone = (record: PartnerRecord, sending: Sending, id: string | undefined): boolean =>
  doneActions(record, sending).some(
    (made) =>
      made.id === id &&
      made.parameters.id === undefined &&
      made.isSettled === true &&
      callsDuring(record, made).some((call) => creates(call, resourceOf[sending]) && isAccepted(call)),
  );

/** Records of a kind that the partner was made to send again, by its own ids. */
const askedFor = (record: PartnerRecord, calls: readonly PartnerCall[], sending: Sending): Observation[] => {
  const resource = resourceOf[sending];
  const answered: ReadonlyMap<string, string> = resource === 'orders' ? answeredOrders(record) : new Map();
  return doneActions(record, sending).flatMap((action) => {
    const what = sending.slice('create-'.length);
    const named = nameOf(action.parameters.id);
    const id = answered.get(named ?? '') ?? named;
    // a change may have set the id of a record
    const writes = [...calls, ...callsOn(record, resource).filter((call) => isWrite(call) && isAccepted(call))];
    const before = new Set(writes.filter(({ atMs }) => atMs < action.fromMs).map(externalIdOf));
    const sent = callsDuring(record, action).filter((call) => calls.includes(call) && creates(call, resource));
    // some partners have ids that no call shows; then a new externalId is wrong if nothing else was to be sent
    const isKnown = before.has(id) || (before.size > 0 && wasMadeAlone(record, sending, named));
    // another obligation judges a send without one
    if (id === undefined || !isKnown || sent.length === 0) return [];
    // with the record, others may come that waited; one that is like it is the record once more
    const own = sent.find((call) => externalIdOf(call) === id);
    const alike = sent.filter((call) => own === undefined || differences(record.names, own, call).length === 0);
    const others = alike.flatMap((call) => externalIdOf(call) ?? []).filter((other) => !before.has(other));
    return [
      observation(
        others.length === 0,
        { actions: [action.number], calls: numbersOf(sent) },
        `${what} ${id} was to be sent again and came as ${others[0]}, which makes another one`,
      ),
    ];
  });
};

/** Whether the last lookup of the record before a repeated POST did not find it. */
const wasNotFound = (record: PartnerRecord, post: PartnerCall): boolean => {
  const { externalId, code } = fieldsOf(post);
  const keys = [externalId, code].flatMap((value) => nameOf(value) ?? []);
  const lookup = callsOn(record, partsOf(post)[0] ?? '').findLast(
    (call) => call.method === 'GET' && endOf(call) <= post.atMs && keys.includes(partsOf(call)[2] ?? ''),
  );
  return lookup !== undefined && isNotFound(lookup);
};

/** That many repeats with no longer pauses, in documented time, are no chance. An accelerated request still takes its way. */
const hasty = { least: 10, pauseMs: 50, wayMs: 5 };

/** Repeats of requests that the platform could not take, each set with few pauses. */
const pausesOf = (record: PartnerRecord): Observation[] =>
  sameBodies(callsOf(record)).flatMap((same) => {
    const repeats = same.flatMap((call, place) => {
      const last = same[place - 1];
      const isRefused = last !== undefined && isUnfinished(last) && statusOf(last) !== undefined;
      return isRefused ? [{ call, pauseMs: (call.atMs - endOf(last)) / record.timeScale }] : [];
    });
    const [first] = repeats;
    if (first === undefined) return [];
    const hastyMs = Math.max(hasty.pauseMs, Math.round(hasty.wayMs / record.timeScale));
    const atOnce = repeats.filter(({ pauseMs }) => pauseMs < hastyMs);
    return [
      observation(
        atOnce.length < hasty.least,
        { calls: numbersOf([first.call, ...atOnce.slice(0, hasty.least).map(({ call }) => call)]) },
        `${first.call.method} ${pathOf(first.call)} was repeated ${atOnce.length} times within ${hastyMs} ms of the last failure; a platform in trouble recovers sooner if each retry waits longer`,
      ),
    ];
  });

/** What each 429 of a session asks for with `Retry-After`. A clock may be a little fast. */
const retryAfter = { ms: 1000, leastMs: 900 };

/** Writes that were answered 429 by a scenario, with the pause before the repeat, in documented time. */
const waitsOf = (record: PartnerRecord): Observation[] => {
  const isLimited = (call: PartnerCall): boolean => faultOf(record, call) === 'answered 429' && statusOf(call) === 429;
  return sameWrites(record).flatMap((same) =>
    same.flatMap((call, place) => {
      const last = same[place - 1];
      if (last === undefined || !isLimited(last)) return [];
      const pauseMs = Math.round((call.atMs - endOf(last)) / record.timeScale);
      return [
        observation(
          pauseMs >= retryAfter.leastMs,
          { calls: numbersOf([last, call]) },
          `${last.method} ${pathOf(last)} was answered 429 with Retry-After and repeated after ${pauseMs} ms; the platform asked for ${retryAfter.ms} ms`,
        ),
      ];
    }),
  );
};

export const repeats: readonly Obligation[] = [
  {
    id: 'PART-16',
    text: 'A resent order, store or cart has the same `externalId`, in particular if no response came',
    source: 'Resources and their fields › Common conventions',
    statements: ['S040', 'S196'],
    level: 'must',
    arisesWith: ['orders', 'carts', 'stores'],
    judge(record) {
      const calls = callsOf(record).filter(isKeyedByPartner);
      const afterFailures = calls.filter(isFailed).flatMap((failed) => {
        const externalId = externalIdOf(failed);
        if (externalId === undefined) return [];
        const again = calls.find(
          (call) => call !== failed && call.atMs >= endOf(failed) && externalIdOf(call) === externalId,
        );
        if (again) return [observation(true, { calls: [failed.number, again.number] })];
        const other = underAnotherId(record, calls, failed);
        if (!other) return [];
        const said = externalIdOf(other);
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
        ...doubledRecords(record, 'stores'),
        ...doubledRecords(record, 'abandoned-carts'),
      ];
    },
  },
  {
    id: 'PART-17',
    text: 'A write without a response, or with a 429 or 5xx, is sent again or looked up until it is known to be stored',
    source: 'Errors',
    statements: ['S196'],
    level: 'should',
    inferred: 'a 500 does not say whether the write was stored',
    judge: (record) =>
      failedSends(record).map(({ failed, sends, isOpen, found }) =>
        observation(
          !isOpen,
          { calls: numbersOf([failed, ...sends, ...(found ? [found] : [])]) },
          `${failed.method} ${pathOf(failed)} ${whatHappened(failed)} and was neither sent again until it was accepted nor shown by a read; it may be lost`,
        ),
      ),
  },
  {
    id: 'PART-176',
    text: 'A request that the platform could not take is repeated after a pause',
    source: 'Limits',
    statements: ['S224'],
    level: 'should',
    inferred: 'the document shows no rate limit, and repeats without a pause keep a platform in trouble',
    judge: pausesOf,
  },
  {
    id: 'PART-184',
    text: 'A write that was answered 429 with `Retry-After` is repeated after that time',
    source: 'Limits',
    statements: ['S224'],
    level: 'should',
    inferred: 'the document shows no rate limit, and HTTP lets the platform say when to come again',
    judge: waitsOf,
  },
  {
    id: 'PART-169',
    text: 'A write that is repeated, and a customer that is sent after a restart, has the same values as before',
    source: 'Errors',
    statements: ['S196', 'S040'],
    level: 'should',
    inferred: 'the document does not say that a repeat has the values of the first send',
    judge: (record) => [...changedRepeats(record), ...changedAfterRefusals(record), ...phonesAfterRestarts(record)],
  },
  {
    id: 'PART-102',
    text: 'An order, store, cart or coupon that was accepted with 200 is sent again at most once',
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
          (call) =>
            first &&
            call !== first &&
            call.atMs >= endOf(first) &&
            isAtSameAction(record, call, first) &&
            !wasNotFound(record, call),
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
