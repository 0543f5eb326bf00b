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

/** The groups of each section. A new rule of the section is in them. */
const ofSections: Readonly<Record<string, readonly Group[]>> = {
  authentication: ['security'],
  isolation: ['security', 'data-safety'],
  conventions: ['data-safety'],
  errors: ['robustness'],
  pagination: ['sync'],
  dates: ['sync'],
  limits: ['robustness'],
  customers: ['data-safety', 'sync'],
  products: ['data-safety', 'sync'],
  orders: ['data-safety', 'sync'],
  'abandoned-carts': ['data-safety', 'sync'],
  stores: ['data-safety', 'sync'],
  users: ['data-safety', 'sync'],
  coupons: ['money'],
  'shared-coupons': ['money'],
  'coupons-config': ['money'],
  flows: ['money'],
  'webhook-registration': ['messages'],
  'webhook-delivery': ['messages'],
  'properties-dates': ['sync'],
  'properties-lists': ['sync'],
  'properties-values': ['data-safety', 'robustness'],
  'properties-identity': ['data-safety', 'sync'],
  'properties-states': ['data-safety', 'money'],
  'properties-races': ['robustness'],
  'properties-deliveries': ['messages'],
  passive: ['data-safety'],
};

/** Expands ranges: `ORD-26…29` means four ids. */
export const idsIn = (text: string): string[] =>
  text.split(' ').flatMap((part) => {
    const [, name, first, last = first] = /^([A-Z]+)-(\d+)(?:…(\d+))?$/.exec(part) ?? [];
    if (name === undefined) throw new Error(`no ids: ${part}`);
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${name}-${Number(first) + index}`);
  });

/** Rules in a group that their section is not in. */
const exceptions: Readonly<Record<Group, ReadonlySet<string>>> = {
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

/** The groups of a rule. Every rule has at least one. */
export const groupsOf = ({ id, section }: { id: string; section: string }): Group[] => {
  const own = ofSections[section] ?? [];
  return groupNames.filter((group) => own.includes(group) || exceptions[group].has(id));
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

/** The ids in `exceptions`. */
export const namedInGroups: readonly string[] = Object.values(exceptions).flatMap((ids) => [...ids]);
