/** Groups of rules that a partner accepts, across sections. */
export const groups = {
  smoke: 'one plain call of each kind works',
  security: 'credentials, and what one company sees of another',
  money: 'coupons, giftbacks, discounts and their redemption',
  'data-safety': 'what was written is stored, found again, changed and deleted as asked',
  sync: 'lists, filters, dates and identities that a partner synchronizes by',
  messages: 'webhook registration and delivery',
  robustness: 'refusals, limits, malformed input and simultaneous calls',
} as const;

export type Group = keyof typeof groups;

const isGroup = (name: string): name is Group => Object.hasOwn(groups, name);
export const groupNames: readonly Group[] = Object.keys(groups).filter(isGroup);

const retries = 'After a failure of its receiver, a partner loses notifications or is flooded with repeated ones.';
const arrivals = 'A partner misses a notification, receives it twice, or cannot match it to its coupon.';
const wrongDates =
  'A date that a partner sends means another instant on the platform: filters miss records, and coupons expire too early or too late.';
const pages = 'A partner that reads a list page by page misses records, reads records twice, or never reaches the end.';
const handling = 'Error handling that follows the document takes the wrong branch or has no message to show.';
const identity = 'A partner cannot match its own records with those of the platform.';
const statuses = 'A client that follows the document takes a success for a failure, and may send the request again.';

interface Section {
  /** A new rule of the section is in them. */
  groups: readonly Group[];
  /** What breaks for partners when rules of the section fail. */
  impact: string;
}

const sections: Readonly<Record<string, Section>> = {
  authentication: { groups: ['security'], impact: "Requests without valid credentials reach a company's data." },
  isolation: { groups: ['security', 'data-safety'], impact: 'A partner reads or changes the data of another company.' },
  conventions: {
    groups: ['data-safety'],
    impact: 'A client that follows the conventions of the document misreads what the platform did.',
  },
  errors: { groups: ['robustness'], impact: handling },
  pagination: { groups: ['sync'], impact: pages },
  dates: { groups: ['sync'], impact: wrongDates },
  limits: {
    groups: ['robustness'],
    impact:
      'A value or a number of requests at a documented limit is cut, refused or accepted in another way than partners expect.',
  },
  customers: {
    groups: ['data-safety', 'sync'],
    impact: 'A partner reaches the wrong customer, has one person twice, or loses a customer.',
  },
  products: {
    groups: ['data-safety', 'sync'],
    impact: 'A partner reaches the wrong product, has one product twice, or loses a product.',
  },
  orders: {
    groups: ['data-safety', 'sync'],
    impact: 'An order is lost, exists twice or has the wrong status, so that flows and reports built on it are wrong.',
  },
  'abandoned-carts': {
    groups: ['data-safety', 'sync'],
    impact: 'A partner reaches the wrong cart or loses one, so that recovery messages go wrong.',
  },
  stores: {
    groups: ['data-safety', 'sync'],
    impact: 'A partner reaches the wrong store or loses one, so that orders cannot be assigned to it.',
  },
  users: {
    groups: ['data-safety', 'sync'],
    impact: 'A partner reaches the wrong user, or a deleted user keeps access.',
  },
  coupons: { groups: ['money'], impact: 'A checkout refuses a valid coupon or accepts one that is not valid.' },
  'shared-coupons': { groups: ['money'], impact: 'A checkout refuses a valid shared coupon, or cannot find it again.' },
  'coupons-config': {
    groups: ['money'],
    impact: 'A partner offers coupons by other settings than those of the company.',
  },
  flows: {
    groups: ['money'],
    impact: 'Customers receive coupons or giftbacks that they did not earn, or lose those that they earned.',
  },
  'webhook-registration': {
    groups: ['messages'],
    impact: 'Notifications go to no URL, to an old URL, or to another company.',
  },
  'webhook-delivery': { groups: ['messages'], impact: arrivals },
  'properties-dates': { groups: ['sync'], impact: wrongDates },
  'properties-lists': { groups: ['sync'], impact: pages },
  'properties-values': {
    groups: ['data-safety', 'robustness'],
    impact: 'A value that a partner sends comes back changed, or a wrong one is stored.',
  },
  'properties-identity': { groups: ['data-safety', 'sync'], impact: 'One record becomes two, or two become one.' },
  'properties-states': {
    groups: ['data-safety', 'money'],
    impact: 'After some steps, records and notifications differ from what a partner calculates by the document.',
  },
  'properties-races': {
    groups: ['robustness'],
    impact: 'Two requests at the same moment create a duplicate, redeem a coupon twice, or lose a change.',
  },
  'properties-deliveries': { groups: ['messages'], impact: retries },
  passive: {
    groups: ['data-safety'],
    impact: 'A client that follows the document cannot read what the platform answers.',
  },
};

/** Expands ranges: `ORD-26…29` means four ids. */
const idsIn = (text: string): string[] =>
  text.split(' ').flatMap((part) => {
    const [, name, first, last = first] = /^([A-Z]+)-(\d+)(?:…(\d+))?$/.exec(part) ?? [];
    if (name === undefined) throw new Error(`no ids: ${part}`);
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${name}-${Number(first) + index}`);
  });

/** Rules in a group that their section is not in. */
const furtherGroups: Readonly<Record<Group, ReadonlySet<string>>> = {
  smoke: new Set(
    idsIn(
      'AUTH-1 AUTH-10 AUTH-15 PAG-1 CUST-1…3 PROD-1…3 ORD-1 ORD-5 ORD-13 CART-1 STORE-1 USER-1…2 COUP-1…2 COUP-27 SHARED-1…2 CONF-1 HOOK-1 DLV-1…2',
    ),
  ),
  security: new Set(idsIn('HOOK-4 HOOK-12…13 DLV-6…8 PAS-8 PAS-17')),
  money: new Set(idsIn('ORD-26…35 ORD-39…42 ORD-44…46 LIM-2…6 LAW-23 LAW-25…26 LAW-28 LAW-54…55 LAW-57…59 PAS-13…14')),
  'data-safety': new Set(idsIn('COUP-9…10 COUP-16 COUP-22…23 DATE-7…11')),
  sync: new Set(idsIn('LIM-1 PAS-9…12')),
  messages: new Set(idsIn('ISO-33 LAW-56 LAW-59 PAS-15…17')),
  robustness: new Set(idsIn('CONV-43…84 PAG-2…6 PAG-26 ORD-9…12 ORD-24…25 HOOK-8…11 HOOK-14…15 PAS-1…8 PAS-18')),
};

/** Rules with another impact than the rest of their section. */
const otherImpacts: readonly (readonly [ids: string, impact: string])[] = [
  ['AUTH-1…9', 'Requests without the second header reach the API, or a client cannot recognize the refusal.'],
  ['AUTH-15', 'A partner that calls the documented paths reaches nothing.'],
  ['ISO-28…32 ISO-37 ISO-42', 'Records of two companies are mixed up: a partner reads or overwrites the wrong one.'],
  ['ISO-33', "A company's notifications reach another company."],
  ['ISO-34…36', "A customer's coupon is used up by an order of another company."],
  ['CONV-1…7 CONV-14…22 PAS-10', identity],
  ['CONV-8…13 CONV-85…86', 'A partner that synchronizes by dates misses changes.'],
  ['CONV-23…41 PAS-1…3', statuses],
  ['CONV-42…56', 'A partner that sends further fields is refused, or changes what it did not mean to change.'],
  [
    'CONV-57…84',
    'A client with a malformed request gets an answer that it does not expect, or has stored what it takes for refused.',
  ],
  ['ORD-26…35', 'A coupon can be redeemed twice, or a customer loses it without a redemption.'],
  ['DLV-9…24 DLV-35…36 PAS-22', retries],
  ['PAS-4…7 PAS-18', handling],
  ['PAS-8', 'A client cannot distinguish the refusal of the second header from an answer of the API.'],
  ['PAS-9', wrongDates],
  ['PAS-11…12', pages],
  ['PAS-15…17 PAS-21 PAS-23…26', arrivals],
];

const impactByRule: ReadonlyMap<string, string> = new Map(
  otherImpacts.flatMap(([ids, impact]) => idsIn(ids).map((id) => [id, impact] as const)),
);

/** The groups of a rule. Every rule has at least one. */
export const groupsOf = ({ id, section }: { id: string; section: string }): Group[] => {
  const own = sections[section]?.groups ?? [];
  return groupNames.filter((group) => own.includes(group) || furtherGroups[group].has(id));
};

/** The verdicts of each group. A rule may be in several. */
export const verdictsByGroup = <Judged extends { rule: string; section: string }>(
  verdicts: readonly Judged[],
): [Group, Judged[]][] =>
  groupNames
    .map((group): [Group, Judged[]] => [
      group,
      verdicts.filter(({ rule, section }) => groupsOf({ id: rule, section }).includes(group)),
    ])
    .filter(([, own]) => own.length > 0);

/** What breaks for partners if a rule fails; undefined for sections of another version. */
export const impactOf = ({ rule, section }: { rule: string; section: string }): string | undefined =>
  impactByRule.get(rule) ?? sections[section]?.impact;

/** The rules that have groups or an impact of their own. */
export const namedRules: readonly string[] = [
  ...Object.values(furtherGroups).flatMap((ids) => [...ids]),
  ...impactByRule.keys(),
];
