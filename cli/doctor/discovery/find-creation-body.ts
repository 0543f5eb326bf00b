import type { JsonObject } from '../../../core/json.ts';
import { fillTemplate } from '../../../fixtures/reading/template.ts';
import type { Path } from './body-fields.ts';
import { type Explorer, isRecord } from './explorer.ts';
import {
  anAddress,
  type BodyRequest,
  type Contents,
  findBody,
  findOptional,
  objectsIn,
  templateFrom,
  type Wanted,
} from './find-body.ts';
import { groupWords, type Meaning, type OpenResource } from './words.ts';

export interface Kind {
  resource: OpenResource | 'orders' | 'sharedCoupons';
  /** Its name in a sentence. */
  what: string;
  contents: Contents;
  documented(explorer: Explorer): JsonObject;
  slots(explorer: Explorer): JsonObject;
  optional: readonly { meaning: Meaning; slot: string; groups: 'person' | 'thing' | 'money' }[];
  /** The documented path that reads the record. */
  lookup(slots: JsonObject, documented: JsonObject): string;
  /** The path that changes and deletes a record; undefined if the API has none. */
  at?: string;
}

const text = encodeURIComponent;
const email = 'selo@example.com';
const aCustomer = { phone: '{phone}', address: anAddress };
const personSlots = (explorer: Explorer): JsonObject => ({
  phone: explorer.newPhone(),
  externalId: explorer.newText(),
  firstName: 'Selo',
  lastName: 'Init',
  email: `${explorer.newText()}@example.com`,
});

/** The kinds of records and how they are created. */
export const kinds = {
  customers: {
    resource: 'customers',
    what: 'customer',
    at: '/customers',
    contents: {
      phone: '{phone}',
      firstName: '{firstName}',
      lastName: '{lastName}',
      email: '{email}',
      externalId: '{externalId}',
      address: anAddress,
      name: '{firstName} {lastName}',
    },
    documented: () => ({}),
    slots: personSlots,
    optional: [
      { meaning: 'firstName', slot: '{firstName}', groups: 'person' },
      { meaning: 'lastName', slot: '{lastName}', groups: 'person' },
      { meaning: 'email', slot: '{email}', groups: 'person' },
      { meaning: 'externalId', slot: '{externalId}', groups: 'person' },
    ],
    lookup: ({ phone }) => `/customers/phone/${text(String(phone))}`,
  },
  products: {
    resource: 'products',
    what: 'product',
    at: '/products',
    contents: { name: '{name}', provider: '{provider}', externalId: '{externalId}', price: 12.5 },
    documented: () => ({}),
    slots: (explorer) => ({
      name: explorer.newText(),
      provider: explorer.newText(),
      externalId: explorer.newText(),
    }),
    optional: [
      { meaning: 'provider', slot: '{provider}', groups: 'thing' },
      { meaning: 'externalId', slot: '{externalId}', groups: 'thing' },
    ],
    lookup: ({ name }) => `/products/name/${text(String(name))}`,
  },
  stores: {
    resource: 'stores',
    what: 'store',
    at: '/stores',
    contents: { name: '{name}', address: anAddress, phone: '+5511999990000', email },
    documented: (explorer) => ({ externalId: explorer.newText() }),
    slots: (explorer) => ({ name: explorer.newText() }),
    optional: [{ meaning: 'name', slot: '{name}', groups: 'thing' }],
    lookup: (_, { externalId }) => `/stores/external/${text(String(externalId))}`,
  },
  abandonedCarts: {
    resource: 'abandonedCarts',
    what: 'abandoned cart',
    at: '/abandoned-carts',
    contents: {
      phone: '{phone}',
      address: anAddress,
      customer: aCustomer,
      email,
      name: 'Selo',
      url: 'https://selo.invalid',
      items: [{ name: 'Selo', quantity: 1, price: 10 }],
      total: 10,
    },
    documented: (explorer) => ({ externalId: explorer.newText() }),
    slots: (explorer) => ({ phone: explorer.newPhone() }),
    optional: [],
    lookup: (_, { externalId }) => `/abandoned-carts/external/${text(String(externalId))}`,
  },
  orders: {
    resource: 'orders',
    what: 'order',
    at: '/orders',
    contents: { phone: '{phone}', address: anAddress, customer: aCustomer, total: '{total}' },
    documented: (explorer) => ({ externalId: explorer.newText(), status: 'on-hold' }),
    slots: (explorer) => ({ phone: explorer.newPhone(), total: 100 }),
    optional: [{ meaning: 'total', slot: '{total}', groups: 'money' }],
    lookup: (_, { externalId }) => `/orders/external/${text(String(externalId))}`,
  },
  sharedCoupons: {
    resource: 'sharedCoupons',
    what: 'shared coupon',
    contents: { type: 'percent', amount: 10, limit: 100 },
    documented: (explorer) => ({
      code: explorer.newText().toUpperCase(),
      externalId: 1_000_000 + (explorer.runtime.randomBytes(3).readUIntBE(0, 3) % 1_000_000_000),
    }),
    slots: () => ({}),
    optional: [],
    lookup: (_, { code }) => `/coupons/code/${text(String(code))}`,
  },
} as const satisfies Record<string, Kind>;

const single = (names: readonly string[]): Path[] => names.map((name) => [name]);

/** Paths of objects that may contain a field: those of the template and the usual ones. */
const groupsOf = (template: JsonObject, kind: 'person' | 'thing' | 'money'): Path[] => {
  const known = objectsIn(template).filter((path) => !/addr|ender|domic|shipping|lineItems/i.test(path.join('.')));
  const roots: Path[] = kind === 'money' ? [[]] : known;
  const within: Path[] = {
    person: [
      ...single(groupWords.person),
      ...['person', 'profile', 'personal', 'pessoa'].flatMap((outer) =>
        groupWords.personWithin.map((inner) => [outer, inner]),
      ),
    ],
    thing: single(groupWords.thing),
    money: [
      ...single(groupWords.money),
      ...groupWords.money.flatMap((outer) => groupWords.moneyWithin.map((inner) => [outer, inner])),
    ],
  }[kind];
  const all = [...roots, ...roots.flatMap((root) => within.map((path) => [...root, ...path]))];
  return [...new Map(all.map((path) => [path.join('\n'), path])).values()];
};

const marksFor = (explorer: Explorer, meaning: Meaning): (() => string | number) => {
  let turn = 0;
  if (meaning === 'email') return () => `${explorer.newText()}@example.com`;
  if (meaning !== 'total') return explorer.newText;
  return () => {
    turn += 1;
    // an amount that is not round
    return 1000 + turn + 0.37;
  };
};

const lineItems = [{ name: 'Selo', quantity: 1, price: '{total}' }];

interface FoundBody {
  template: JsonObject;
  record: { id: string };
  sent: JsonObject;
}

const plainTemplate = ({ resource }: Kind): JsonObject => (resource === 'orders' ? { lineItems } : {});

const requestOf = (kind: Kind, path: string, explorer: Explorer, hinted: JsonObject | undefined): BodyRequest => ({
  path,
  documented: () => kind.documented(explorer),
  slots: () => kind.slots(explorer),
  contents: kind.contents,
  template: hinted ? templateFrom(hinted, kind.contents, kind.documented(explorer)) : plainTemplate(kind),
});

/** Registers a record for removal at the end. */
const removeLater = (explorer: Explorer, kind: Kind, record: { id: string }): void => {
  if (kind.at === undefined) return;
  explorer.created.push({ what: kind.what, company: explorer.company.name, path: `${kind.at}/${record.id}` });
};

/** Finds a body that creates a record of the kind, and reads the record back; otherwise says why there is none. */
export const findCreationBody = async (
  explorer: Explorer,
  kind: Kind,
  path: string,
  hinted: JsonObject | undefined,
): Promise<FoundBody | { refused: string }> => {
  const request = requestOf(kind, path, explorer, hinted);
  const found = await findBody(explorer, request);
  if ('refused' in found) return hinted ? findCreationBody(explorer, kind, path, undefined) : found;

  const readBack = async (slots: JsonObject, documented: JsonObject): Promise<{ id: string } | undefined> => {
    const answer = await explorer.read(kind.lookup(slots, documented));
    if (!isRecord(answer)) return undefined;
    removeLater(explorer, kind, answer.body);
    return answer.body;
  };
  const stored = await readBack(found.slots, found.documented);
  if (!stored) return { refused: `accepted a body, but ${kind.lookup(found.slots, found.documented)} shows nothing` };
  const wanted = kind.optional
    .filter(({ slot }) => !JSON.stringify(found.template).includes(`"${slot}"`) || slot === '{total}')
    .map(
      ({ meaning, slot, groups }): Wanted => ({
        meaning,
        slot,
        groups: groupsOf(found.template, groups),
        mark: marksFor(explorer, meaning),
      }),
    );
  const plain = { template: found.template, record: stored, sent: found.sent };
  if (wanted.length === 0) return plain;
  const template = await findOptional(explorer, request, found.template, wanted, readBack);
  // the profile contains exactly the body that was tried
  const [slots, documented] = [request.slots(), request.documented()];
  const sent = { ...fillTemplate(template, slots), ...documented };
  const last = await explorer.ask('POST', path, sent);
  const record = last && last.status < 300 ? await readBack(slots, documented) : undefined;
  return record ? { template, record, sent } : plain;
};
