import { valueAt } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Body } from '../../fixtures/bodies.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Capability } from '../capability.ts';
import type { CheckContext } from '../check-context.ts';
import { expectHolds, expectNothing } from '../judge/expect.ts';
import { Unverified } from '../judge/outcome.ts';
import { filledPath } from '../path.ts';
import type { Rule } from '../rule.ts';
import { readKnownUser } from './known-user.ts';
import { digitsOf, neighborOf, nextDigit } from './phones.ts';
import { expectStillThere } from './still-there.ts';

/** A record with every value that could be mistaken for one of its keys. */
interface Known {
  id: string;
  keys: Readonly<Record<string, string | undefined>>;
  /** A body that its PUT accepts. */
  body?: Body;
}

/** A record, and a second one of the same company, customer and provider. */
type Two = readonly [Known, Known];

/** A lookup, and the field in which it shows a change. */
interface ShownBy {
  lookup: string;
  field: string;
}

interface KeyedRoute {
  route: string;
  by: string;
  /** `GET /coupons/external/:externalId` may find another coupon by the integer that a shared one stores. */
  mayFindOthers?: true;
  /** What the profile must declare for the route. */
  needs?: readonly Capability[];
  /** Set if the document does not show the response for an unknown key. Then only a change of a record is a fault. */
  shownBy?: ShownBy;
}

/** The routes of one kind of record that take a key. A deletion comes last. */
interface KeyedKind {
  name: string;
  statements: Rule['statements'];
  needs: readonly Capability[];
  routes: readonly KeyedRoute[];
  two(context: CheckContext): Promise<Two>;
}

/** Phones that differ in the last digit, lack it, or have another area code. */
const otherPhones = (phone: string): string[] => [
  neighborOf(phone),
  phone.replace(/\d(?=\D*$)/, ''),
  phone.replace(/\d(?=(?:\D*\d){9}\D*$)/, nextDigit),
];

/** Parts of a key, a longer key, and a pattern that matches it. Whether the case of letters counts is open. */
const nearlyKey = (by: string, key: string): readonly [what: string, key: string][] =>
  by === 'phone'
    ? otherPhones(key).map((other) => [`a phone that differs from the record's in one digit`, other])
    : [
        [`the beginning of the record's ${by}`, key.slice(0, -2)],
        [`the end of the record's ${by}`, key.slice(2)],
        [`the record's ${by} and a digit more`, `${key}0`],
        [`a pattern that fits the record's ${by}`, `${key.slice(0, -1)}_`],
      ];

const isSame = (by: string, one: string, other = ''): boolean =>
  one.toLowerCase() === other.toLowerCase() || (by === 'phone' && digitsOf(one) === digitsOf(other));

/** Other keys of the record, and keys that resemble the right one. None of them is the right key of either record. */
const wrongKeys = (by: string, [own, neighbor]: Two): readonly [what: string, key: string][] => {
  const others = Object.entries(own.keys).flatMap(([name, key]): [string, string][] =>
    name === by || key === undefined ? [] : [[`the record's ${name}`, key]],
  );
  return [...others, ...nearlyKey(by, own.keys[by] ?? '')].filter(
    ([, key]) => ![own, neighbor].some(({ keys }) => isSame(by, key, keys[by])),
  );
};

/** A 500 shows no record, so it counts. A response of a gateway proves nothing. */
const mustNotBeGateways = (answer: Exchange): Exchange => {
  if (answer.status <= 500) return answer;
  throw new Unverified('unavailable', `${answer.request.method} ${answer.request.path} answered ${answer.status}`);
};

const shows = ({ text }: Exchange, { id }: Known): boolean => text.includes(id);

/** Asks one route for a record by its key. Returns the response and a way to ask by other keys. */
const askRoute = async ({ send }: CheckContext, [own, neighbor]: Two, { route, by }: KeyedRoute) => {
  const [method = '', template = ''] = route.split(' ');
  const ask = (key: string, expects5xx?: true, body = own.body): Promise<Exchange> =>
    send(method, filledPath(template, key), {
      ...(method === 'PUT' ? { body } : {}),
      ...(expects5xx ? { expects5xx } : {}),
    });
  // a deletion as a control deletes the neighbor, so that the record is still there for the wrong keys
  const control = await ask((method === 'DELETE' ? neighbor : own).keys[by] ?? '');
  return { ask, control, isLookup: method === 'GET' };
};

type AskedRoute = Awaited<ReturnType<typeof askRoute>>;

/** Asserts that a route finds nothing by any wrong key. */
const expectNothingByWrongKeys = async (
  { ask, control }: AskedRoute,
  two: Two,
  { by, mayFindOthers }: KeyedRoute,
): Promise<void> => {
  for (const [what, key] of wrongKeys(by, two)) {
    const answer = mustNotBeGateways(await ask(key, true));
    if (mayFindOthers && !two.some((record) => shows(answer, record))) continue;
    expectNothing(answer, { what: `nothing: the key sent is ${what}`, control });
  }
};

/** Asserts that an update by any wrong key changes neither of the two records. */
const expectNoChangeByWrongKeys = async (
  { send, unique }: CheckContext,
  { ask }: AskedRoute,
  two: Two,
  { route, by, shownBy }: KeyedRoute & { shownBy: ShownBy },
): Promise<void> => {
  const readBoth = async (): Promise<readonly Exchange[]> => {
    const reads: Exchange[] = [];
    for (const { keys } of two) reads.push(await send('GET', filledPath(shownBy.lookup, keys[by] ?? '')));
    return reads;
  };
  const before = await readBoth();
  for (const [what, key] of wrongKeys(by, two)) {
    const value = unique.name('wrong-key');
    mustNotBeGateways(await ask(key, true, { [shownBy.field]: value }));
    const after = await readBoth();
    for (const [place, known] of before.entries()) {
      expectStillThere(after[place] ?? known, {
        before: known,
        what: `the record unchanged: ${route} was sent ${what}`,
        isUntouched: ({ text }) => !text.includes(value),
      });
    }
  }
};

/** The rule that routes find a record by the key that they name, and by nothing else. */
export const foundByItsKeyAlone = (id: Rule['id'], kind: KeyedKind): Rule => ({
  id,
  text: `A lookup by a key finds ${kind.name} only by that key, not by another key of the record or by a part of the key`,
  source: 'Endpoints › Endpoints table',
  statements: kind.statements,
  level: 'must',
  needs: kind.needs,
  async check(context) {
    const { offers, unverified } = context;
    const two = await kind.two(context);
    const [own, neighbor] = two;
    let observed = 0;
    for (const keyed of kind.routes) {
      if (!offers(keyed.needs ?? [])) continue;
      const asked = await askRoute(context, two, keyed);
      const { control, isLookup } = asked;
      // the profile's body may not send every key
      if (control.status >= 300) continue;
      observed++;
      if (isLookup) {
        const isMeant = shows(control, own) && (neighbor.id === own.id || !shows(control, neighbor));
        expectHolds(control, 'body', `the record whose ${keyed.by} was asked for`, control.body, isMeant);
      }
      const { shownBy } = keyed;
      if (shownBy) await expectNoChangeByWrongKeys(context, asked, two, { ...keyed, shownBy });
      else await expectNothingByWrongKeys(asked, two, keyed);
    }
    if (observed === 0) unverified('not-reached', `no route found ${kind.name} by the key that it names`);
  },
});

const textAt = ({ body }: Exchange, pointer: string): string | undefined => {
  const value = valueAt(body, pointer);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Creates two records, one after the other. */
const twice = async (make: () => Promise<Known>): Promise<Two> => [await make(), await make()];

/** Every kind of record that routes find by a key. */
export const keyedKinds = {
  customer: {
    name: 'a customer',
    statements: ['S035', 'S116', 'S117', 'S118', 'S119', 'S120', 'S201', 'S202'],
    needs: ['create customers'],
    routes: [
      { route: 'GET /customers/:id', by: 'id' },
      { route: 'GET /customers/external/:externalId', by: 'externalId' },
      { route: 'GET /customers/phone/:phone', by: 'phone' },
      { route: 'PUT /customers/:id', by: 'id' },
      { route: 'DELETE /customers/:id', by: 'id' },
    ],
    two({ given, body, unique }) {
      const names = { firstName: unique.name('first'), lastName: unique.name('last') };
      return twice(async () => {
        const { id, read: _, ...customer } = await given.customer(names);
        const { externalId, phone, email, firstName } = customer;
        return { id, keys: { id, externalId, phone, email, firstName }, body: body.customer(customer) };
      });
    },
  },
  product: {
    name: 'a product',
    statements: ['S035', 'S141', 'S203'],
    needs: ['create products', 'read products'],
    routes: [
      { route: 'GET /products/:id', by: 'id' },
      { route: 'GET /products/external/:externalId', by: 'externalId' },
      { route: 'GET /products/name/:name', by: 'name' },
      { route: 'PUT /products/:id', by: 'id', needs: ['update products'] },
      { route: 'DELETE /products/:id', by: 'id', needs: ['delete products'] },
    ],
    two({ given, body, unique }) {
      const provider = unique.name('provider');
      return twice(async () => {
        const { id, read: _, ...product } = await given.product({ provider });
        const { externalId, name } = product;
        return { id, keys: { id, externalId, name, provider }, body: body.product(product) };
      });
    },
  },
  order: {
    name: 'an order',
    statements: ['S035', 'S122', 'S123', 'S124', 'S125', 'S204', 'S205'],
    needs: ['create orders'],
    routes: [
      { route: 'GET /orders/:id', by: 'id' },
      { route: 'GET /orders/external/:externalId', by: 'externalId' },
      { route: 'PUT /orders/:id', by: 'id' },
      { route: 'DELETE /orders/:id', by: 'id' },
    ],
    async two({ given, body, unique }) {
      const owner = await given.owner();
      return twice(async () => {
        const { id, read: _, ...order } = await given.order({ ...owner, couponCode: unique.name('code') });
        const { externalId, couponCode, phone, customerId, customerExternalId } = order;
        const { couponCode: __, ...plain } = order;
        return {
          id,
          keys: { id, externalId, couponCode, phone, customerId, customerExternalId },
          body: body.order(plain),
        };
      });
    },
  },
  store: {
    name: 'a store',
    statements: ['S035', 'S141', 'S207'],
    needs: ['create stores', 'read stores'],
    routes: [
      { route: 'GET /stores/:id', by: 'id' },
      { route: 'GET /stores/external/:externalId', by: 'externalId' },
      { route: 'PUT /stores/:id', by: 'id', needs: ['update stores'] },
      { route: 'DELETE /stores/:id', by: 'id', needs: ['delete stores'] },
    ],
    two({ given, body, unique }) {
      const name = unique.name('store');
      return twice(async () => {
        const { id, read: _, ...store } = await given.store({ name });
        return { id, keys: { id, externalId: store.externalId, name }, body: body.store(store) };
      });
    },
  },
  cart: {
    name: 'an abandoned cart',
    statements: ['S035', 'S141', 'S206'],
    needs: ['create carts', 'read carts'],
    routes: [
      { route: 'GET /abandoned-carts/:id', by: 'id' },
      { route: 'GET /abandoned-carts/external/:externalId', by: 'externalId' },
      { route: 'PUT /abandoned-carts/:id', by: 'id', needs: ['update carts'] },
      { route: 'DELETE /abandoned-carts/:id', by: 'id', needs: ['delete carts'] },
    ],
    async two({ given, body }) {
      const { phone, customerId } = await given.owner();
      const owner = { phone, ...omitUndefined({ customerId }) };
      return twice(async () => {
        const { id, read: _, ...cart } = await given.cart(owner);
        return { id, keys: { id, externalId: cart.externalId, phone, customerId }, body: body.cart(cart) };
      });
    },
  },
  user: {
    name: 'a user',
    statements: ['S126', 'S127', 'S208', 'S209'],
    needs: ['known user'],
    routes: [
      { route: 'GET /users/:id', by: 'id' },
      { route: 'GET /users/email/:email', by: 'email' },
    ],
    async two(context) {
      const { id, email } = await readKnownUser(context);
      const user = { id, keys: { id, email } };
      return [user, user];
    },
  },
  coupon: {
    name: 'a coupon',
    statements: ['S035', 'S129', 'S130', 'S131', 'S135', 'S136', 'S211', 'S212'],
    needs: ['writes'],
    routes: [
      { route: 'GET /coupons/:id', by: 'id' },
      { route: 'GET /coupons/code/:code', by: 'code' },
      { route: 'GET /coupons/external/:externalId', by: 'externalId', mayFindOthers: true },
      { route: 'PUT /coupons/:id', by: 'id' },
      {
        route: 'PUT /coupons/code/:code',
        by: 'code',
        shownBy: { lookup: '/coupons/code/:code', field: 'externalId' },
      },
    ],
    async two({ given }) {
      const { phone } = await given.owner();
      return twice(async () => {
        const { id, read, code, externalId } = await given.coupon({ phone });
        const customer = {
          customerId: textAt(read, '/customer/id'),
          customerExternalId: textAt(read, '/customer/externalId'),
        };
        return { id, keys: { id, code, externalId, phone, ...customer }, body: { externalId } };
      });
    },
  },
} as const satisfies Record<string, KeyedKind>;
