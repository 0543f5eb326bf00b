import type { DeclaredFlow } from '../../fixtures/profile/schema.ts';
import { flowsByCompany } from '../../platform/embedded/companies.ts';
import type { Variant } from './variant.ts';

const built = 'Flows are built in the panel: which flows a company has, and with what settings, is its own choice';
const source = 'What the service does';

/** Changes the flows of some companies; the profile declares them. */
const withFlows = (
  change: (flows: DeclaredFlow[]) => DeclaredFlow[],
  isMeant: (company: string) => boolean = () => true,
): Pick<Variant, 'options'> => ({
  options: {
    flows: Object.fromEntries(
      Object.entries(flowsByCompany).map(([name, flows]) => [name, isMeant(name) ? change(flows) : flows]),
    ),
  },
});

const each =
  (settings: Partial<DeclaredFlow>) =>
  (flows: DeclaredFlow[]): DeclaredFlow[] =>
    flows.map((flow) => ({ ...flow, ...settings }));

const further = (flow: Pick<DeclaredFlow, 'trigger'> & Partial<DeclaredFlow>): DeclaredFlow => ({
  step: { kind: 'coupon', discount: 'fixed', amount: 7.5 },
  runMode: 'once-per-order',
  active: true,
  ...flow,
});

const isOnHoldFree = (name: string): boolean =>
  !flowsByCompany[name]?.some(({ active, trigger }) => active && trigger === 'on-hold');

export const flows: readonly Variant[] = [
  {
    name: 'flow-on-canceled',
    text: 'has active flows on canceled',
    open: 'The panel has an option for canceled orders',
    source: 'States and transitions › Order status values',
    ...withFlows((own) => [...own, further({ trigger: 'canceled' })], isOnHoldFree),
  },
  {
    name: 'flow-on-canceled-that-none-enters',
    text: 'has active flows on canceled, which no order enters',
    open: 'The table of moves leaves canceled orders out',
    source: 'States and transitions › Moves that are shown',
    options: {
      ...withFlows((own) => [...own, further({ trigger: 'canceled' })], isOnHoldFree).options,
      choices: { orders: { canceledEntersFlows: false } },
    },
  },
  {
    name: 'flows-on-all-statuses',
    text: 'has active flows on every status in which an order can be stored',
    open: built,
    source,
    ...withFlows((own) =>
      (['completed', 'on-hold', 'canceled'] as const).map(
        (trigger) => own.find((flow) => flow.active && flow.trigger === trigger) ?? further({ trigger }),
      ),
    ),
    unverified: [
      { cause: 'not-declared', needs: ['inactive flow', 'delivered flow'] },
      // every status starts a flow, so no order can wait for its receiver or stay without a coupon
      { cause: 'not-declared', rules: ['FLOW-', 'DLV-', 'LAW-', 'HOOK-17'], extent: 'some' },
    ],
  },
  {
    name: 'flow-on-delivered',
    text: 'has an active flow on delivered in every company',
    open: built,
    source,
    ...withFlows((own) => [...own.filter(({ trigger }) => trigger !== 'delivered'), further({ trigger: 'delivered' })]),
  },
  {
    name: 'several-flows-on-one-status',
    text: 'has two active flows on completed in some of its companies',
    open: built,
    source,
    ...withFlows(
      (own) => [...own, further({ trigger: 'completed' })],
      (name) => ['main', 'second'].includes(name),
    ),
    unverified: [{ cause: 'not-declared', needs: ['percent coupon flow', 'once per customer flow'], extent: 'some' }],
  },
  {
    name: 'flows-with-minimum-purchase',
    text: 'makes coupons for a minimum purchase that can be combined with others',
    open: built,
    source,
    ...withFlows(each({ minPurchaseValue: 400, acumulative: true, validDays: 3 })),
  },
  {
    name: 'flows-once-per-customer',
    text: 'runs each of its flows once per customer',
    open: built,
    source,
    ...withFlows(each({ runMode: 'once-per-customer' })),
    unverified: [
      {
        cause: 'not-declared',
        needs: ['giftback flow', 'once per order flow', 'two giftback flows', 'giftback and coupon flow'],
      },
      { cause: 'not-declared', rules: ['FLOW-27'] },
    ],
  },
];
