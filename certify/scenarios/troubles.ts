import type { PartnerCapability } from '../../core/partner-record.ts';
import { type Route, routesThat } from '../../core/routes.ts';
import { isTo } from '../obligations/model/read-call.ts';
import type { ArrivedCall, CallDisturbance } from '../stage/disturbances.ts';
import { type ActionName, hookContract } from '../triggers/hook-contract.ts';
import type { Play, Scenario } from './scenario.ts';

/** The records from before the disturbance, for the actions during it. */
interface Prepared {
  phone: string;
  /** The partner's ids of orders and customers, and the codes of coupons; undefined if it did not report them. */
  orders: (string | undefined)[];
  customers: (string | undefined)[];
  codes: (string | undefined)[];
}

/** One action during a disturbance. The action is not possible if `parameters` returns undefined. */
interface PlannedAction {
  action: ActionName;
  parameters?: (prepared: Prepared, play: Play) => Record<string, unknown> | undefined;
}

const withId = (id: string | undefined) => (id === undefined ? undefined : { id });
const withCode = (code: string | undefined) => (code === undefined ? undefined : { code });

/**
 * Actions at the same time: at most one for each kind of record, so that each request belongs to a known action. The
 * order comes last, because the scenario waits for the last action.
 */
const making: readonly PlannedAction[] = [
  { action: 'create-customer' },
  { action: 'create-product' },
  { action: 'create-store' },
  { action: 'create-cart' },
  { action: 'register-coupon' },
  { action: 'register-shared-coupon' },
  { action: 'change-webhook' },
  { action: 'create-order', parameters: ({ phone }) => ({ status: 'on-hold', phone }) },
];
const changing: readonly PlannedAction[] = [
  { action: 'update-customer', parameters: ({ customers: [id] }) => withId(id) },
  { action: 'mark-coupon-used', parameters: ({ codes: [code] }) => withCode(code) },
  { action: 'pay-order', parameters: ({ orders: [id] }) => withId(id) },
];
const ending: readonly PlannedAction[] = [
  { action: 'delete-customer', parameters: ({ customers: [, id] }) => withId(id) },
  { action: 'cancel-order', parameters: ({ orders: [, id] }) => withId(id) },
];
/** Changes of records whose change before was refused. */
const changingAgain: readonly PlannedAction[] = [
  { action: 'update-customer', parameters: ({ customers: [id] }) => withId(id) },
  { action: 'cancel-order', parameters: ({ orders: [id] }) => withId(id) },
];
const redeeming: readonly PlannedAction[] = [{ action: 'redeem', parameters: ({ codes: [, code] }) => withCode(code) }];
/** The list comes last: each of its pages is a request of the action before it. */
const readingList = (since: (play: Play) => Record<string, unknown>): readonly PlannedAction[] => [
  { action: 'read-coupons-config' },
  { action: 'synchronize', parameters: (_, play) => ({ list: 'products', pageSize: 50, ...since(play) }) },
];
const reading = readingList(() => ({}));
/** Only what is new, on one page: for scenarios that do not disturb the pages. */
const readingNews = readingList(({ momentAgo }) => ({ since: momentAgo(0) }));

const roundsWith = (read: readonly PlannedAction[]): (readonly PlannedAction[])[] => [
  making,
  changing,
  ending,
  [...redeeming, ...read],
];
const rounds = roundsWith(reading);

/** Has a coupon to use: one that the partner registers, or else one that is notified, or else one of its own. */
const couponToUse = async (play: Play): Promise<string | undefined> => {
  const { act, runFlow, settle, newPhone, latestCode, isDeclaredFor } = play;
  if (isDeclaredFor('coupons')) return (await act('register-coupon')).code;
  if (!isDeclaredFor('webhooks')) return isDeclaredFor('redemption') ? (await act('make-coupon')).code : undefined;
  if (!isDeclaredFor('redemption') && !isDeclaredFor('mark-used')) return undefined;
  await runFlow(newPhone());
  await settle();
  return latestCode();
};

const prepare = async (play: Play): Promise<Prepared> => {
  const { act, actAndSettle, newPhone, isDeclaredFor } = play;
  const prepared: Prepared = { phone: newPhone(), orders: [], customers: [], codes: [] };
  for (let record = 0; record < 2; record += 1) {
    if (isDeclaredFor('customers')) prepared.customers.push((await act('create-customer')).id);
    prepared.codes.push(await couponToUse(play));
    const order = { status: 'on-hold', ...(record === 0 ? { phone: prepared.phone } : {}) };
    if (isDeclaredFor('orders')) prepared.orders.push((await actAndSettle('create-order', order)).id);
  }
  return prepared;
};

/** Makes the partner perform each declared action without a wait between them. Resolves with the id of the new order. */
const actEach = async (
  planned: readonly PlannedAction[],
  prepared: Prepared,
  play: Play,
  act: Play['act'] = play.act,
): Promise<string | undefined> => {
  let order: string | undefined;
  for (const { action, parameters = () => ({}) } of planned) {
    if (!play.isDeclaredFor(hookContract[action].capability)) continue;
    const given = parameters(prepared, play);
    if (given === undefined) continue;
    const { id } = await act(action, given);
    if (action === 'create-order') order = id;
  }
  return order;
};

/** A partner that asks again and again until it gets an answer is never idle before. */
const refusalSeconds = 300;

interface Trouble extends Omit<CallDisturbance, 'hits'> {
  name: string;
  /** The end of a sentence about the requests. */
  words: string;
  /** The requests that are not disturbed. */
  isSpared?: (call: ArrivedCall) => boolean;
  /** The duration in documented seconds. */
  seconds?: number;
  /** Disturbs the creation of the records as well, so that the partner knows no id of them. */
  isFromTheStart?: true;
  /** Restarts the partner during the disturbance. */
  restarts?: true;
  /** Delays each response, so that all requests overlap. */
  isAtOnce?: true;
}

const capabilitiesOf = (planned: readonly PlannedAction[]): PartnerCapability[] => [
  ...new Set(planned.map(({ action }) => hookContract[action].capability)),
];

/** A kind of requests to disturb. */
interface Disturbed {
  name: string;
  words: string;
  needsOneOf: readonly PartnerCapability[];
  /** Disturbs each route from its first request on, because some requests come only after other responses. */
  routes: readonly ((call: ArrivedCall) => boolean)[];
  reading: readonly PlannedAction[];
}

const to =
  (route: Route) =>
  (call: ArrivedCall): boolean =>
    isTo(call, route);

const sent = new Set(rounds.flat().flatMap(({ action }): readonly Route[] => hookContract[action].sends));

const sends: Disturbed = {
  name: 'sends',
  words: 'What the partner sends, of each kind,',
  needsOneOf: capabilitiesOf([...making, ...changing, ...ending, ...redeeming]),
  routes: routesThat('creates', 'updates', 'deletes')
    .filter((route) => sent.has(route))
    .map(to),
  reading: readingNews,
};

const lookUps: Disturbed = {
  name: 'look-ups',
  words: 'What the partner looks up or reads, of each kind,',
  needsOneOf: capabilitiesOf(rounds.flat()),
  routes: routesThat('reads', 'lists').map(to),
  reading,
};

const disturb = (
  { name, words, needsOneOf, routes, reading: read }: Disturbed,
  {
    name: trouble,
    words: what,
    isSpared = () => false,
    seconds = 0,
    restarts,
    isAtOnce,
    isFromTheStart,
    ...disturbance
  }: Trouble,
): Scenario => ({
  name: `${name}-${trouble}`,
  title: `${words} ${what}`,
  needs: [],
  needsOneOf,
  async play(play) {
    const { disturbCall, endDisturbances, settle, runFlow, newPhone, isDeclaredFor, look, realMs, pass, restart } =
      play;
    const notify = async (): Promise<void> => {
      if (isDeclaredFor('webhooks')) await runFlow(newPhone());
    };
    const isOutage = disturbance.kind === 'answered 500' && seconds > 0 && !restarts;
    const disturbEach = (): void => {
      for (const hits of routes) {
        disturbCall({
          ...disturbance,
          hits: (call) => hits(call) && !isSpared(call),
          ...(seconds === 0 || restarts ? {} : { forMs: realMs(seconds) }),
        });
      }
    };
    if (isFromTheStart) disturbEach();
    const prepared = await prepare(play);
    // no partner has to continue with a list after an interruption
    const own = roundsWith(read);
    let made: string | undefined;
    const atOnce = own.flat().filter(({ action }) => !restarts || action !== 'synchronize');
    for (const planned of restarts || isAtOnce ? [atOnce] : own) {
      disturbEach();
      if (planned === making || isAtOnce || restarts) await notify();
      made = (await actEach(planned, prepared, play, restarts ? play.actBeforeRestart : play.act)) ?? made;
      if (isOutage && planned === making) await notify();
      if (restarts) {
        await pass(realMs(seconds));
        await restart();
      } else {
        await settle();
      }
      endDisturbances();
    }
    await settle();
    // after a 404, a partner may take the record as deleted
    if (seconds === refusalSeconds && trouble !== 'answered-404') await actEach(changingAgain, prepared, play);
    // an order whose creation was disturbed and then accepted changes like any other
    if (seconds !== refusalSeconds && made !== undefined) await play.act('pay-order', { id: made });
    await notify();
    await actEach([...making, ...read], prepared, play);
    await settle();
    await look();
  },
});

const outageSeconds = 3;
/** Shorter, so that a partner that retries during an outage still does when it is restarted. */
const restartSeconds = 1;
/** The wait for the answer to a lost request, in milliseconds: longer than until the restart. */
const lostMs = 2_000;

/** A partner that gets 404 for its registration may create a second one. */
const isRegistration = ({ path }: ArrivedCall): boolean => path.startsWith('/webhooks');

const refusals: readonly Trouble[] = (['401', '403', '404', '422'] as const).map((status) => ({
  name: `answered-${status}`,
  words: `is answered ${status} for a while`,
  kind: `answered ${status}`,
  seconds: refusalSeconds,
  ...(status === '404' ? { isSpared: isRegistration } : {}),
}));

const passing: readonly Trouble[] = [
  { name: 'answered-429', words: 'is answered 429 once', kind: 'answered 429', times: 1 },
  { name: 'answered-500', words: 'is answered 500 once', kind: 'answered 500', times: 1 },
  { name: 'answered-503', words: 'is answered 503 once, by a gateway', kind: 'answered 503', times: 1 },
  { name: 'reset', words: 'is reset once', kind: 'reset', times: 1 },
  {
    name: 'answered-500-for-seconds',
    words: 'is answered 500 for some seconds',
    kind: 'answered 500',
    seconds: outageSeconds,
  },
  {
    name: 'answered-500-restarted',
    words: 'is answered 500 until the partner is started again',
    kind: 'answered 500',
    seconds: restartSeconds,
    restarts: true,
  },
];

/** One scenario for each kind of request and each kind of disturbance. */
export const troubleScenarios: readonly Scenario[] = [
  ...[...refusals, ...passing].flatMap((trouble) => [disturb(sends, trouble), disturb(lookUps, trouble)]),
  ...(
    [
      { name: 'answered-400', words: 'is answered 400 for a while', kind: 'answered 400', seconds: refusalSeconds },
      { name: 'stored-then-reset', words: 'is stored and then reset', kind: 'stored, then reset', times: 1 },
      {
        name: 'stored-then-no-answer',
        words: 'is stored without an answer',
        kind: 'stored, then no answer',
        times: 1,
        isAtOnce: true,
      },
      {
        name: 'stored-then-restarted',
        words: 'is stored, and the partner is started again before the answer',
        kind: 'stored, then no answer',
        times: 1,
        seconds: outageSeconds,
        restarts: true,
      },
      {
        name: 'lost-then-restarted',
        words: 'is lost, and the partner is started again while it waits for the answer',
        kind: 'reset',
        times: 1,
        delayMs: lostMs,
        seconds: restartSeconds,
        restarts: true,
      },
      {
        name: 'echoed',
        words: 'is answered with what was sent',
        kind: 'echoed',
        isFromTheStart: true,
      },
      {
        name: 'answered-without-id',
        words: 'is answered without an id',
        kind: 'answered without id',
        isFromTheStart: true,
      },
    ] as const satisfies readonly Trouble[]
  ).map((trouble) => disturb(sends, trouble)),
  disturb(lookUps, {
    name: 'slow',
    words: 'takes its time',
    kind: 'slow',
    times: 1,
    delayMs: 200,
  }),
];
