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
import type { CheckContext, FlowShop, OpenPaths } from '../check-context.ts';
import { Unverified } from '../judge/outcome.ts';
import type { Deliveries } from '../subject.ts';
import { caller, type Write } from './calls.ts';
import { clockOf } from './clock.ts';
import type { CheckEnvironment } from './environment.ts';
import { flowShop } from './flow-shop.ts';
import { freshBodies, freshSlots, recordingPhones } from './fresh-bodies.ts';
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
  const { handle, client } = environment;
  const { profile } = handle;
  const exchanges: RecordedExchange[] = [];
  const deliveries: Deliveries[] = [];
  const endings: (() => Promise<void> | void)[] = [];
  const paths = openPathsOf(profile);
  const clock = clockOf(profile, environment);
  const phones = new Set<string>();
  const unique = uniqueValues({
    runId: handle.runId,
    seed: handle.seed,
    scope: `${by}.${tried}`,
    phonePattern: profile.phonePattern,
  });
  const slots = recordingPhones(freshSlots(unique), (phone) => phones.add(phone));
  const body = freshBodies(bodiesOf(profile), slots);
  const [first, second] = profile.companies;
  if (!first) throw new Error('a profile has at least one company');

  const ownerOf = (kind: FlowKind): Owner => {
    const found = companyWithFlow(profile, kind);
    if (found) return found;
    throw new Error(`${by} uses a ${kind} without naming it in needs`);
  };

  const contextFor = (company: Company): CheckContext => {
    const sendAny = caller({
      client,
      by,
      company: company.name,
      credentials: credentialHeaders(profile, company),
      accessHeader: profile.accessHeader.name,
      record: (exchange) => exchanges.push(exchange),
      writes: profile.writes,
      onWrite: session.keepsEvidence ? journalWrites(environment, company.name, paths, phones) : () => () => {},
    });
    const get: CheckContext['get'] = (path, options) => sendAny('GET', path, options);
    const post: CheckContext['post'] = (path, options) => sendAny('POST', path, options);

    const context: CheckContext = {
      company: company.name,
      get,
      post,
      put: (path, options) => sendAny('PUT', path, options),
      del: (path, options) => sendAny('DELETE', path, options),
      send: sendAny,
      body,
      paths,
      offers: (needs) => missingCapabilities(profile, needs).length === 0,
      given: givenRecords({ get, post, body, paths }, slots, profile),
      unique,
      clock,
      users: usersOf(environment, company),
      secondCompany() {
        if (second) return contextFor(second);
        throw new Error(`${by} uses a second company without naming it in needs`);
      },
      inCompany(name) {
        const named = profile.companies.find((each) => each.name === name);
        if (named) return contextFor(named);
        throw new Error(`${by} names ${name}, which is no company of the profile`);
      },
      async takeAlone(what) {
        endings.push(await environment.lock(`${what} of ${company.name}`).takeAlone());
      },
      async flowShop(kind) {
        const owner = ownerOf(kind);
        endings.push(await environment.lock(owner.company.name).share());
        return shopOf(owner);
      },
      async flowShops(kind) {
        const owners = flowsOfKind(profile, kind);
        for (const { company: shared } of owners) endings.push(await environment.lock(shared.name).share());
        return owners.map(shopOf);
      },
      async registrationShop(kind) {
        const owner = ownerToTakeAlone(environment, kind) ?? ownerOf(kind);
        const receiver = environment.receiver(owner.company.name);
        if (!receiver) throw noReceiver(handle, owner.company.name);
        endings.push(await environment.lock(owner.company.name).takeAlone());
        const { webhooks } = profile.resources;
        return registrationShop({
          shop: shopOf(owner),
          receiver,
          idPointer: webhooks ? webhooks.idPointer : undefined,
          onEnd: (task) => endings.push(task),
        });
      },
      unverified(cause, reason): never {
        throw new Unverified(cause, reason);
      },
    };
    return context;
  };

  const shopOf = ({ company, flow }: Owner): FlowShop =>
    flowShop({
      context: contextFor(company),
      company,
      flow,
      receiver: environment.receiver(company.name),
      withoutReceiver: noReceiver(handle, company.name),
      record(seen) {
        deliveries.push(seen);
        environment.deliveries.push(seen);
      },
      async otherCompany(kind) {
        let unheard: string | undefined;
        for (const other of profile.companies) {
          const active = flowAlone(other, kind ? flowKinds[kind].fits : isStarting);
          // if nothing is received at all, the coupons of another company still show that its flow ran
          const isHeard = environment.receiver(other.name) !== undefined || !environment.receiver(company.name);
          if (other === company || !active) continue;
          if (!isHeard) {
            unheard ??= other.name;
            continue;
          }
          endings.push(await environment.lock(other.name).share());
          return shopOf({ company: other, flow: active });
        }
        throw new Unverified(
          'not-declared',
          unheard === undefined
            ? `no second company declares, alone on its trigger, ${kind ? flowKinds[kind].panelSteps : 'an active flow'}`
            : `the run receives no notifications of ${unheard}, the second company with such a flow`,
        );
      },
    });

  return {
    context: contextFor(first),
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
