import { isDeepStrictEqual } from 'node:util';
import type { HeldCoupon, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { derived } from './derived.ts';
import { isStored } from './failed-sends.ts';
import { externalIdOf } from './read-call.ts';
import { allOrderWrites, couponCodeOf } from './sent-orders.ts';

/** The partner's state of a coupon at one moment. */
export interface Held {
  atMs: number;
  /** The number of the action before the state; 0 before the first one. */
  after: number;
  /** Several entries if the partner created the coupon more than once. */
  held: readonly HeldCoupon[];
}

/** The code that a reported one stands for. Many shops keep codes in one case: it is the only code of these letters. */
const codesByLetters = derived(({ coupons, actions }): ((reported: string) => string) => {
  const known = new Set([...coupons, ...actions].flatMap(({ code }) => code ?? []));
  const byLetters = Map.groupBy(known, (code) => code.toLowerCase());
  return (reported) => {
    const [only = reported, ...others] = known.has(reported) ? [] : (byLetters.get(reported.toLowerCase()) ?? []);
    return others.length === 0 ? only : reported;
  };
});

/** All coupons of each report: most have only what differs from the one before. */
const statesByCode = derived((record) => {
  const codeOf = codesByLetters(record);
  let byCode: ReadonlyMap<string, readonly HeldCoupon[]> = new Map();
  return record.states
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ atMs, after, coupons, gone }) => {
      const reported = Map.groupBy(coupons, ({ code }) => codeOf(code));
      const isGone = new Set(gone?.map(codeOf));
      const kept = gone === undefined ? [] : [...byCode].filter(([code]) => !isGone.has(code));
      byCode = new Map([...kept, ...reported]);
      return { atMs, after, byCode };
    });
});

/** The partner's states of a coupon from this moment on. */
export const heldFrom = (record: PartnerRecord, code: string, fromMs: number): Held[] =>
  statesByCode(record)
    .filter(({ atMs }) => atMs >= fromMs)
    .map(({ atMs, after, byCode }) => ({ atMs, after, held: byCode.get(code) ?? [] }));

/** The codes that the platform or an action names. */
const namedCodes = derived(
  ({ coupons, attempts, actions }) => new Set([...coupons, ...attempts, ...actions].flatMap(({ code }) => code ?? [])),
);

/**
 * The copies of a coupon that a partner has at one moment and did not have at another, when it had the coupon. Their codes
 * begin with its code, and nobody named them. All else but the id is alike. A used coupon may be replaced by its copy.
 */
export const copiesSince = (record: PartnerRecord, code: string, sinceMs: number, atMs: number): HeldCoupon[] => {
  const states = statesByCode(record).filter((state) => state.atMs <= atMs);
  const before = states.findLast((state) => state.atMs < sinceMs)?.byCode;
  const now = states.at(-1)?.byCode;
  const [held] = now?.get(code) ?? [];
  if (held?.amount === undefined || held.expiryDate === undefined || !before?.has(code)) return [];
  if (allOrderWrites(record).some((call) => call.atMs < atMs && couponCodeOf(call) === code)) return [];
  return [...(now ?? [])].flatMap(([other, copies]) =>
    other.startsWith(code) && other !== code && !before.has(other) && !namedCodes(record).has(other)
      ? copies.filter((copy) => isDeepStrictEqual({ ...copy, code, id: held.id }, held))
      : [],
  );
};

/**
 * The ids under which a coupon was sent. A transaction that a failure undid may begin again with another id. It has to be the
 * only one under which the partner has the coupon, by its reports or else by what it answered.
 */
export const idsSent = (
  record: PartnerRecord,
  code: string,
  writes: readonly PartnerCall[],
): Set<string | undefined> => {
  const stored = new Set(writes.filter((call) => isStored(record, call)).map(externalIdOf));
  const held = heldFrom(record, code, 0).flatMap((state) => state.held.map(({ id }) => id));
  const answered = record.actions.flatMap((action) => (action.code === code && action.id ? [action.id] : []));
  const known = new Set<string | undefined>(held.length > 0 ? held : answered);
  const isBegunAgain = stored.size === 1 && known.size === 1 && [...known].every((id) => stored.has(id));
  return isBegunAgain ? stored : new Set(writes.map(externalIdOf));
};

/** The actions before the states, as evidence. */
export const actionsOf = (states: readonly Held[]): number[] => [
  ...new Set(states.map(({ after }) => after).filter((after) => after > 0)),
];
