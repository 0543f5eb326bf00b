import type { Company, Profile } from '../fixtures/profile/profile.ts';

/** Why a capability is missing: the target does not have it, or the profile does not declare it. */
export interface Missing {
  cause: 'not-offered' | 'not-declared';
  /** What to write into the profile, or to build in the panel, to make the rule run. */
  advice: string;
}

type Offer = (profile: Profile) => true | Missing;

const declare = (advice: string): Missing => ({ cause: 'not-declared', advice });
const absent = (what: string): Missing => ({
  cause: 'not-offered',
  advice: `the profile says that the target has no ${what}`,
});

const listing =
  (resource: 'customers' | 'stores' | 'abandonedCarts' | 'orders' | 'coupons' | 'users'): Offer =>
  ({ resources }) => {
    const declared = resources[resource];
    if (declared === false) return absent(resource);
    return declared?.list ? true : declare(`resources.${resource}.list (the path of the list)`);
  };

/** Creating records of a resource, or another method on its records. */
const using =
  (resource: 'customers' | 'products' | 'stores' | 'abandonedCarts', use: 'create' | 'GET' | 'PUT' | 'DELETE'): Offer =>
  ({ resources, writes }) => {
    const declared = resources[resource];
    if (declared === false) return absent(resource);
    if (use !== 'GET' && !writes) return declare('writes: true');
    if (use === 'create') return declared?.create ? true : declare(`resources.${resource}.create (path and body)`);
    return declared?.methods?.includes(use) ? true : declare(`resources.${resource}.methods with '${use}'`);
  };

/** Creating records whose path the document shows, and whose body only the profile shows. */
const creatingWithBody =
  (resource: 'orders' | 'sharedCoupons'): Offer =>
  ({ resources, writes }) => {
    const declared = resources[resource];
    if (declared === false) return absent(resource);
    if (!writes) return declare('writes: true');
    return declared ? true : declare(`resources.${resource}.body`);
  };

const disposableUsers =
  (count: number, advice: string): Offer =>
  ({ companies: [first], writes }) => {
    if (!writes) return declare('writes: true');
    return (first?.users?.disposable?.length ?? 0) >= count ? true : declare(`companies[0].users.disposable ${advice}`);
  };

const webhooks: Offer = ({ resources, companies, writes, capture }) => {
  if (resources.webhooks === false) return absent('webhooks');
  if (!writes) return declare('writes: true');
  if (!resources.webhooks) return declare('resources.webhooks.body with the slots {url} and {bearerToken}');
  if (!capture) return declare('capture (where the target reaches the capture server)');
  return companies.some(registersWebhooks) ? true : declare('companies[].webhook.takeOver: true');
};

type Flow = NonNullable<Company['flows']>[number];

/** Whether a flow is of a kind. Some kinds also depend on the other flows of the company. */
export type FitsFlow = (flow: Flow, flows: readonly Flow[]) => boolean;

/** Whether orders of partners start the flow. The document leaves `canceled` open, and `delivered` never starts. */
export const isStarting = ({ active, trigger }: Flow): boolean =>
  active && (trigger === 'completed' || trigger === 'on-hold');

/** Whether a flow may start when an order arrives at the status. */
export const mayStart = (flows: readonly Flow[], status: string): boolean =>
  flows.some(({ active, trigger }) => active && trigger === status);

export const isGiftback = (flow: Flow): boolean =>
  isStarting(flow) && flow.step.kind === 'giftback' && flow.runMode === 'once-per-order';

/** Whether another flow of the company fits and is the only active one with its trigger. */
const hasOther = (flow: Flow, flows: readonly Flow[], fits: (other: Flow) => boolean): boolean =>
  flows.some(
    (other) =>
      other.trigger !== flow.trigger &&
      isStarting(other) &&
      fits(other) &&
      flows.filter(({ active, trigger }) => active && trigger === other.trigger).length === 1,
  );

interface KindOfFlow {
  fits: FitsFlow;
  /** How to make such a flow in the panel. */
  panelSteps: string;
}

/** The kinds of flow that rules need. Each is looked for among the flows that the profile declares. */
export const flowKinds = {
  'giftback flow': {
    fits: isGiftback,
    panelSteps: 'an active flow: trigger order status, step Giftback, once per order',
  },
  'two giftback flows': {
    fits: (flow, flows) => isGiftback(flow) && hasOther(flow, flows, isGiftback),
    panelSteps: 'two active flows on different statuses, both with a Giftback step, once per order',
  },
  'giftback and coupon flow': {
    fits: (flow, flows) => isGiftback(flow) && hasOther(flow, flows, ({ step }) => step.kind === 'coupon'),
    panelSteps: 'an active flow with a Giftback step, once per order, and one with a Coupon step on another status',
  },
  'flow with settings': {
    fits: (flow) =>
      isStarting(flow) &&
      [flow.minPurchaseValue, flow.acumulative, flow.validDays, flow.startsAfterDays].some(
        (value) => value !== undefined,
      ),
    panelSteps: 'minPurchaseValue, acumulative, validDays or startsAfterDays of an active flow',
  },
  'percent coupon flow': {
    fits: (flow) => isStarting(flow) && flow.step.kind === 'coupon' && flow.step.discount === 'percent',
    panelSteps: 'an active flow: trigger order status, step Coupon, percentage',
  },
  'fixed coupon flow': {
    fits: (flow) => isStarting(flow) && flow.step.kind === 'coupon' && flow.step.discount === 'fixed',
    panelSteps: 'an active flow: trigger order status, step Coupon, fixed value',
  },
  'once per order flow': {
    fits: (flow) => isStarting(flow) && flow.runMode === 'once-per-order',
    panelSteps: 'an active flow with a create-coupon step, once per order',
  },
  'once per customer flow': {
    fits: (flow) => isStarting(flow) && flow.runMode === 'once-per-customer',
    panelSteps: 'an active flow with a create-coupon step, once per customer',
  },
  'starting flow': {
    fits: isStarting,
    panelSteps: 'an active flow whose trigger is the status of an order that is paid or awaits payment',
  },
  'on-hold flow': {
    fits: ({ active, trigger }) => active && trigger === 'on-hold',
    panelSteps: 'an active flow whose trigger is the status of an order that awaits payment',
  },
  'completed flow': {
    fits: ({ active, trigger }) => active && trigger === 'completed',
    panelSteps: 'an active flow whose trigger is the status of a paid order',
  },
  'inactive flow': {
    fits: ({ active, trigger }) => !active && trigger !== 'delivered',
    panelSteps: 'a flow that is saved without activation',
  },
  'delivered flow': {
    fits: ({ active, trigger }) => active && trigger === 'delivered',
    panelSteps: 'an active flow whose trigger is the option Entregue (`delivered`)',
  },
} satisfies Record<string, KindOfFlow>;
export type FlowKind = keyof typeof flowKinds;

/** Whether a run may register its own URL for the company and so receive its notifications. */
export const registersWebhooks = (company: Company): boolean => company.webhook?.takeOver === true;

/** The company's flows that fit and are the only active one with their trigger. */
const flowsAlone = ({ flows = [] }: Company, fits: FitsFlow): Flow[] =>
  flows.filter(
    (flow) =>
      fits(flow, flows) && flows.every((other) => other === flow || !other.active || other.trigger !== flow.trigger),
  );

/** The first of them. */
export const flowAlone = (company: Company, fits: FitsFlow): Flow | undefined => flowsAlone(company, fits)[0];

/** The statuses that `POST /orders` stores as sent. */
const storedStatuses = ['on-hold', 'canceled', 'completed'] as const;

/**
 * A status in which a new order enters no flow, so that the receiver can be scripted before this flow runs. A status
 * without any flow is preferred to one whose flows are all inactive.
 */
export const quietStatus = ({ flows = [] }: Company, flow: Flow): (typeof storedStatuses)[number] | undefined => {
  const without = (isMeant: (other: Flow) => boolean) =>
    storedStatuses.find(
      (status) => status !== flow.trigger && !flows.some((other) => other.trigger === status && isMeant(other)),
    );
  return without(() => true) ?? without(({ active }) => active);
};

interface FlowOwner {
  company: Company;
  flow: Flow;
}

/**
 * Companies with a flow that fits. Those whose notifications the run receives come first, then those with a quiet
 * status.
 */
const companiesFitting = ({ companies }: Profile, fits: FitsFlow): FlowOwner[] => {
  const rank = ({ company, flow }: FlowOwner): number =>
    2 * Number(registersWebhooks(company)) + Number(quietStatus(company, flow) !== undefined);
  return companies
    .flatMap((company) => {
      const flow = flowAlone(company, fits);
      return flow ? [{ company, flow }] : [];
    })
    .sort((a, b) => rank(b) - rank(a));
};

export const companiesWithFlow = (profile: Profile, kind: FlowKind): FlowOwner[] =>
  companiesFitting(profile, flowKinds[kind].fits);

/** Every flow of this kind, in every company. */
export const flowsOfKind = (profile: Profile, kind: FlowKind): FlowOwner[] =>
  companiesWithFlow(profile, kind).flatMap(({ company }) =>
    flowsAlone(company, flowKinds[kind].fits).map((flow) => ({ company, flow })),
  );

/** The company whose flow of this kind the checks share. */
export const companyWithFlow = (profile: Profile, kind: FlowKind): FlowOwner | undefined =>
  companiesWithFlow(profile, kind)[0];

/** The companies that checks share, for any kind of flow. */
export const sharedCompanies = (profile: Profile): Set<Company> =>
  new Set(Object.values(flowKinds).flatMap(({ fits }) => companiesFitting(profile, fits)[0]?.company ?? []));

const flowOffer =
  (kind: FlowKind): Offer =>
  (profile) =>
    companyWithFlow(profile, kind)
      ? true
      : declare(`companies[].flows: ${flowKinds[kind].panelSteps} (made in the panel, alone on its trigger)`);

const offers = {
  writes: ({ writes }) => (writes ? true : declare('writes: true')),
  'create customers': using('customers', 'create'),
  'list customers': listing('customers'),
  'create products': using('products', 'create'),
  'read products': using('products', 'GET'),
  'update products': using('products', 'PUT'),
  'delete products': using('products', 'DELETE'),
  'create stores': using('stores', 'create'),
  'list stores': listing('stores'),
  'read stores': using('stores', 'GET'),
  'update stores': using('stores', 'PUT'),
  'delete stores': using('stores', 'DELETE'),
  'create carts': using('abandonedCarts', 'create'),
  'list carts': listing('abandonedCarts'),
  'read carts': using('abandonedCarts', 'GET'),
  'update carts': using('abandonedCarts', 'PUT'),
  'delete carts': using('abandonedCarts', 'DELETE'),
  'create orders': creatingWithBody('orders'),
  'list orders': listing('orders'),
  'list coupons': listing('coupons'),
  'list users': listing('users'),
  'shared coupons': creatingWithBody('sharedCoupons'),
  'provider coupons': ({ resources, writes }) => {
    if (!writes) return declare('writes: true');
    const { coupons } = resources;
    if (coupons === false) return absent('coupons');
    return coupons?.createOnProvider
      ? true
      : declare('resources.coupons.createOnProvider: true (each such coupon is made in the shop that is connected)');
  },
  'coupons config': ({ resources }) => (resources.couponsConfig === false ? absent('coupons-config') : true),
  'internal error': ({ internalError }) =>
    internalError ? true : declare('internalError (a GET path that the target answers with an internal error)'),
  'known user': ({ companies }) =>
    companies[0]?.users?.known ? true : declare('companies[0].users.known (id and e-mail of a user in the panel)'),
  'disposable user': disposableUsers(1, '(a user made in the panel that the run may delete)'),
  'edge probes': ({ limits }) =>
    limits.edgeProbes === 'none'
      ? declare(`limits.edgeProbes: 'few' or 'all' (requests with a wrong second header)`)
      : true,
  'many edge probes': ({ limits }) =>
    limits.edgeProbes === 'all'
      ? true
      : declare(`limits.edgeProbes: 'all' (about 60 requests with a wrong second header)`),
  'spare disposable user': disposableUsers(2, 'with a second user (one is used up by the rules about deletion)'),
  'two spare disposable users': disposableUsers(3, 'with a third user (two are used up by the rules about deletion)'),
  'second company': ({ companies }) => (companies.length > 1 ? true : declare('a second entry in companies')),
  webhooks,
} satisfies Record<string, Offer>;

/** What a profile must offer for a rule to be judged. */
export type Capability = keyof typeof offers | FlowKind;

/**
 * Whether a rule sends requests with a wrong second header. Such rules run last, because a gateway may ban the address.
 */
export const probesTheEdge = ({ needs = [] }: { needs?: readonly Capability[] }): boolean =>
  needs.some((need) => need === 'edge probes' || need === 'many edge probes');

const isFlowKind = (name: string): name is FlowKind => Object.hasOwn(flowKinds, name);

/** The capabilities among `needs` that the profile does not offer, each with advice. */
export const missingCapabilities = (
  profile: Profile,
  needs: readonly Capability[],
): (Missing & { capability: Capability })[] =>
  needs.flatMap((capability) => {
    const offer = isFlowKind(capability) ? flowOffer(capability)(profile) : offers[capability](profile);
    return offer === true ? [] : [{ capability, ...offer }];
  });

const isCapability = (name: string): name is Capability => Object.hasOwn(offers, name) || isFlowKind(name);

/** Every capability that a rule may name. */
export const allCapabilities: readonly Capability[] = Object.keys({ ...offers, ...flowKinds }).filter(isCapability);
