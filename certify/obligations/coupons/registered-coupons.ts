import { show } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { doneActions } from '../model/actions.ts';
import { isOnlyShared, isTakenBefore } from '../model/coupon-ends.ts';
import { isHeld } from '../model/coupon-evidence.ts';
import { askedCode, isShownUnusable } from '../model/coupon-uses.ts';
import { momentMs } from '../model/date-forms.ts';
import { isMarkedAtOnce } from '../model/ended-work.ts';
import { actionsOf, heldFrom } from '../model/held-coupons.ts';
import { isSamePhone } from '../model/named-fields.ts';
import { numbersOf, observation, ofCall } from '../model/observation.ts';
import { callsOn, codeIn, endOf, fieldsOf, isAccepted, isTo, nameOf } from '../model/read-call.ts';
import { wasRefused } from '../model/refused-needs.ts';
import type { Obligation, Observation } from '../obligation.ts';
import { registrations } from './coupons.ts';

const source = 'Resources and their fields › Coupon registration input';

/** Judges whether each action that registers a coupon caused a request. */
const registeredBy = (record: PartnerRecord, name: string, route: string): Observation[] => {
  const posts = callsOn(record, 'coupons').filter((call) => isTo(call, route));
  const coupons = new Set(posts.map((call) => codeIn(call) ?? call.body));
  const actions = doneActions(record, name);
  // a declared capability is judged elsewhere if the partner sends nothing
  if (posts.length === 0) return [];
  return actions.flatMap((action, index) => {
    const { number, fromMs, code } = action;
    const untilMs = actions[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY;
    const isNamed = (post: PartnerCall): boolean => code !== undefined && codeIn(post) === code;
    const own = posts.filter((post) => post.atMs >= fromMs && (post.atMs < untilMs || isNamed(post)));
    const needsNoRequest = [wasRefused, isMarkedAtOnce, isOnlyShared].some((isSo) => isSo(record, action));
    if (own.length === 0 && needsNoRequest) return [];
    // simultaneous actions may be sent in any order
    const isSent = own.length > 0 || coupons.size >= actions.length;
    const seen = `the partner accepted ${name}, and no ${route} followed`;
    return [observation(isSent, { actions: [number], calls: numbersOf(own) }, seen)];
  });
};

/**
 * Whether a registered coupon can be used at a moment by any order, as far as the partner has said. One that awaits an order
 * is used by the next order of its customer.
 */
const isUsable = (record: PartnerRecord, registration: PartnerCall, atMs: number): boolean => {
  const { code: sent, expiryDate } = fieldsOf(registration);
  const code = String(sent);
  const isAsked = record.actions.some(
    (action) => action.fromMs < atMs && askedCode(record, action.parameters) === code,
  );
  return (
    !(Date.parse(record.startedAt) + atMs >= momentMs(String(expiryDate))) &&
    !isAsked &&
    !isTakenBefore(record, code, atMs) &&
    !isShownUnusable(record, code, atMs)
  );
};

/** The first state after a giftback of the customer, and the first redemption, of each registered coupon. */
const besideGiftbacks = (record: PartnerRecord): Observation[] => {
  // a partner that refuses every coupon has another reason
  const redeemsAny = record.actions.some(({ action, outcome }) => action === 'redeem' && outcome === 'done');
  return callsOn(record, 'coupons').flatMap((registration) => {
    if (!isTo(registration, 'POST /coupons') || !isAccepted(registration)) return [];
    const { phone, minPurchaseValue, code: sent } = fieldsOf(registration);
    const code = nameOf(sent);
    const giftback = record.coupons.find((each) => each.madeMs > endOf(registration) && isSamePhone(each.phone, phone));
    if (code === undefined || giftback === undefined) return [];
    const states = heldFrom(record, code, registration.atMs);
    const wasHeld = states.some((state) => state.atMs < giftback.madeMs && isHeld(state));
    const after = states.find(({ atMs }) => atMs > giftback.madeMs);
    const use = record.actions.find(
      ({ action, parameters, fromMs }) => action === 'redeem' && parameters.code === code && fromMs > giftback.madeMs,
    );
    const seen = `after the giftback ${giftback.code} of the same customer, the registered coupon ${code} was`;
    return [
      ...(wasHeld && after && isUsable(record, registration, after.atMs)
        ? [observation(isHeld(after), { calls: [registration.number], actions: actionsOf([after]) }, `${seen} gone`)]
        : []),
      // an order may be below a minimum purchase
      ...(use &&
      use.outcome !== 'failed' &&
      redeemsAny &&
      !minPurchaseValue &&
      isUsable(record, registration, use.fromMs)
        ? [
            observation(
              use.outcome === 'done',
              { calls: [registration.number], actions: [use.number] },
              `${seen} refused: ${use.message ?? 'no reason given'}`,
            ),
          ]
        : []),
    ];
  });
};

export const registeredCoupons: readonly Obligation[] = [
  {
    id: 'PART-133',
    text: 'The `code` of a registered coupon is a string',
    source,
    statements: ['S055'],
    level: 'must',
    needs: 'coupons',
    judge: (record) =>
      registrations(record).flatMap((call) => {
        const { code } = fieldsOf(call);
        // another obligation judges a missing one
        if (code === undefined || code === null) return [];
        return [ofCall(call, typeof code === 'string', `sent code ${show(code)}; it should be a string`)];
      }),
  },
  {
    id: 'PART-172',
    text: 'A coupon that the partner registered stays when its customer gets a giftback',
    source: 'States and transitions › Moves that are shown',
    statements: ['S091'],
    level: 'must',
    arisesWith: ['webhooks', 'orders'],
    needs: 'coupons',
    judge: besideGiftbacks,
  },
  {
    id: 'PART-135',
    text: 'Each coupon that the partner is asked to register is registered',
    source: 'What the service does',
    statements: ['S013', 'S133'],
    level: 'must',
    arisesWith: ['coupons', 'shared-coupons'],
    isPromised: true,
    judge: (record) => [
      ...registeredBy(record, 'register-coupon', 'POST /coupons'),
      ...registeredBy(record, 'register-shared-coupon', 'POST /coupons/shared'),
    ],
  },
];
