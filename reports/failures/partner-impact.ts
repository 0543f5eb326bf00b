import { idsIn } from '../groups.ts';

const retries = 'After a failure of its receiver, a partner loses notifications or is flooded with repeated ones.';
const arrivals = 'A partner misses a notification, receives it twice, or cannot match it to its coupon.';
const wrongDates =
  'A date that a partner sends means another instant on the platform: filters miss records, and coupons expire too early or too late.';
const pages = 'A partner that reads a list page by page misses records, reads records twice, or never reaches the end.';
const handling = 'Error handling that follows the document takes the wrong branch or has no message to show.';
const identity = 'A partner cannot match its own records with those of the platform.';
const statuses = 'A client that follows the document takes a success for a failure, and may send the request again.';

/** What breaks for partners when the rules of a section fail. */
const bySection: Readonly<Record<string, string>> = {
  authentication: "Requests without valid credentials reach a company's data.",
  isolation: 'A partner reads or changes the data of another company.',
  conventions: 'A client that follows the conventions of the document misreads what the platform did.',
  errors: handling,
  pagination: pages,
  dates: wrongDates,
  limits:
    'A value or a number of requests at a documented limit is cut, refused or accepted in another way than partners expect.',
  customers: 'A partner reaches the wrong customer, has one person twice, or loses a customer.',
  products: 'A partner reaches the wrong product, has one product twice, or loses a product.',
  orders: 'An order is lost, exists twice or has the wrong status, so that flows and reports built on it are wrong.',
  'abandoned-carts': 'A partner reaches the wrong cart or loses one, so that recovery messages go wrong.',
  stores: 'A partner reaches the wrong store or loses one, so that orders cannot be assigned to it.',
  users: 'A partner reaches the wrong user, or a deleted user keeps access.',
  coupons: 'A checkout refuses a valid coupon or accepts one that is not valid.',
  'shared-coupons': 'A checkout refuses a valid shared coupon, or cannot find it again.',
  'coupons-config': 'A partner offers coupons by other settings than those of the company.',
  flows: 'Customers receive coupons or giftbacks that they did not earn, or lose those that they earned.',
  'webhook-registration': 'Notifications go to no URL, to an old URL, or to another company.',
  'webhook-delivery': arrivals,
  'properties-dates': wrongDates,
  'properties-lists': pages,
  'properties-values': 'A value that a partner sends comes back changed, or a wrong one is stored.',
  'properties-identity': 'One record becomes two, or two become one.',
  'properties-states':
    'After some steps, records and notifications differ from what a partner calculates by the document.',
  'properties-races': 'Two requests at the same moment create a duplicate, redeem a coupon twice, or lose a change.',
  'properties-deliveries': retries,
  passive: 'A client that follows the document cannot read what the platform answers.',
};

/** Rules with another impact than the rest of their section. */
const exceptions: readonly (readonly [ids: string, impact: string])[] = [
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

const byRule: ReadonlyMap<string, string> = new Map(
  exceptions.flatMap(([ids, impact]) => idsIn(ids).map((id) => [id, impact] as const)),
);

export const rulesWithImpact: readonly string[] = [...byRule.keys()];

/** What breaks for partners if a rule fails; undefined for sections of another version. */
export const impactOf = ({ rule, section }: { rule: string; section: string }): string | undefined =>
  byRule.get(rule) ?? bySection[section];
