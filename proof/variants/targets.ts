import { isObject } from '../../core/json.ts';
import type { Company, Profile } from '../../fixtures/profile/profile.ts';
import { registrar } from '../../fixtures/run/registration.ts';
import { sentFields, withBody } from '../../suites/broken-handling.ts';
import { limitedTo } from './rewriting.ts';
import type { Variant } from './variant.ts';

const flows = 'What the service does';
const notShown = 'Resources and their fields › Fields not shown';
const needsFlows = 'Flows are built in the panel: which there are is for the company to say';
const limits = 'Limits';

const withCompanies =
  (change: (companies: readonly Company[]) => Company[]) =>
  (profile: Profile): Profile => ({ ...profile, companies: change(profile.companies) });

const everyCompany = (change: (company: Company) => Company) => withCompanies((companies) => companies.map(change));

const withoutFlows = everyCompany(({ flows: _, ...company }) => company);

const flowKinds = [
  'giftback flow',
  'percent coupon flow',
  'fixed coupon flow',
  'once per order flow',
  'once per customer flow',
  'on-hold flow',
  'starting flow',
  'completed flow',
  'inactive flow',
  'delivered flow',
  'two giftback flows',
  'giftback and coupon flow',
  'flow with settings',
] as const;

/** Passive rules about notifications. */
export const nothingReceived = {
  cause: 'not-observable',
  rules: ['PAS-15', 'PAS-16', 'PAS-17', 'PAS-21', 'PAS-22', 'PAS-23', 'PAS-24', 'PAS-25', 'PAS-26'],
} as const;

const registeredBefore = 'http://127.0.0.1:9/registered-before';

/** Registers a URL for every company before the run. */
const register: NonNullable<Variant['before']> = async ({ profile, openClient }) => {
  await using client = openClient({ redact: (text) => text, onExchange: () => {} });
  const registerAt = registrar(client, profile, 'before the run');
  const ids = new Map<string, string>();
  for (const company of profile.companies) {
    const { id } = await registerAt(company, { url: registeredBefore });
    if (id === undefined) throw new Error('the registration before the run has no id');
    ids.set(company.name, id);
  }
  return everyCompany((company) => ({
    ...company,
    webhook: { takeOver: true, id: ids.get(company.name), restore: { url: registeredBefore } },
  }));
};

const callsPerSecond = 500;

export const targets: readonly Variant[] = [
  {
    name: 'dialect-foreign',
    text: 'uses other names and paths for everything that the document does not name',
    open: 'Names and paths that are not shown are the profile’s to say',
    source: notShown,
    options: { dialect: 'foreign' },
  },
  {
    name: 'target-one-company',
    text: 'has one company only, with one flow',
    open: 'A credential identifies a company: a target may have issued only one',
    source: 'What the service does',
    profile: withCompanies((companies) =>
      companies.slice(0, 1).map((company) => ({ ...company, flows: (company.flows ?? []).slice(0, 1) })),
    ),
    unverified: [
      {
        cause: 'not-declared',
        needs: [
          'second company',
          'percent coupon flow',
          'fixed coupon flow',
          'once per customer flow',
          'on-hold flow',
          'inactive flow',
          'delivered flow',
          'two giftback flows',
          'giftback and coupon flow',
          'flow with settings',
        ],
      },
    ],
  },
  {
    name: 'target-without-history',
    text: 'has no records from before the run in the company that is asked first',
    open: 'Nothing says that a company has records already',
    source: 'Endpoints › Paginated lists',
    profile: withCompanies((companies) => companies.toReversed()),
    unverified: [
      // between midnight UTC and midnight in Brasília, the records of the run itself distinguish the two days
      { cause: 'not-observable', rules: ['DATE-5', 'DATE-6', 'LAW-8'], extent: 'some' },
    ],
  },
  {
    name: 'target-without-flows',
    text: 'has no flows',
    open: needsFlows,
    source: flows,
    profile: withoutFlows,
    unverified: [
      { cause: 'not-declared', needs: flowKinds },
      // notifications of undeclared flows arrive, and no check looks up their coupons
      { cause: 'not-observable', rules: ['PAS-21'], extent: 'some' },
    ],
  },
  {
    name: 'target-without-capture',
    text: 'cannot reach a receiver of ours',
    open: 'The receiver is the partner’s: a run need not have one that the target reaches',
    source: 'Events › Delivery',
    profile: ({ capture: _, ...profile }) => profile,
    unverified: [{ cause: 'not-declared', needs: ['webhooks'] }, nothingReceived],
  },
  {
    name: 'target-registration-not-ours',
    text: 'has registrations that a run may not touch',
    open: 'There is one registration a company, and it may be in use',
    source: limits,
    profile: everyCompany(({ webhook: _, ...company }) => company),
    unverified: [{ cause: 'not-declared', needs: ['webhooks'] }, nothingReceived],
  },
  {
    name: 'target-without-webhooks',
    text: 'offers no webhooks in its test environment',
    open: 'The profile says which resources a target has',
    source: 'Versioning',
    profile: (profile) => ({ ...profile, resources: { ...profile.resources, webhooks: false } }),
    unverified: [{ cause: 'not-offered', needs: ['webhooks'] }, nothingReceived],
  },
  {
    name: 'target-registered-before',
    text: 'has registrations from before the run, which a second one replaces',
    open: 'There is one registration a company, and it may be in use',
    source: limits,
    before: register,
  },
  {
    name: 'target-registered-before-refusing',
    text: 'has registrations from before the run, and refuses a second one',
    open: 'There is one registration a company: what a second POST does to the first is not said',
    source: limits,
    options: { choices: { webhooks: { secondRegistration: 'refuses-422' } } },
    before: register,
  },
  {
    name: 'target-read-only',
    text: 'may only be read',
    open: 'The profile says whether a run may write',
    source: 'What the service does',
    profile: (profile) => ({ ...profile, writes: false }),
    unverified: [
      {
        cause: 'not-declared',
        needs: [
          'writes',
          'create customers',
          'create products',
          'create orders',
          'create stores',
          'create carts',
          'shared coupons',
          'provider coupons',
          'disposable user',
          'spare disposable user',
          'two spare disposable users',
          'webhooks',
          ...flowKinds,
        ],
      },
      nothingReceived,
      // without writes there is no known coupon to read
      { cause: 'not-observable', rules: ['PAS-1', 'PAS-2', 'PAS-13', 'PAS-14', 'PAS-19'] },
    ],
  },
  {
    name: 'target-without-users',
    text: 'declares no users',
    open: 'Users are made in the panel: which there are is for the company to say',
    source: notShown,
    profile: everyCompany(({ users: _, ...company }) => company),
    unverified: [
      {
        cause: 'not-declared',
        needs: ['known user', 'disposable user', 'spare disposable user', 'two spare disposable users'],
      },
    ],
  },
  {
    name: 'target-without-shared-coupons',
    text: 'does not show the body of a shared coupon',
    open: 'The body of POST /coupons/shared is not shown beyond two fields',
    source: 'Endpoints › Endpoints table',
    profile: (profile) => {
      const { sharedCoupons: _, ...resources } = profile.resources;
      return { ...profile, resources };
    },
    unverified: [{ cause: 'not-declared', needs: ['shared coupons'] }],
  },
  {
    name: 'target-without-internal-error',
    text: 'shows no internal error to a client that asks for one',
    open: 'No request is said to bring an internal error about',
    source: 'Errors',
    profile: ({ internalError: _, ...profile }) => profile,
    unverified: [
      { cause: 'not-declared', needs: ['internal error'] },
      { cause: 'not-observable', rules: ['PAS-7'] },
    ],
  },
  {
    name: 'target-rate-limited',
    text: `answers 429 to more than ${callsPerSecond} calls a second, which its profile says`,
    open: 'Limits of the rate are not shown',
    source: limits,
    options: { wrap: limitedTo(callsPerSecond) },
    profile: (profile) => ({ ...profile, limits: { ...profile.limits, requestsPerSecond: callsPerSecond / 2 } }),
  },
  {
    name: 'target-few-edge-probes',
    text: 'is sent a wrong second header only a few times',
    open: 'The document does not say what the edge does about repeated attempts: the profile says how often it may be tried',
    source: 'Authentication › Edge validation',
    profile: (profile) => ({ ...profile, limits: { ...profile.limits, edgeProbes: 'few' } }),
    unverified: [{ cause: 'not-declared', needs: ['many edge probes'] }],
  },
  {
    name: 'target-four-calls-at-a-time',
    text: 'gets at most four requests at a time',
    open: 'The profile says how much a target is asked at once',
    source: limits,
    profile: (profile) => ({ ...profile, limits: { ...profile.limits, concurrency: 4 } }),
  },
  {
    name: 'target-by-customer-ids',
    text: 'wants the ids of their customers in orders and abandoned carts',
    open: 'How an order names its customer is not shown',
    source: 'Resources and their fields › Order fields known',
    options: {
      wrap: (handle) => async (call) => {
        const isWrite = call.method === 'POST' || call.method === 'PUT';
        if (!isWrite || !['orders', 'abandoned-carts'].includes(call.segments[0] ?? '')) return handle(call);
        const { customerId } = sentFields(call);
        if (typeof customerId !== 'string') return handle(call);
        const path = `/customers/${customerId}`;
        const found = await handle({ ...call, method: 'GET', path, segments: path.split('/').slice(1), body: '' });
        // refused for its credentials
        if (found.status === 401 || found.status === 403) return handle(call);
        if (found.status !== 200 || !isObject(found.body)) {
          return { status: 422, body: { message: 'Customer not found' } };
        }
        const { phone, address = 'Rua Um, 1' } = found.body;
        return handle(withBody(call, ({ customerId: _, ...body }) => ({ ...body, customer: { phone, address } })));
      },
    },
    profile: (profile) => {
      const { orders, abandonedCarts, ...resources } = profile.resources;
      if (!orders || !abandonedCarts) return profile;
      const { list, methods } = abandonedCarts;
      return {
        ...profile,
        resources: {
          ...resources,
          orders: {
            ...orders,
            body: { customerId: '{customerId}', lineItems: [{ name: 'Selo', price: '{total}' }], total: '{total}' },
          },
          abandonedCarts: {
            create: { path: '/abandoned-carts', body: { customerId: '{customerId}' } },
            ...(list ? { list } : {}),
            ...(methods ? { methods } : {}),
          },
        },
      };
    },
    // these send an order of an unknown customer
    unverified: [{ cause: 'not-declared', rules: ['ORD-24', 'ORD-25', 'ORD-37'] }],
  },
];
