import { type JsonObject, show } from '../../../core/json.ts';
import type { HeldCoupon, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { doneActions, isAtOnce, possibleActions } from '../model/actions.ts';
import { codeNamedBy, couponCodes, madeCoupon } from '../model/coupon-calls.ts';
import { isOnlyShared, isRegisteredAhead, mayBeOver } from '../model/coupon-ends.ts';
import { askedCode } from '../model/coupon-uses.ts';
import { dateForm, isOffByZone, momentMs } from '../model/date-forms.ts';
import { derived } from '../model/derived.ts';
import { isMarkedAtOnce } from '../model/ended-work.ts';
import { heldFrom } from '../model/held-coupons.ts';
import { isSamePhone, lastDigits, phoneDigits, phonesIn } from '../model/named-fields.ts';
import { numbersOf, observation, ofCall } from '../model/observation.ts';
import {
  callsOf,
  callsOn,
  changesCoupon,
  codeIn,
  fieldsOf,
  isAccepted,
  isTo,
  isWrite,
  nameOf,
  partsOf,
  registersCoupon,
} from '../model/read-call.ts';
import { wasRefused } from '../model/refused-needs.ts';
import { actionBefore } from '../model/repeated-sends.ts';
import { isStillToCome } from '../model/still-to-come.ts';
import type { Obligation } from '../obligation.ts';
import { compareNumbers, isSameExpiry, typeMeant } from './coupon-values.ts';

const source = 'Resources and their fields › Coupon registration input';

/** The phones of customers as requests that write no coupon have them, by their last digits. */
const sentPhones = derived((record): ReadonlyMap<string, ReadonlySet<string>> => {
  const sent = new Map<string, Set<string>>();
  for (const call of callsOf(record)) {
    if (!isWrite(call) || partsOf(call)[0] === 'coupons') continue;
    for (const { value } of phonesIn(fieldsOf(call), record.names)) {
      const last = lastDigits(value);
      sent.set(last, (sent.get(last) ?? new Set()).add(phoneDigits(value)));
    }
  }
  return sent;
});

/** Another form of the phone in requests for the same customer, with more digits or fewer; undefined if there is none. */
const otherPhone = (record: PartnerRecord, phone: unknown): string | undefined => {
  const sent = sentPhones(record).get(lastDigits(phone)) ?? new Set();
  return sent.has(phoneDigits(phone)) ? undefined : [...sent][0];
};

/** An accepted registration or change of a coupon of the partner, and the coupon in the partner's next state. */
interface HeldOne {
  call: PartnerCall;
  held: HeldCoupon;
  /** The fields that no later call changed before that state. */
  said: JsonObject;
  /** The fields that a later call changed. */
  changed: ReadonlySet<string>;
}

const heldOnes = derived((record): readonly HeldOne[] => {
  const codes = couponCodes(record);
  const accepted = callsOn(record, 'coupons').filter(isAccepted);
  const byCode = Map.groupBy(accepted, (call) => (registersCoupon(call) ? codeIn(call) : codeNamedBy(call, codes)));
  return [...byCode].flatMap(([code, calls]) => {
    // the platform's own coupons do not count
    if (code === undefined || madeCoupon(record, code) !== undefined) return [];
    return calls.flatMap((call, index) => {
      const state = heldFrom(record, code, call.atMs).find((each) => each.held.length > 0);
      const [held] = state?.held ?? [];
      if (state === undefined || held === undefined) return [];
      const later = calls.slice(index + 1).filter(({ atMs }) => atMs <= state.atMs);
      const changed = new Set(later.flatMap((each) => Object.keys(fieldsOf(each))));
      const said = Object.fromEntries(Object.entries(fieldsOf(call)).filter(([name]) => !changed.has(name)));
      return [{ call, held, said, changed }];
    });
  });
});

/** Registered coupons that the partner holds with other values than before, although nothing used or changed them. */
const driftedCoupons: Obligation['judge'] = (record) => {
  const codes = couponCodes(record);
  const writes = callsOn(record, 'coupons').filter((call) => registersCoupon(call) || changesCoupon(call));
  return writes.filter(registersCoupon).flatMap((call) => {
    const code = codeIn(call);
    if (code === undefined || !isAccepted(call) || madeCoupon(record, code) !== undefined) return [];
    const states = heldFrom(record, code, call.atMs).flatMap(({ atMs, held: [held] }) =>
      held ? [{ atMs, held }] : [],
    );
    const [first, ...later] = states;
    const isWrittenBy = (atMs: number): boolean =>
      writes.some(
        (other) =>
          other.atMs > call.atMs &&
          other.atMs <= atMs &&
          [code, undefined].includes(registersCoupon(other) ? codeIn(other) : codeNamedBy(other, codes)),
      );
    const drifted = later.find(({ atMs, held }) => {
      const [before, now] = [typeMeant(first?.held.type ?? ''), typeMeant(held.type ?? '')];
      // a balance becomes less
      const isMore = (held.amount ?? 0) > (first?.held.amount ?? Number.POSITIVE_INFINITY);
      return (isMore || (before && now && before !== now)) && !isWrittenBy(atMs) && !mayBeOver(record, code, atMs);
    });
    if (first === undefined || later.length === 0) return [];
    const [was, is] = [first.held, drifted?.held].map((held) => `${held?.type ?? ''} ${held?.amount}`);
    return [ofCall(call, drifted === undefined, `registered ${code}, held it as ${was}, and later as ${is}`)];
  });
};

/** Whether a customer changed between the creation of a coupon and its state, which may have the new phone. */
const isCustomerChanged = (record: PartnerRecord, call: PartnerCall): boolean => {
  const code = codeIn(call) ?? '';
  const fromMs = doneActions(record, 'register-coupon').find((action) => action.code === code)?.fromMs ?? call.atMs;
  const untilMs = heldFrom(record, code, call.atMs).find(({ held }) => held.length > 0)?.atMs ?? fromMs;
  return possibleActions(record, 'update-customer').some(
    (action) => action.fromMs >= fromMs && action.fromMs <= untilMs,
  );
};

/** The differences between a registration and what the partner holds, as sentences. */
const judgedBy =
  (
    differences: (one: HeldOne, record: PartnerRecord) => (string | undefined)[],
    isJudged: (call: PartnerCall) => boolean = registersCoupon,
  ): Obligation['judge'] =>
  (record) =>
    heldOnes(record)
      .filter(({ call }) => isJudged(call))
      .map((one) => {
        const { call, held } = one;
        const seen = differences(one, record).flatMap((each) => each ?? []);
        const what = registersCoupon(call) ? 'registered' : 'changed';
        return ofCall(call, seen.length === 0, `${what} ${held.code} with ${seen.join(' and ')}`);
      });

const otherNumber = (name: string, sent: unknown, holds: number | undefined): string | undefined =>
  typeof sent !== 'number' || holds === undefined || compareNumbers(sent, holds)?.agrees === true
    ? undefined
    : `${name} ${sent}; the partner holds it with ${holds}`;

/** A date-time with its seconds at zero. */
const minuteOf = (text: string): string => text.replace(/(T\d{2}:\d{2}):\d{2}(?:\.\d+)?/, '$1:00');

/** The moment that the platform reads; undefined where it may read several. */
const momentRead = (sent: unknown): string | undefined => {
  const zone = { zoned: '', unzoned: '-03:00', alone: 'T00:00:00Z' };
  const form = dateForm(sent);
  if (form === undefined || form === 'slashed') return undefined;
  const moment = new Date(momentMs(String(sent) + zone[form]));
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
};

/** A partner may round dates to the minute. */
const roundedMs = 60_000;

/** Coupons whose code no registration has. */
const codesSent: Obligation['judge'] = (record) => {
  const calls = callsOn(record, 'coupons').filter(registersCoupon);
  // a declared capability is judged elsewhere if the partner registers nothing
  if (calls.length === 0) return [];
  return doneActions(record, 'register-coupon', 'register-shared-coupon').flatMap((action) => {
    const { code, number, fromMs, toMs } = action;
    if (code === undefined) return [];
    const later = calls.filter(({ atMs }) => atMs >= fromMs);
    // some software sends its codes in other letters than it keeps them
    const alike = later.filter((call) => codeIn(call)?.toLowerCase() === code.toLowerCase());
    const isSent = alike.some((call) => codeIn(call) === code) || new Set(alike.map(codeIn)).size === 1;
    const reasons = [wasRefused, isMarkedAtOnce, isRegisteredAhead, isOnlyShared];
    const needsNoRequest = reasons.some((isSo) => isSo(record, action));
    if (!isSent && needsNoRequest) return [];
    // another obligation judges a coupon of one customer without a code
    const isWithoutCode = later.some((call) => isTo(call, 'POST /coupons') && !codeIn(call));
    if (!isSent && (isStillToCome(record, toMs) || isWithoutCode)) return [];
    // the evidence of others would show this in plays that have no part in it
    const seenWith = alike.length > 0 ? alike : later.filter((call) => actionBefore(record, call) === action);
    return [
      observation(
        isSent,
        { actions: [number], calls: numbersOf(seenWith) },
        `the coupon ${code} was to be registered, and no POST after that has that code`,
      ),
    ];
  });
};

/** New coupons whose code the partner had answered for another one, which was registered by then and not used. */
const repeatedCodes: Obligation['judge'] = (record) => {
  const asked = doneActions(record, 'register-coupon').filter(({ code }) => code !== undefined);
  // some shops have a single coupon, which they register each time
  const isSingle = new Set(asked.map(({ code }) => code)).size === 1;
  return asked.flatMap((action, index) => {
    const { code, fromMs, number } = action;
    const first = asked.slice(0, index).findLast((earlier) => earlier.code === code);
    if (first === undefined || isSingle) return [];
    const untilMs = isAtOnce(record, first, action) ? Number.POSITIVE_INFINITY : fromMs;
    const registered = callsOn(record, 'coupons').filter(
      (call) => registersCoupon(call) && codeIn(call) === code && call.atMs >= first.fromMs && call.atMs < untilMs,
    );
    const isUsed = record.actions.some(
      (each) =>
        each.fromMs > first.fromMs &&
        each.fromMs < fromMs &&
        askedCode(record, each.parameters) === askedCode(record, { code }),
    );
    return [
      observation(
        isUsed || !registered.some(isAccepted),
        { actions: [first.number, number], calls: numbersOf(registered) },
        `two coupons were to be registered, and both got the code ${code}, so that one of them does not exist`,
      ),
    ];
  });
};

/** What a registration or a change of a coupon says, compared with what the partner holds. */
const otherValues = judgedBy(
  ({ call, held, said }, record) => {
    const { amount, type, phone, minPurchaseValue } = said;
    const other = otherPhone(record, phone);
    const meant = typeMeant(held.type ?? '');
    return [
      otherNumber('amount', amount, held.amount),
      otherNumber('minPurchaseValue', minPurchaseValue, held.minPurchaseValue),
      // another obligation judges an unknown type
      meant === undefined || !(type === 'percent' || type === 'fixed_cart') || type === meant
        ? undefined
        : `type ${type}; the partner holds it with ${held.type}`,
      nameOf(phone) === undefined || !held.phone || isSamePhone(phone, held.phone) || isCustomerChanged(record, call)
        ? undefined
        : `phone ${show(phone)}; the partner holds it for ${held.phone}`,
      nameOf(phone) === undefined || other === undefined
        ? undefined
        : `phone ${show(phone)}; other requests name that customer by ${other}`,
    ];
  },
  (call) => registersCoupon(call) || changesCoupon(call),
);

export const ownCouponValues: readonly Obligation[] = [
  {
    id: 'PART-152',
    text: 'A coupon is registered under the code that the partner gave it, which no other coupon has',
    source,
    statements: ['S055'],
    level: 'must',
    arisesWith: ['coupons', 'shared-coupons'],
    isPromised: true,
    judge: (record) => [...codesSent(record), ...repeatedCodes(record)],
  },
  {
    id: 'PART-153',
    text: 'A coupon is registered with its real amount, type and phone and with no other minimum purchase, and keeps them',
    source,
    statements: ['S057', 'S056', 'S058', 'S060'],
    level: 'must',
    arisesWith: ['coupons', 'shared-coupons'],
    judge: (record) => [...otherValues(record), ...driftedCoupons(record)],
  },
  {
    id: 'PART-140',
    text: 'A coupon is registered with its real minimum purchase',
    source,
    statements: ['S058'],
    level: 'should',
    inferred: 'a registration need not have a minimum purchase',
    judge: judgedBy(
      ({ held, said, changed }) => {
        // another obligation judges a wrong one
        const isSent = typeof said.minPurchaseValue === 'number' || changed.has('minPurchaseValue');
        const isWithout = !isSent && (held.minPurchaseValue ?? 0) !== 0;
        return [isWithout ? `no minPurchaseValue; the partner holds it with ${held.minPurchaseValue}` : undefined];
      },
      // the document does not show that a shared coupon has one
      (call) => isTo(call, 'POST /coupons'),
    ),
  },
  {
    id: 'PART-141',
    text: 'A coupon is registered with its real expiry',
    source,
    statements: ['S059', 'S110', 'S111'],
    level: 'should',
    inferred: 'the document recommends the real expiry',
    judge: judgedBy(({ held, said: { expiryDate } }) => {
      const read = momentRead(expiryDate);
      const holds = held.expiryDate;
      // another obligation judges a date without a time
      if (read === undefined || !holds || [undefined, 'slashed'].includes(dateForm(holds))) return [];
      if (dateForm(expiryDate) === 'alone') return [];
      return [
        // the end of a day may be rounded, but not by the offset of Brasília
        (isSameExpiry(read, holds) || isSameExpiry(read, minuteOf(holds))) &&
        !(dateForm(holds) === 'zoned' && isOffByZone(Date.parse(read), momentMs(holds), roundedMs))
          ? undefined
          : `expiryDate ${show(expiryDate)}, which is ${read}; the partner holds it with ${holds}`,
      ];
    }),
  },
];
