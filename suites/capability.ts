import type { Company, Profile } from '../fixtures/profile/profile.ts';

/** Why a capability is missing: the target does not have it, or the profile does not say. */
export interface Missing {
  cause: 'not-offered' | 'not-declared';
  /** What to write into the profile, or to build in the panel, to make the rule run. */
  advice: string;
}

type Resource = 'customers' | 'products' | 'stores' | 'abandonedCarts';
type Offer = (profile: Profile) => true | Missing;

const declare = (advice: string): Missing => ({ cause: 'not-declared', advice });
const absent = (what: string): Missing => ({
  cause: 'not-offered',
  advice: `the profile says that the target has no ${what}`,
});

const open =
  (resource: Resource, part: 'create' | 'list' | 'GET' | 'PUT' | 'DELETE'): Offer =>
  ({ resources, writes }) => {
    const declared = resources[resource];
    if (declared === false) return absent(resource);
    if (part !== 'GET' && part !== 'list' && !writes) return declare('writes: true');
    if (part === 'create') return declared?.create ? true : declare(`resources.${resource}.create (path and body)`);
    if (part === 'list') return declared?.list ? true : declare(`resources.${resource}.list (the path of the list)`);
    return declared?.methods?.includes(part) ? true : declare(`resources.${resource}.methods with '${part}'`);
  };

const documentedList =
  (resource: 'orders' | 'coupons' | 'users'): Offer =>
  ({ resources }) => {
    const declared = resources[resource];
    if (declared === false) return absent(resource);
    return declared?.list ? true : declare(`resources.${resource}.list (the path of the list)`);
  };

const withBody =
  (resource: 'orders' | 'sharedCoupons'): Offer =>
  ({ resources, writes }) => {
    const declared = resources[resource];
    if (declared === false) return absent(resource);
    if (!writes) return declare('writes: true');
    return declared ? true : declare(`resources.${resource}.body`);
  };

const webhooks: Offer = ({ resources, companies, writes, capture }) => {
  if (resources.webhooks === false) return absent('webhooks');
  if (!writes) return declare('writes: true');
  if (!resources.webhooks) return declare('resources.webhooks.body with the slots {url} and {bearerToken}');
  if (!capture) return declare('capture (where the target reaches the capture server)');
  return companies.some(registersWebhooks) ? true : declare('companies[].webhook.takeOver: true');
};

type Flow = NonNullable<Company['flows']>[number];

/** Whether a flow is meant, which also depends on what else the company has. */
export type FitsFlow = (flow: Flow, flows: readonly Flow[]) => boolean;

/** Whether orders that a partner sends start the flow: of `canceled` this is open, and `delivered` never starts. */
export const isStarting = ({ active, trigger }: Flow): boolean =>
  active && (trigger === 'completed' || trigger === 'on-hold');

/** Whether a flow of the panel may start for an order that arrives at the status. */
export const mayStart = (flows: readonly Flow[], status: string): boolean =>
  flows.some(({ active, trigger }) => active && trigger === status);

export const isGiftback = (flow: Flow): boolean =>
  isStarting(flow) && flow.step.kind === 'giftback' && flow.runMode === 'once-per-order';

/** Whether a further flow of the company fits, which no other shares its trigger with. */
const hasBeside = (flow: Flow, flows: readonly Flow[], fits: (other: Flow) => boolean): boolean =>
  flows.some(
    (other) =>
      other.trigger !== flow.trigger &&
      isStarting(other) &&
      fits(other) &&
      flows.filter(({ active, trigger }) => active && trigger === other.trigger).length === 1,
  );

/** The kinds of flow that rules ask for; each is found among the flows that the profile declares. */
export const flowKinds = {
  'giftback flow': isGiftback,
  'two giftback flows': (flow, flows) => isGiftback(flow) && hasBeside(flow, flows, isGiftback),
  'giftback and coupon flow': (flow, flows) =>
    isGiftback(flow) && hasBeside(flow, flows, ({ step }) => step.kind === 'coupon'),
  'flow with settings': (flow) =>
    isStarting(flow) &&
    [flow.minPurchaseValue, flow.acumulative, flow.validDays, flow.startsAfterDays].some(
      (value) => value !== undefined,
    ),
  'percent coupon flow': (flow) => isStarting(flow) && flow.step.kind === 'coupon' && flow.step.discount === 'percent',
  'fixed coupon flow': (flow) => isStarting(flow) && flow.step.kind === 'coupon' && flow.step.discount === 'fixed',
  'once per order flow': (flow) => isStarting(flow) && flow.runMode === 'once-per-order',
  'once per customer flow': (flow) => isStarting(flow) && flow.runMode === 'once-per-customer',
  'on-hold flow': ({ active, trigger }) => active && trigger === 'on-hold',
  'completed flow': ({ active, trigger }) => active && trigger === 'completed',
  'inactive flow': ({ active, trigger }) => !active && trigger !== 'delivered',
  'delivered flow': ({ active, trigger }) => active && trigger === 'delivered',
} satisfies Record<string, FitsFlow>;
export type FlowKind = keyof typeof flowKinds;

const panelSteps: Record<FlowKind, string> = {
  'two giftback flows': 'two active flows on different statuses, both with a Giftback step, once per order',
  'giftback and coupon flow':
    'an active flow with a Giftback step, once per order, and one with a Coupon step on another status',
  'flow with settings': 'minPurchaseValue, acumulative, validDays or startsAfterDays of an active flow',
  'giftback flow': 'an active flow: trigger order status, step Giftback, once per order',
  'percent coupon flow': 'an active flow: trigger order status, step Coupon, percentage',
  'fixed coupon flow': 'an active flow: trigger order status, step Coupon, fixed value',
  'once per order flow': 'an active flow with a create-coupon step, once per order',
  'once per customer flow': 'an active flow with a create-coupon step, once per customer',
  'on-hold flow': 'an active flow whose trigger is the status of an order that awaits payment',
  'completed flow': 'an active flow whose trigger is the status of a paid order',
  'inactive flow': 'a flow that is saved without activation',
  'delivered flow': 'an active flow whose trigger is the option Entregue (`delivered`)',
};

/** Whether a run may register its own URL for the company and so receive its notifications. */
export const registersWebhooks = (company: Company): boolean => company.webhook?.takeOver === true;

/** The company's first flow that fits and whose trigger no other of its active flows shares. */
export const flowAlone = (company: Company, fits: FitsFlow): Flow | undefined => {
  const flows = company.flows ?? [];
  return flows.find(
    (flow) =>
      fits(flow, flows) && flows.every((other) => other === flow || !other.active || other.trigger !== flow.trigger),
  );
};

/** The statuses that POST /orders stores as they are sent. */
const storedStatuses = ['on-hold', 'canceled', 'completed'] as const;

/**
 * A status of POST /orders in which an order of the company enters no flow and does not arrive at this one, so that the
 * receiver can be scripted before the flow runs. One without any flow comes before one whose flows are all inactive.
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

/** Every company with a flow that fits: those whose notifications the run receives first, of these those with a quiet status. */
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
  companiesFitting(profile, flowKinds[kind]);

/** The company whose flow of this kind the checks share. */
export const companyWithFlow = (profile: Profile, kind: FlowKind): FlowOwner | undefined =>
  companiesWithFlow(profile, kind)[0];

/** The companies that checks share for one kind of flow or another. */
export const sharedCompanies = (profile: Profile): Set<Company> =>
  new Set(Object.values(flowKinds).flatMap((fits) => companiesFitting(profile, fits)[0]?.company ?? []));

const flowOffer =
  (kind: FlowKind): Offer =>
  (profile) =>
    companyWithFlow(profile, kind)
      ? true
      : declare(`companies[].flows: ${panelSteps[kind]} (made in the panel, alone on its trigger)`);

const offers = {
  writes: ({ writes }) => (writes ? true : declare('writes: true')),
  'create customers': open('customers', 'create'),
  'list customers': open('customers', 'list'),
  'create products': open('products', 'create'),
  'read products': open('products', 'GET'),
  'update products': open('products', 'PUT'),
  'delete products': open('products', 'DELETE'),
  'create stores': open('stores', 'create'),
  'list stores': open('stores', 'list'),
  'read stores': open('stores', 'GET'),
  'update stores': open('stores', 'PUT'),
  'delete stores': open('stores', 'DELETE'),
  'create carts': open('abandonedCarts', 'create'),
  'list carts': open('abandonedCarts', 'list'),
  'read carts': open('abandonedCarts', 'GET'),
  'update carts': open('abandonedCarts', 'PUT'),
  'delete carts': open('abandonedCarts', 'DELETE'),
  'create orders': withBody('orders'),
  'list orders': documentedList('orders'),
  'list coupons': documentedList('coupons'),
  'list users': documentedList('users'),
  'shared coupons': withBody('sharedCoupons'),
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
  'disposable user': ({ companies, writes }) => {
    if (!writes) return declare('writes: true');
    return companies[0]?.users?.disposable?.length
      ? true
      : declare('companies[0].users.disposable (a user made in the panel that the run may delete)');
  },
  'edge probes': ({ limits }) =>
    limits.edgeProbes === 'none'
      ? declare(`limits.edgeProbes: 'few' or 'all' (requests with a wrong second header)`)
      : true,
  'many edge probes': ({ limits }) =>
    limits.edgeProbes === 'all'
      ? true
      : declare(`limits.edgeProbes: 'all' (about 60 requests with a wrong second header)`),
  'spare disposable user': ({ companies, writes }) => {
    if (!writes) return declare('writes: true');
    return (companies[0]?.users?.disposable?.length ?? 0) > 1
      ? true
      : declare('companies[0].users.disposable with a second user (one is used up by the rules about deletion)');
  },
  'second company': ({ companies }) => (companies.length > 1 ? true : declare('a second entry in companies')),
  webhooks,
  'giftback flow': flowOffer('giftback flow'),
  'percent coupon flow': flowOffer('percent coupon flow'),
  'fixed coupon flow': flowOffer('fixed coupon flow'),
  'once per order flow': flowOffer('once per order flow'),
  'once per customer flow': flowOffer('once per customer flow'),
  'on-hold flow': flowOffer('on-hold flow'),
  'completed flow': flowOffer('completed flow'),
  'two giftback flows': flowOffer('two giftback flows'),
  'giftback and coupon flow': flowOffer('giftback and coupon flow'),
  'flow with settings': flowOffer('flow with settings'),
  'inactive flow': flowOffer('inactive flow'),
  'delivered flow': flowOffer('delivered flow'),
} satisfies Record<string, Offer>;

/** What a profile must offer for a rule to be judged. */
export type Capability = keyof typeof offers;

/** Whether a rule sends requests with a wrong second header. An edge may ban who goes on so: such a rule comes last. */
export const probesTheEdge = ({ needs = [] }: { needs?: readonly Capability[] }): boolean =>
  needs.some((need) => need === 'edge probes' || need === 'many edge probes');

/** The capabilities among `needs` that the profile does not offer, each with what would make it so. */
export const missingCapabilities = (
  profile: Profile,
  needs: readonly Capability[],
): (Missing & { capability: Capability })[] =>
  needs.flatMap((capability) => {
    const offer = offers[capability](profile);
    return offer === true ? [] : [{ capability, ...offer }];
  });

const isCapability = (name: string): name is Capability => Object.hasOwn(offers, name);

/** Every capability that a rule may name. */
export const allCapabilities: readonly Capability[] = Object.keys(offers).filter(isCapability);
