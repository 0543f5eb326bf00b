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

/** The kinds of flow that rules ask for; each is found among the flows that the profile declares. */
export const flowKinds = {
  'giftback flow': ({ active, step, runMode }) => active && step.kind === 'giftback' && runMode === 'once-per-order',
  'percent coupon flow': ({ active, step }) => active && step.kind === 'coupon' && step.discount === 'percent',
  'fixed coupon flow': ({ active, step }) => active && step.kind === 'coupon' && step.discount === 'fixed',
  'once per order flow': ({ active, runMode }) => active && runMode === 'once-per-order',
  'once per customer flow': ({ active, runMode }) => active && runMode === 'once-per-customer',
  'on-hold flow': ({ active, trigger }) => active && trigger === 'on-hold',
  'completed flow': ({ active, trigger }) => active && trigger === 'completed',
  'inactive flow': ({ active }) => !active,
} satisfies Record<string, (flow: Flow) => boolean>;
export type FlowKind = keyof typeof flowKinds;

const panelSteps: Record<FlowKind, string> = {
  'giftback flow': 'an active flow: trigger order status, step Giftback, once per order',
  'percent coupon flow': 'an active flow: trigger order status, step Coupon, percentage',
  'fixed coupon flow': 'an active flow: trigger order status, step Coupon, fixed value',
  'once per order flow': 'an active flow with a create-coupon step, once per order',
  'once per customer flow': 'an active flow with a create-coupon step, once per customer',
  'on-hold flow': 'an active flow whose trigger is the status of an order that awaits payment',
  'completed flow': 'an active flow whose trigger is the status of a paid order',
  'inactive flow': 'a flow that is saved without activation',
};

/** Whether a run may register its own URL for the company and so receive its notifications. */
export const registersWebhooks = (company: Company): boolean => company.webhook?.takeOver === true;

/** The company's first flow that fits and whose trigger no other of its active flows shares. */
export const flowAlone = (company: Company, fits: (flow: Flow) => boolean): Flow | undefined => {
  const flows = company.flows ?? [];
  return flows.find(
    (flow) => fits(flow) && flows.every((other) => other === flow || !other.active || other.trigger !== flow.trigger),
  );
};

/** Every company with a flow that fits, those whose notifications the run receives first. */
const companiesFitting = ({ companies }: Profile, fits: (flow: Flow) => boolean): { company: Company; flow: Flow }[] =>
  companies
    .flatMap((company) => {
      const flow = flowAlone(company, fits);
      return flow ? [{ company, flow }] : [];
    })
    .sort((a, b) => Number(registersWebhooks(b.company)) - Number(registersWebhooks(a.company)));

export const companiesWithFlow = (profile: Profile, kind: FlowKind): { company: Company; flow: Flow }[] =>
  companiesFitting(profile, flowKinds[kind]);

/** The company whose flow of this kind the checks share. */
export const companyWithFlow = (profile: Profile, kind: FlowKind): { company: Company; flow: Flow } | undefined =>
  companiesWithFlow(profile, kind)[0];

/** The companies that checks share for one kind of flow or another. */
export const sharedCompanies = (profile: Profile): Set<Company> =>
  new Set(Object.values(flowKinds).flatMap((fits) => companiesFitting(profile, fits)[0]?.company ?? []));

const flowOffer =
  (kind: FlowKind): Offer =>
  (profile) =>
    companyWithFlow(profile, kind)
      ? true
      : declare(`companies[].flows: ${panelSteps[kind]}; build it in the panel, alone on its trigger, and declare it`);

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
  'second company': ({ companies }) => (companies.length > 1 ? true : declare('a second entry in companies')),
  webhooks,
  'giftback flow': flowOffer('giftback flow'),
  'percent coupon flow': flowOffer('percent coupon flow'),
  'fixed coupon flow': flowOffer('fixed coupon flow'),
  'once per order flow': flowOffer('once per order flow'),
  'once per customer flow': flowOffer('once per customer flow'),
  'on-hold flow': flowOffer('on-hold flow'),
  'completed flow': flowOffer('completed flow'),
  'inactive flow': flowOffer('inactive flow'),
} satisfies Record<string, Offer>;

/** What a profile must offer for a rule to be judged. */
export type Capability = keyof typeof offers;

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
