import type { Recording } from '../../core/recording.ts';
import type { Exchange, RecordedExchange } from '../../fixtures/exchange.ts';
import { type Company, offered, type Profile } from '../../fixtures/profile/profile.ts';
import { bodiesOf } from '../../fixtures/run/bodies-of.ts';
import { isHeld } from '../../fixtures/run/claim.ts';
import { credentialHeaders } from '../../fixtures/run/credentials.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import {
  companiesWithFlow,
  companyWithFlow,
  type FlowKind,
  flowAlone,
  flowKinds,
  flowsOfKind,
  isStarting,
  missingCapabilities,
  registersWebhooks,
  sharedCompanies,
} from '../capability.ts';
import type { CheckContext, FlowShop, OpenPaths, RegistrationShop } from '../check-context.ts';
import { Unverified } from '../judge/outcome.ts';
import type { Deliveries } from '../subject.ts';
import { caller, type SendAny, type Write } from './calls.ts';
import { clockOf } from './clock.ts';
import type { CheckEnvironment } from './environment.ts';
import { flowShop } from './flow-shop.ts';
import { type FreshSlots, freshBodies, freshSlots, recordingPhones } from './fresh-bodies.ts';
import { givenRecords } from './given.ts';
import { journalEntriesOf } from './journal-entry.ts';
import { recordInputs } from './recording/record-inputs.ts';
import { registrationShop } from './registration-shop.ts';
import { type Settle, type Settled, settling } from './settling.ts';
import { uniqueValues } from './unique.ts';

/**
 * Why the run receives no notifications of a company: the target refused the registration, or the profile allows none.
 */
const noReceiver = ({ unregistered }: Pick<RunHandle, 'unregistered'>, company: string): Unverified => {
  const trouble = unregistered[company];
  return trouble === undefined
    ? new Unverified(
        'not-declared',
        `no notification of company ${company} can be received: declare companies[].webhook.takeOver and capture`,
      )
    : new Unverified('not-reached', trouble);
};

/** One try of a check: its context, what it recorded, and what must be done when it has ended. */
export interface Try {
  context: CheckContext;
  exchanges: RecordedExchange[];
  deliveries: Deliveries[];
  recording: Recording;
  /** How it waited for the target to settle; `undefined` if it did not. */
  settled(): Settled | undefined;
  /** Call this when the check has ended, before `end`. */
  ended(): void;
  /** Releases what the try holds, in the reverse order of taking. Never rejects. */
  end(): Promise<void>;
}

/** Stands for a path that the profile does not declare. A rule that reads it has the capability in `needs`. */
const undeclared = '/undeclared-by-the-profile';

const openPathsOf = ({ resources, internalError }: Profile): OpenPaths => {
  const { customers, products, stores, abandonedCarts, orders, coupons, users } = resources;
  return {
    createCustomer: offered(customers)?.create?.path ?? undeclared,
    createProduct: offered(products)?.create?.path ?? undeclared,
    createStore: offered(stores)?.create?.path ?? undeclared,
    createCart: offered(abandonedCarts)?.create?.path ?? undeclared,
    listCustomers: offered(customers)?.list ?? undeclared,
    listStores: offered(stores)?.list ?? undeclared,
    listCarts: offered(abandonedCarts)?.list ?? undeclared,
    listOrders: offered(orders)?.list ?? undeclared,
    listCoupons: offered(coupons)?.list ?? undeclared,
    listUsers: offered(users)?.list ?? undeclared,
    internalError: internalError ?? undeclared,
  };
};

type Owner = ReturnType<typeof companiesWithFlow>[number];

/**
 * The company that a check takes alone: one whose notifications the run receives, if possible one that no check shares,
 * and of these the one with the shortest queue.
 */
const ownerToTakeAlone = (environment: CheckEnvironment, kind: FlowKind): Owner | undefined => {
  const { profile } = environment.handle;
  const shared = sharedCompanies(profile);
  const able = companiesWithFlow(profile, kind).filter(({ company }) => registersWebhooks(company));
  // if none is received, the first one gives the reason
  const candidates = able.filter(({ company }) => environment.receiver(company.name));
  const costOf = ({ company }: Owner): number =>
    environment.lock(company.name).load() + (shared.has(company) ? Number.MAX_SAFE_INTEGER / 2 : 0);
  return candidates.toSorted((a, b) => costOf(a) - costOf(b))[0] ?? able[0];
};

/** Notes in the journal what each write of a company may create, before and after it is sent. */
const journalWrites =
  (environment: CheckEnvironment, company: string, paths: OpenPaths, phones: ReadonlySet<string>) =>
  (write: Write): ((answer: Exchange) => void) => {
    const sentAt = environment.time.date().toISOString();
    const entries = journalEntriesOf({ ...write, phones }, paths).map((entry) => ({ ...entry, company, sentAt }));
    environment.journal(entries);
    const keyless = entries.filter(({ key }) => key === undefined);
    return ({ status }) => {
      if (status < 300) environment.journal(keyless.map((entry) => ({ ...entry, isAccepted: true })));
    };
  };

const usersOf = (environment: CheckEnvironment, { name, users }: Company): CheckContext['users'] => ({
  known() {
    if (users?.known) return users.known;
    throw new Unverified('not-declared', 'companies[0].users.known is not declared');
  },
  disposable() {
    const { handle } = environment;
    // another run that holds the company deletes the same users
    if (isHeld(handle.unregistered[name])) throw noReceiver(handle, name);
    const user = users?.disposable?.[environment.nextDisposableUser()];
    if (user) return user;
    throw new Unverified('not-declared', 'more disposable users are needed: add to companies[0].users.disposable');
  },
});

/** What the contexts of one try share, for whichever company. */
interface TryState {
  by: string;
  environment: CheckEnvironment;
  shared: Pick<CheckContext, 'body' | 'paths' | 'unique' | 'clock'>;
  slots: FreshSlots;
  onWrite(company: Company): (write: Write) => (answer: Exchange) => void;
  exchanges: RecordedExchange[];
  deliveries: Deliveries[];
  /** What releases the companies that the try holds. */
  endings: (() => Promise<void> | void)[];
}

const stateOf = (by: string, tried: number | string, environment: CheckEnvironment): TryState => {
  const { profile, runId, seed } = environment.handle;
  const paths = openPathsOf(profile);
  const phones = new Set<string>();
  const unique = uniqueValues({ runId, seed, scope: `${by}.${tried}`, phonePattern: profile.phonePattern });
  const slots = recordingPhones(freshSlots(unique), (phone) => phones.add(phone));
  return {
    by,
    environment,
    shared: { body: freshBodies(bodiesOf(profile), slots), paths, unique, clock: clockOf(profile, environment) },
    slots,
    onWrite: ({ name }) =>
      environment.keepsEvidence ? journalWrites(environment, name, paths, phones) : () => () => {},
    exchanges: [],
    deliveries: [],
    endings: [],
  };
};

const senderOf = ({ by, environment, exchanges, onWrite }: TryState, company: Company): SendAny => {
  const { handle, client } = environment;
  const { profile } = handle;
  return caller({
    client,
    by,
    company: company.name,
    credentials: credentialHeaders(profile, company),
    accessHeader: profile.accessHeader.name,
    record: (exchange) => exchanges.push(exchange),
    writes: profile.writes,
    onWrite: onWrite(company),
  });
};

/** The company whose flow of this kind checks share. */
const ownerOf = ({ by, environment }: TryState, kind: FlowKind): Owner => {
  const found = companyWithFlow(environment.handle.profile, kind);
  if (found) return found;
  throw new Error(`${by} uses a ${kind} without naming it in needs`);
};

/** Another company with an active flow, of this kind if one is given, whose notifications the run receives. */
const otherOwner = ({ environment }: TryState, company: Company, kind?: FlowKind): Owner => {
  let unheard: string | undefined;
  for (const other of environment.handle.profile.companies) {
    const flow = flowAlone(other, kind ? flowKinds[kind].fits : isStarting);
    // if nothing is received at all, the coupons of another company still show that its flow ran
    const isHeard = environment.receiver(other.name) !== undefined || !environment.receiver(company.name);
    if (other === company || !flow) continue;
    if (isHeard) return { company: other, flow };
    unheard ??= other.name;
  }
  throw new Unverified(
    'not-declared',
    unheard === undefined
      ? `no second company declares, alone on its trigger, ${kind ? flowKinds[kind].panelSteps : 'an active flow'}`
      : `the run receives no notifications of ${unheard}, the second company with such a flow`,
  );
};

/** A company with a flow, which the try shares until it ends. */
const sharedShop = async (state: TryState, owner: Owner): Promise<FlowShop> => {
  state.endings.push(await state.environment.lock(owner.company.name).share());
  return shopOf(state, owner);
};

const shopOf = (state: TryState, { company, flow }: Owner): FlowShop => {
  const { environment, deliveries } = state;
  return flowShop({
    context: contextFor(state, company),
    company,
    flow,
    receiver: environment.receiver(company.name),
    withoutReceiver: noReceiver(environment.handle, company.name),
    record(seen) {
      deliveries.push(seen);
      environment.deliveries.push(seen);
    },
    otherCompany: async (kind) => sharedShop(state, otherOwner(state, company, kind)),
  });
};

/** A company with a flow, which the try has for itself until it ends. */
const ownShop = async (state: TryState, kind: FlowKind): Promise<RegistrationShop> => {
  const { environment, endings } = state;
  const owner = ownerToTakeAlone(environment, kind) ?? ownerOf(state, kind);
  const { name } = owner.company;
  const receiver = environment.receiver(name);
  if (!receiver) throw noReceiver(environment.handle, name);
  endings.push(await environment.lock(name).takeAlone());
  const { webhooks } = environment.handle.profile.resources;
  return registrationShop({
    shop: shopOf(state, owner),
    receiver,
    idPointer: webhooks ? webhooks.idPointer : undefined,
    onEnd: (task) => endings.push(task),
  });
};

const contextFor = (state: TryState, company: Company): CheckContext => {
  const { by, environment, shared, endings } = state;
  const { profile } = environment.handle;
  const send = senderOf(state, company);
  const get: CheckContext['get'] = (path, options) => send('GET', path, options);
  const post: CheckContext['post'] = (path, options) => send('POST', path, options);
  return {
    ...shared,
    company: company.name,
    get,
    post,
    put: (path, options) => send('PUT', path, options),
    del: (path, options) => send('DELETE', path, options),
    send,
    offers: (needs) => missingCapabilities(profile, needs).length === 0,
    given: givenRecords({ ...shared, get, post }, state.slots, profile),
    users: usersOf(environment, company),
    secondCompany() {
      const [, second] = profile.companies;
      if (second) return contextFor(state, second);
      throw new Error(`${by} uses a second company without naming it in needs`);
    },
    inCompany(name) {
      const named = profile.companies.find((each) => each.name === name);
      if (named) return contextFor(state, named);
      throw new Error(`${by} names ${name}, which is no company of the profile`);
    },
    async takeAlone(what) {
      endings.push(await environment.lock(`${what} of ${company.name}`).takeAlone());
    },
    flowShop: async (kind) => sharedShop(state, ownerOf(state, kind)),
    async flowShops(kind) {
      const shops: FlowShop[] = [];
      for (const owner of flowsOfKind(profile, kind)) shops.push(await sharedShop(state, owner));
      return shops;
    },
    registrationShop: (kind) => ownShop(state, kind),
    unverified(cause, reason): never {
      throw new Unverified(cause, reason);
    },
  };
};

/**
 * Makes the context of one try of the rule `by`. With `settle`, each request waits for the changes before it. A playback
 * does not wait.
 */
export const makeTry = (session: CheckEnvironment, by: string, tried: number | string, settle?: Settle): Try => {
  const settles = settle && settling(session, settle);
  const reachable = settles?.environment ?? session;
  const { environment, inputs } = session.keepsEvidence
    ? recordInputs(reachable)
    : { environment: reachable, inputs: [] };
  const [first] = environment.handle.profile.companies;
  if (!first) throw new Error('a profile has at least one company');
  const state = stateOf(by, tried, environment);
  const { exchanges, deliveries, endings } = state;
  return {
    context: contextFor(state, first),
    exchanges,
    deliveries,
    recording: { tried, inputs },
    settled: () => settles?.settled(),
    ended: () => environment.ended(),
    async end() {
      // the clean-up finds what cannot be released; it never changes a verdict
      for (const ending of endings.toReversed()) await Promise.resolve(ending()).catch(() => {});
    },
  };
};
