import { instantOf } from '../../core/instants.ts';
import { isObject, valueAt } from '../../core/json.ts';
import type { Attempt } from '../../fixtures/capture/attempt.ts';
import { type Exchange, isAnswered, type RecordedExchange } from '../../fixtures/exchange.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { percentDecoded } from '../../fixtures/reading/percent-decoded.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import type { Deliveries } from '../subject.ts';
import { isServed, pathOf } from './read-exchange.ts';

/** What a run exchanged and received. */
interface Seen {
  handle: Pick<RunHandle, 'profile' | 'mailboxes'>;
  exchanges: readonly RecordedExchange[];
  deliveries: readonly Deliveries[];
}

/** A lookup that shows a coupon. */
export interface Lookup {
  exchange: Exchange;
  code: string;
  id: unknown;
  /** The order in the path; `undefined` for another lookup. */
  order: string | undefined;
}

/** One coupon of a company, with all attempts and lookups about it. */
export type Notification = Deliveries & {
  code: string;
  lookups: readonly Lookup[];
  /** Responses of `GET /coupons/code/:code` that show no coupon. */
  misses: readonly Exchange[];
  /** The codes that lookups show for the id in the first attempt. */
  codesOfId: readonly string[];
  /** Whether a newer giftback may have canceled the coupon. */
  mayBeCanceled: boolean;
  /** Whether a notification is due: a flow made the coupon, it exists, and the registration did not change since. */
  isDue: boolean;
  /** The registered token of the company; `undefined` if a check may have registered another one. */
  bearerToken: string | undefined;
  /** The `companyId` in the first notification of the company. */
  companyId: unknown;
};

export const codeOf = ({ json }: Attempt): string | undefined =>
  isObject(json) && typeof json.code === 'string' ? json.code : undefined;

const singleCoupon = /^\/coupons\/(?:order\/([^/]+)|code\/([^/]+)|[^/]+)$/;

interface Asked {
  lookup?: Lookup;
  /** The code in the path, if no coupon was returned. */
  missed?: string;
}

/** The coupon that a lookup shows, or the code that it did not find. */
const askedIn = (exchange: Exchange): Asked => {
  const parts = exchange.request.method === 'GET' ? singleCoupon.exec(pathOf(exchange)) : null;
  if (!parts) return {};
  const [, order, sent] = parts;
  const code = valueAt(exchange.body, '/code');
  if (isServed(exchange) && typeof code === 'string')
    return { lookup: { exchange, code, id: valueAt(exchange.body, '/id'), order } };
  return sent === undefined || exchange.status >= 500 ? {} : { missed: percentDecoded(sent) };
};

/** The code that a registration sent. Such a coupon is not of a flow. */
const registeredCode = ({ request }: Exchange): string | undefined => {
  if (request.method !== 'POST' || !request.path.startsWith('/coupons')) return undefined;
  const code = valueAt(parsedJson(request.body ?? ''), '/code');
  return typeof code === 'string' ? code : undefined;
};

const isRegistrationChange = (exchange: Exchange): boolean =>
  exchange.request.method !== 'GET' && pathOf(exchange).startsWith('/webhooks') && isServed(exchange);

/** The periods, in epoch milliseconds, in which one check after another changed the registration. */
const timesOfChange = (changes: readonly Exchange[]): { by: string; fromMs: number; toMs: number }[] => {
  const times: { by: string; fromMs: number; toMs: number }[] = [];
  for (const { by, sentAt, durationMs } of changes) {
    const fromMs = Date.parse(sentAt);
    const last = times.at(-1);
    if (last?.by === by) last.toMs = fromMs + durationMs;
    else times.push({ by, fromMs, toMs: fromMs + durationMs });
  }
  return times;
};

const isAtOrAfter = ({ sentAt }: Exchange, ms: number): boolean => Date.parse(sentAt) >= ms;

/** The first attempt of each company that names a code. */
const firstAttempts = (deliveries: readonly Deliveries[]): Map<string, Attempt> => {
  const firsts = new Map<string, Attempt>();
  for (const { company, attempts } of deliveries) {
    for (const attempt of attempts) {
      const first = firsts.get(company);
      if (codeOf(attempt) !== undefined && (!first || attempt.seq < first.seq)) firsts.set(company, attempt);
    }
  }
  return firsts;
};

interface Reading {
  deliveries: Seen['deliveries'];
  /** How much of the run was read. */
  upTo: readonly [exchanges: number, deliveries: number, attempts: number];
  notifications: Notification[];
}

/** The last reading of each run, which is repeated only if something was added. */
const lastReadings = new WeakMap<Seen['exchanges'], Reading>();

/** Every coupon that a run looked up or was notified of, in the companies whose notifications it receives. */
export const notificationsIn = (seen: Seen): Notification[] => {
  const { exchanges, deliveries } = seen;
  const attempts = deliveries.reduce((sum, look) => sum + look.attempts.length, 0);
  const upTo = [exchanges.length, deliveries.length, attempts] as const;
  const last = lastReadings.get(exchanges);
  const isCurrent = last?.deliveries === deliveries && last.upTo.every((length, index) => length === upTo[index]);
  if (isCurrent) return last.notifications;
  const notifications = readNotifications(seen);
  lastReadings.set(exchanges, { deliveries, upTo, notifications });
  return notifications;
};

/** When the target created the coupon, in epoch milliseconds. */
const madeAt = ({ lookups: [first] }: Notification): number =>
  instantOf(valueAt(first?.exchange.body, '/createdAt')) ?? Number.POSITIVE_INFINITY;

/**
 * When the oldest coupon of each company was created whose notification arrived. A registration may take effect late, and
 * the document does not say what happens to notifications until then.
 */
const firstHeardOf = (notifications: readonly Notification[]): Map<string, number> => {
  const firsts = new Map<string, number>();
  for (const notification of notifications) {
    const { company, attempts } = notification;
    if (attempts.length === 0) continue;
    firsts.set(company, Math.min(madeAt(notification), firsts.get(company) ?? Number.POSITIVE_INFINITY));
  }
  return firsts;
};

/** The changes of the registration of each company, in their order. */
const registrationChanges = (answered: readonly Exchange[]): Map<string, Exchange[]> => {
  // the load script imports this file, and k6 has no Map.groupBy
  const changes = new Map<string, Exchange[]>();
  for (const change of answered.filter(isRegistrationChange)) {
    changes.set(change.company, [...(changes.get(change.company) ?? []), change]);
  }
  return changes;
};

/** Returns whether the registration did not change from before a request until its notification was sent. */
const settledWithin = (
  changes: ReadonlyMap<string, readonly Exchange[]>,
  marginMs: number,
): ((exchange: Exchange) => boolean) => {
  const timesOf = new Map([...changes].map(([company, made]) => [company, timesOfChange(made)]));
  return (exchange) =>
    !timesOf
      .get(exchange.company)
      ?.some(({ fromMs, toMs }) => isAtOrAfter(exchange, fromMs - marginMs) && !isAtOrAfter(exchange, toMs + marginMs));
};

type Growing = Notification & { attempts: Attempt[]; lookups: Lookup[]; misses: Exchange[] };

/** Collects the attempts and the lookups of every coupon. */
const collectByCoupon = (
  { handle, deliveries }: Seen,
  answered: readonly Exchange[],
  changes: ReadonlyMap<string, readonly Exchange[]>,
): Growing[] => {
  const firsts = firstAttempts(deliveries);
  const companiesWithoutGiftbacks = new Set(
    handle.profile.companies
      .filter(({ flows }) => flows?.every(({ active, step }) => !active || step.kind !== 'giftback'))
      .map(({ name }) => name),
  );
  const found = new Map<string, Growing>();
  const keyOf = (company: string, code: string): string => JSON.stringify([company, code]);
  const of = (company: string, code: string): Growing => {
    const known = found.get(keyOf(company, code)) ?? {
      company,
      code,
      about: { kind: 'coupon' as const, code },
      attempts: [],
      assertions: [],
      lookups: [],
      misses: [],
      codesOfId: [],
      isDue: false,
      mayBeCanceled: !companiesWithoutGiftbacks.has(company),
      // the check that changed the registration judges the token
      bearerToken: changes.has(company) ? undefined : handle.mailboxes[company]?.bearerToken,
      companyId: valueAt(firsts.get(company)?.json, '/companyId'),
    };
    found.set(keyOf(company, code), known);
    return known;
  };

  for (const look of deliveries) {
    if (look.about.kind === 'coupon') of(look.company, look.about.code);
    for (const attempt of look.attempts) {
      const code = codeOf(attempt);
      if (code !== undefined) of(look.company, code).attempts.push(attempt);
    }
  }
  for (const exchange of answered) {
    const { company } = exchange;
    if (handle.mailboxes[company] === undefined) continue;
    const { lookup, missed } = askedIn(exchange);
    if (lookup) of(company, lookup.code).lookups.push(lookup);
    if (missed !== undefined) found.get(keyOf(company, missed))?.misses.push(exchange);
  }
  return [...found.values()];
};

/** The codes that lookups show for each id of a coupon, by company and id. */
const codesById = (found: readonly Notification[]): ((company: string, id: unknown) => string[]) => {
  const codes = new Map<string, Set<string>>();
  const keyOf = (company: string, id: unknown): string => JSON.stringify([company, id]);
  for (const { company, lookups } of found) {
    for (const { id, code } of lookups) {
      const key = keyOf(company, id);
      codes.set(key, (codes.get(key) ?? new Set()).add(code));
    }
  }
  return (company, id) => [...(codes.get(keyOf(company, id)) ?? [])];
};

const readNotifications = (seen: Seen): Notification[] => {
  const { handle, exchanges } = seen;
  const { timeScale, tolerances } = handle.profile;
  const answered = exchanges.filter(isAnswered);
  const changes = registrationChanges(answered);
  const isSettledAt = settledWithin(changes, tolerances.dispatchSeconds * 1000 * timeScale + tolerances.slackMs);
  const registered = new Set(answered.flatMap((exchange) => registeredCode(exchange) ?? []));
  const found = collectByCoupon(seen, answered, changes);
  const heardSince = firstHeardOf(found);
  const codesOf = codesById(found);
  for (const notification of found) {
    const { company, lookups, misses, code, attempts } = notification;
    const named = valueAt(attempts[0]?.json, '/id');
    if (typeof named === 'string') notification.codesOfId = codesOf(company, named);
    const byOrder = lookups.filter(({ order }) => order !== undefined);
    const isOfFlow = byOrder.length > 0 && !registered.has(code);
    const isSettled = byOrder.every(({ exchange }) => isSettledAt(exchange));
    // if nothing arrives at all, the way to the receiver may be at fault, which DLV-1 reports
    const isHeard = madeAt(notification) >= (heardSince.get(company) ?? Number.POSITIVE_INFINITY);
    notification.isDue = isHeard && isOfFlow && misses.length === 0 && isSettled;
    if (isOfFlow && isSettled) notification.bearerToken = handle.mailboxes[company]?.bearerToken;
  }
  return found;
};

/** The exchanges by which a notification was judged, without repetitions. */
export const evidenceOf = ({ lookups, misses }: Notification): Exchange[] => {
  const byOrder = new Map(lookups.filter(({ order }) => order !== undefined).map((lookup) => [lookup.order, lookup]));
  const shown = byOrder.size > 0 ? [...byOrder.values()] : lookups.slice(0, 1);
  return [...shown.map(({ exchange }) => exchange), ...misses.slice(0, 1)].map((exchange) => ({
    ...exchange,
    assertions: [],
  }));
};
