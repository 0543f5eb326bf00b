import { show } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { codeNamedBy, couponCodes, couponOf, isNotFound, madeCoupon, withCouponCalls } from '../model/coupon-calls.ts';
import { mayBeOver } from '../model/coupon-ends.ts';
import { attemptNumbers, isHeld, statesAfter } from '../model/coupon-evidence.ts';
import { isCancelled } from '../model/coupon-uses.ts';
import { actionsOf, type Held, heldFrom } from '../model/held-coupons.ts';
import { notificationsOf } from '../model/notifications.ts';
import { numbersOf, observation, ofCall } from '../model/observation.ts';
import {
  callsOn,
  codeIn,
  endOf,
  externalIdOf,
  fieldsOf,
  isAccepted,
  isTo,
  marksCouponUsed,
  mayBeStored,
  nameOf,
  registersCoupon,
  undisturbed,
} from '../model/read-call.ts';
import { couponCodeOf, orderWrites } from '../model/sent-orders.ts';
import { isStillToCome } from '../model/still-to-come.ts';
import type { Obligation, Observation } from '../obligation.ts';
import { isSameExpiry } from './coupon-values.ts';
import { maxIdLength, registrations } from './coupons.ts';

const sequence = 'Endpoints › Rules per endpoint';

/** Judges the ids that were sent for a coupon by those under which the partner holds it. */
const heldAs = (
  record: PartnerRecord,
  code: string,
  writes: readonly PartnerCall[],
  isSame: (externalId: string, held: string) => boolean = (externalId, held) => externalId === held,
): Observation[] => {
  const states = heldFrom(record, code, 0).filter(isHeld);
  const accepted = writes.filter(isAccepted);
  const externalIds = (accepted.length > 0 ? accepted : writes).flatMap((call) => externalIdOf(call) ?? []);
  if (states.length === 0 || externalIds.length === 0) return [];
  const isSent = ({ held }: Held): boolean =>
    externalIds.some((externalId) => held.some(({ id }) => isSame(externalId, id)));
  // a coupon that is of no more use may be put away under another id
  const last = states.findLast(({ atMs }) => !mayBeOver(record, code, atMs));
  const isSentAtLast = last === undefined || isSent(last) || isStillToCome(record, last.atMs);
  const ids = [...new Set((isSentAtLast ? states : [last]).flatMap(({ held }) => held.map(({ id }) => id)))];
  return [
    observation(
      states.some(isSent) && isSentAtLast,
      { calls: numbersOf(writes), actions: actionsOf(states) },
      `the coupon ${code} is held as ${ids.join(', ')} and the platform was sent ${externalIds.join(', ')}`,
    ),
  ];
};

/** Whether an id contains the other one: a shop may put its own name before its number. */
const containsOther = (one: string, other: string): boolean => one.includes(other) || other.includes(one);

/** The `externalId` that a partner sends for a coupon. */
export const couponWriteBack: readonly Obligation[] = [
  {
    id: 'PART-77',
    text: 'The partner sends its own id of a coupon to the platform',
    source: sequence,
    statements: ['S154', 'S136'],
    level: 'should',
    needs: 'webhooks',
    judge: (record) =>
      withCouponCalls(record, notificationsOf(record)).flatMap((notification) => {
        const { code, lookups, writeBacks } = notification;
        const states = statesAfter(record, notification).filter(isHeld);
        const isGone = isCancelled(record, code) || lookups.some(isNotFound);
        const [held] = states;
        if (held === undefined || isGone) return [];
        // some partners write back all new coupons together
        if (writeBacks.length === 0 && isStillToCome(record, held.atMs)) return [];
        return [
          observation(
            writeBacks.length > 0,
            { attempts: attemptNumbers(notification), calls: numbersOf(writeBacks), actions: actionsOf(states) },
            `the coupon ${code} is held, and no PUT /coupons/code/{code} sent its externalId`,
          ),
        ];
      }),
  },
  {
    id: 'PART-78',
    text: 'The `externalId` that the partner sends for a coupon is the id that the partner uses for it',
    source: sequence,
    statements: ['S035', 'S042', 'S154'],
    level: 'must',
    arisesWith: ['webhooks', 'coupons'],
    judge(record) {
      const notified = withCouponCalls(record, notificationsOf(record));
      const codes = new Set<string | undefined>(notified.map(({ code }) => code));
      const registered = registrations(record).filter(
        (call) =>
          isAccepted(call) &&
          !codes.has(codeIn(call)) &&
          // the platform cuts a longer one, which another obligation judges
          (externalIdOf(call) ?? '').length <= maxIdLength,
      );
      return [
        ...notified.flatMap(({ code, writeBacks }) => heldAs(record, code, writeBacks)),
        ...[...Map.groupBy(registered, codeIn)].flatMap(([code = '', posts]) =>
          heldAs(record, code, posts, containsOther),
        ),
      ];
    },
  },
  {
    id: 'PART-161',
    text: 'Setting the `externalId` of a notified coupon changes nothing else of it, and marking it as used changes only its use',
    source: sequence,
    statements: ['S154', 'S135'],
    level: 'should',
    inferred: 'an update may set any field; what the sequence sets is externalId',
    needs: 'webhooks',
    judge: (record) =>
      withCouponCalls(record, notificationsOf(record)).flatMap(({ code, writeBacks }) => {
        const made = madeCoupon(record, code);
        if (made === undefined) return [];
        const marks = callsOn(record, 'coupons').filter(
          (call) => marksCouponUsed(call) && !writeBacks.includes(call) && couponOf(call, couponCodes(record)) === code,
        );
        return [...writeBacks, ...marks].map((call) => {
          const isMark = marks.includes(call);
          const { code: sent, amount, minPurchaseValue, expiryDate, type, used } = fieldsOf(call);
          const isUsed = orderWrites(record).some(
            (write) => isAccepted(write) && couponCodeOf(write) === code && endOf(write) <= call.atMs,
          );
          const changed = [
            ...(nameOf(sent) !== undefined && sent !== code ? [`code ${show(sent)}`] : []),
            ...(typeof amount === 'number' && amount !== made.amount ? [`amount ${amount}`] : []),
            ...(typeof minPurchaseValue === 'number' && minPurchaseValue !== made.minPurchaseValue
              ? [`minPurchaseValue ${minPurchaseValue}`]
              : []),
            ...(typeof expiryDate === 'string' && !isSameExpiry(made.expiryDate, expiryDate)
              ? [`expiryDate ${expiryDate}`]
              : []),
            ...(nameOf(type) !== undefined && type !== made.type ? [`type ${show(type)}`] : []),
            ...(!isMark && isUsed && used === false ? ['used false after its redemption'] : []),
          ];
          return ofCall(
            call,
            changed.length === 0,
            `gave the coupon ${code} ${changed.join(' and ')} ${isMark ? 'when it was marked as used' : 'with its externalId'}`,
          );
        });
      }),
  },
  {
    id: 'PART-117',
    text: 'No two coupons get the same `externalId`',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035', 'S042'],
    level: 'must',
    arisesWith: ['webhooks', 'coupons'],
    judge(record) {
      const codes = couponCodes(record);
      const writes = callsOn(record, 'coupons').flatMap((call) => {
        const externalId = externalIdOf(call);
        const code = codeNamedBy(call, codes);
        // what the platform refused may be used again, and a transaction that a failure undid begins again
        const counts = isTo(call, 'POST /coupons') ? mayBeStored(call) : isAccepted(call);
        return externalId === undefined || code === undefined || !counts ? [] : [{ call, externalId, code }];
      });
      return [...Map.groupBy(writes, ({ externalId }) => externalId)].map(([externalId, all]) => {
        // a shop may keep one giftback for each customer, in which a newer one takes the place of the last
        const isReplaced = (code: string, byMs: number): boolean =>
          (madeCoupon(record, code)?.cancelledMs ?? Number.POSITIVE_INFINITY) <= byMs;
        const kept = all.filter(
          ({ code }, place) =>
            !all.slice(place + 1).some((later) => later.code !== code && isReplaced(code, later.call.atMs)),
        );
        const given = [...new Set(kept.map(({ code }) => code))];
        return observation(
          given.length === 1,
          { calls: all.map(({ call }) => call.number) },
          `the externalId ${externalId} was given to the coupons ${given.slice(0, 10).join(', ')}; it should be of one`,
        );
      });
    },
  },
  {
    id: 'PART-84',
    text: 'A coupon that the platform created and notified is not registered as a coupon of the partner',
    source: 'What the service does',
    statements: ['S013', 'S011', 'S012'],
    level: 'must',
    needs: 'webhooks',
    judge(record) {
      const posts = undisturbed(record).filter(registersCoupon);
      return notificationsOf(record).map((notification) => {
        const { code, first } = notification;
        const post = posts.find((call) => codeIn(call) === code && call.atMs >= first.atMs);
        return post
          ? ofCall(post, false, `registered ${code}, which the platform had made itself and notified`)
          : observation(true, { attempts: attemptNumbers(notification) });
      });
    },
  },
];
