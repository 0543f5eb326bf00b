import { show } from '../json.ts';
import type { StatementId } from '../rule.ts';
import { couponCalls, isNotFound } from './coupon-calls.ts';
import { dateForm } from './date-forms.ts';
import { actionsOf, type Held, heldFrom } from './held-coupons.ts';
import {
  attemptsOf,
  burstsIn,
  faultOf,
  type Notification,
  notificationsOf,
  singlesIn,
  takenMs,
} from './notifications.ts';
import type { Obligation } from './obligation.ts';
import { observation, ofCall } from './observation.ts';
import { endOf, fieldsOf, isAccepted, isFailed, isTo, nameOf, undisturbed } from './read-call.ts';
import type { HeldCoupon, MadeCoupon, PartnerCall, PartnerRecord } from './record.ts';

const sequence = 'Endpoints › Rules per endpoint';
const coupon = 'Resources and their fields › Coupon';

const numbersOf = (calls: readonly PartnerCall[]): number[] => calls.map(({ number }) => number);
const attemptNumbers = (notification: Notification): number[] => attemptsOf(notification).map(({ number }) => number);

const isCancelled = ({ coupons }: PartnerRecord, code: string): boolean =>
  coupons.some((made) => made.code === code && made.cancelledMs !== null);

/** What the partner said of a coupon after it took the notification; nothing when it was never asked. */
const statesAfter = (record: PartnerRecord, notification: Notification): Held[] => {
  const fromMs = takenMs(notification);
  return fromMs === undefined ? [] : heldFrom(record, notification.code, fromMs);
};

const isHeld = ({ held }: Held): boolean => held.length > 0;

/** Whether each of these that was taken is held at some time afterwards. */
const heldAfterwards =
  (choose: (record: PartnerRecord) => Notification[], seen: string): Obligation['judge'] =>
  (record) =>
    choose(record).flatMap((notification) => {
      const { code } = notification;
      const states = statesAfter(record, notification);
      // a giftback may be cancelled before anybody can look it up
      if (states.length === 0 || isCancelled(record, code)) return [];
      return [
        observation(
          states.some(isHeld),
          { attempts: attemptNumbers(notification), actions: actionsOf(states) },
          `the coupon ${code} ${seen} and is not held; it should have been made`,
        ),
      ];
    });

/** Notifications whose look-ups are so, bursts apart. */
const withLookups =
  (isSo: (lookups: PartnerCall[], isHindered: (call: PartnerCall) => boolean) => boolean) =>
  (record: PartnerRecord): Notification[] => {
    const { lookups } = couponCalls(record);
    const isHindered = (call: PartnerCall): boolean => isFailed(call) || faultOf(record, call) === 'slow';
    return singlesIn(record).filter((notification) => isSo(lookups(notification), isHindered));
  };

/** A coupon as the platform made it and as the partner holds it, the first time that it told. */
const pairsOf = (record: PartnerRecord) =>
  notificationsOf(record).flatMap((notification) => {
    const { code, first } = notification;
    const made = record.coupons.find((each) => each.code === code);
    const state = heldFrom(record, code, first.atMs).find(isHeld);
    const [held] = state?.held ?? [];
    return made && state && held ? [{ made, held, state, attempts: attemptNumbers(notification) }] : [];
  });

const madeWith = (
  id: Obligation['id'],
  what: string,
  statement: StatementId,
  /** What the platform has, what the partner has, and whether they agree; undefined when the partner does not tell. */
  compare: (made: MadeCoupon, held: HeldCoupon) => { has: unknown; holds: unknown; agrees: boolean } | undefined,
): Obligation => ({
  id,
  text: `A coupon is made with the ${what} that the platform has for it`,
  source: coupon,
  statements: ['S012', statement, 'S154', 'S186'],
  level: 'must',
  needs: 'webhooks',
  judge: (record) =>
    pairsOf(record).flatMap(({ made, held, state, attempts }) => {
      const compared = compare(made, held);
      if (!compared) return [];
      const { has, holds, agrees } = compared;
      return [
        observation(
          agrees,
          { attempts, actions: actionsOf([state]) },
          `the coupon ${made.code} is held with ${what} ${show(holds)}; the platform has ${show(has)}`,
        ),
      ];
    }),
});

/** Binary fractions of the same amount may differ by this much. */
const cent = 0.005;

const compareNumbers = (has: number, holds: number | undefined) =>
  holds === undefined ? undefined : { has, holds, agrees: Math.abs(has - holds) < cent };

/** A partner has its own word for a type: only those that can be told are compared. */
const typeMeant = (type: string): string | undefined => {
  if (/percent|porcent|%/i.test(type)) return 'percent';
  return /fix|value|amount|valor/i.test(type) ? 'fixed_cart' : undefined;
};

const dayMs = 24 * 3600 * 1000;
const brasiliaMs = 3 * 3600 * 1000;

/** Whether a partner's expiry is the platform's: to the second, or to the day where it tells no more. */
const isSameExpiry = (has: string, holds: string): boolean => {
  const differs = (zone: string) => Math.abs(Date.parse(holds.replace(' ', 'T') + zone) - Date.parse(has));
  const form = dateForm(holds);
  if (form === 'zoned') return differs('') < 1000;
  // without a zone it may be told in the partner's own
  if (form === 'unzoned') return differs('Z') < 1000 || Math.abs(differs('Z') - brasiliaMs) < 1000;
  return differs('') <= dayMs + brasiliaMs;
};

/** The platform gives this expiry to a coupon that has none. */
const isNever = (expiryDate: string): boolean => Date.parse(expiryDate) >= Date.parse('2100-01-01T00:00:00Z');

/** So many look-ups of a coupon that is gone are nobody's burden. */
const fewLookups = 5;

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
      const { lookups, tellings } = couponCalls(record);
      return notificationsOf(record).flatMap((notification) => {
        const { code, first } = notification;
        const state = heldFrom(record, code, first.atMs).find(isHeld);
        const asked = lookups(notification);
        const [telling] = tellings(notification);
        const signs = [...(state ? [state] : []), ...(telling ? [telling] : [])];
        // what must not be held at all is judged by itself
        if (signs.length === 0 || asked.some(isNotFound)) return [];
        const madeMs = Math.min(...signs.map(({ atMs }) => atMs));
        const reads = asked.filter((call) => isAccepted(call) && call.atMs <= madeMs);
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
  madeWith('PART-72', 'amount', 'S045', ({ amount }, held) => compareNumbers(amount, held.amount)),
  madeWith('PART-73', 'type', 'S044', (made, held) => {
    const meant = typeMeant(held.type ?? '');
    return meant === undefined ? undefined : { has: made.type, holds: held.type, agrees: meant === made.type };
  }),
  madeWith('PART-74', 'minimum purchase', 'S048', ({ minPurchaseValue }, held) =>
    compareNumbers(minPurchaseValue, held.minPurchaseValue),
  ),
  madeWith('PART-75', 'expiry', 'S051', ({ expiryDate }, held) => {
    if (held.expiryDate === undefined) return undefined;
    if (held.expiryDate === null) return { has: expiryDate, holds: 'none', agrees: isNever(expiryDate) };
    const form = dateForm(held.expiryDate);
    if (form === undefined || form === 'slashed') return undefined;
    return { has: expiryDate, holds: held.expiryDate, agrees: isSameExpiry(expiryDate, held.expiryDate) };
  }),
  {
    id: 'PART-76',
    text: 'A coupon that the platform does not let combine is made as one that does not combine',
    source: coupon,
    statements: ['S012', 'S049', 'S154'],
    level: 'must',
    needs: 'webhooks',
    judge: (record) =>
      pairsOf(record)
        .filter(({ made, held }) => !made.acumulative && held.combinable !== undefined)
        .map(({ made, held, state, attempts }) =>
          observation(
            held.combinable === false,
            { attempts, actions: actionsOf([state]) },
            `the coupon ${made.code} combines with other promotions; acumulative is false, so it should not`,
          ),
        ),
  },
  {
    id: 'PART-77',
    text: 'The platform is told under which id the partner holds a coupon',
    source: sequence,
    statements: ['S042', 'S136', 'S154'],
    level: 'should',
    needs: 'webhooks',
    judge(record) {
      const { lookups, tellings } = couponCalls(record);
      return notificationsOf(record).flatMap((notification) => {
        const { code } = notification;
        const states = statesAfter(record, notification).filter(isHeld);
        const isGone = isCancelled(record, code) || lookups(notification).some(isNotFound);
        if (states.length === 0 || isGone) return [];
        const told = tellings(notification);
        return [
          observation(
            told.length > 0,
            { attempts: attemptNumbers(notification), calls: numbersOf(told), actions: actionsOf(states) },
            `the coupon ${code} is held, and no PUT /coupons/code/{code} told its externalId`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-78',
    text: 'The externalId that the platform is told of a coupon is the id under which the partner holds it',
    source: sequence,
    statements: ['S035', 'S042', 'S154'],
    level: 'should',
    needs: 'webhooks',
    judge(record) {
      const { tellings } = couponCalls(record);
      return notificationsOf(record).flatMap((notification) => {
        const { code, first } = notification;
        const states = heldFrom(record, code, first.atMs).filter(isHeld);
        const told = tellings(notification);
        if (states.length === 0 || told.length === 0) return [];
        const held = new Set(states.flatMap((state) => state.held.map(({ id }) => id)));
        const externalIds = told.flatMap((call) => nameOf(fieldsOf(call).externalId) ?? []);
        return [
          observation(
            externalIds.some((externalId) => held.has(externalId)),
            { calls: numbersOf(told), actions: actionsOf(states) },
            `the coupon ${code} is held as ${[...held].join(', ')} and the platform was told ${externalIds.join(', ')}`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-79',
    text: 'The notification of a coupon that cannot be found any more is answered 2xx',
    source: 'Endpoints › Endpoints table',
    statements: ['S089', 'S130', 'S176'],
    level: 'must',
    needs: 'webhooks',
    judge(record) {
      const { lookups } = couponCalls(record);
      return notificationsOf(record).flatMap((notification) => {
        const gone = lookups(notification).filter(isNotFound);
        const [first] = gone;
        if (!first) return [];
        const attempts = attemptsOf(notification).filter((attempt) => endOf(attempt) >= first.atMs);
        const last = notification.again.at(-1) ?? notification.first;
        const asked = attempts.length > 0 ? attempts : [last];
        return [
          observation(
            asked.every(isAccepted),
            { attempts: asked.map(({ number }) => number), calls: numbersOf(gone) },
            `the coupon ${notification.code} was not found, and its notification was not answered 2xx; a coupon may be cancelled at any time`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-80',
    text: 'A coupon that cannot be found any more is not held',
    source: 'States and transitions › Moves that are shown',
    statements: ['S089', 'S130'],
    // inferred: a cancelled giftback is worth nothing
    level: 'should',
    needs: 'webhooks',
    judge(record) {
      const { lookups } = couponCalls(record);
      return notificationsOf(record).flatMap((notification) => {
        const asked = lookups(notification);
        const gone = asked.filter(isNotFound);
        const last = gone.at(-1);
        if (!last || asked.some((call) => isAccepted(call) && call.atMs >= last.atMs)) return [];
        const states = heldFrom(record, notification.code, endOf(last));
        if (states.length === 0) return [];
        const held = states.at(-1)?.held ?? [];
        return [
          observation(
            held.length === 0,
            { calls: numbersOf(gone), attempts: attemptNumbers(notification), actions: actionsOf(states) },
            `the coupon ${notification.code} was answered 404 and is held all the same`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-81',
    text: 'A coupon that cannot be found any more is not looked up again and again',
    source: 'Endpoints › Endpoints table',
    statements: ['S130', 'S194'],
    // inferred: what was not found once is not found the next moment
    level: 'should',
    needs: 'webhooks',
    judge(record) {
      const { lookups } = couponCalls(record);
      return notificationsOf(record).flatMap((notification) => {
        const gone = lookups(notification).filter(isNotFound);
        if (gone.length === 0) return [];
        const { length } = attemptsOf(notification);
        return [
          observation(
            // each attempt is a reason of its own to look
            gone.length <= fewLookups + length,
            { calls: numbersOf(gone), attempts: attemptNumbers(notification) },
            `the coupon ${notification.code} was answered 404 and looked up ${gone.length} times; once or twice is enough`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-82',
    text: 'The look-up of a coupon that was answered 5xx or not at all is made again',
    source: 'Errors',
    statements: ['S186', 'S196'],
    level: 'should',
    needs: 'webhooks',
    judge(record) {
      const { lookups } = couponCalls(record);
      return notificationsOf(record).flatMap((notification) => {
        const asked = lookups(notification);
        const [failed] = asked.filter(isFailed);
        if (!failed) return [];
        const again = asked.filter((call) => call !== failed && call.atMs >= endOf(failed));
        return [
          observation(
            again.length > 0,
            { calls: numbersOf([failed, ...again]) },
            `the look-up of the coupon ${notification.code} failed and was not made again`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-83',
    text: 'A coupon whose look-up was slow or failed at first is made in the end',
    source: 'What the service does',
    statements: ['S012', 'S196'],
    level: 'should',
    needs: 'webhooks',
    judge: heldAfterwards(
      // one that is never made again is judged by itself
      withLookups((lookups, isHindered) => lookups.some(isHindered) && lookups.some(isAccepted)),
      'could not be looked up at first',
    ),
  },
  {
    id: 'PART-84',
    text: 'A coupon that the platform made and notified is not registered with it as one of the partner’s',
    source: 'What the service does',
    statements: ['S011', 'S012', 'S013'],
    // inferred from the two meanings of coupon
    level: 'should',
    needs: 'webhooks',
    judge(record) {
      const posts = undisturbed(record).filter(
        (call) => isTo(call, 'POST /coupons') || isTo(call, 'POST /coupons/shared'),
      );
      return notificationsOf(record).map((notification) => {
        const { code, first } = notification;
        const post = posts.find((call) => nameOf(fieldsOf(call).code) === code && call.atMs >= first.atMs);
        return post
          ? ofCall(post, false, `registered ${code}, which the platform had made itself and notified`)
          : observation(true, { attempts: attemptNumbers(notification) }, '');
      });
    },
  },
];
