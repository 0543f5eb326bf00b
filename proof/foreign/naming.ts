import { isObject } from '../../core/json.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { Answer, Call } from '../../platform/http/call.ts';
import type { Draw, NonEmpty } from '../draw.ts';
import { type Bodies, drawBodies, type Field, plainBody, templateOf } from './templates.ts';
import type { Way } from './way.ts';

// Paths of creations and lists, and the bodies of requests. S141 to S146 leave them open.

type Resource = 'customers' | 'products' | 'stores' | 'abandoned-carts' | 'orders' | 'coupons' | 'users';

const words: Readonly<Record<Resource, NonEmpty<string>>> = {
  customers: ['customers', 'customer', 'clientes', 'people', 'crm/contacts'],
  products: ['products', 'product', 'produtos', 'catalog/items'],
  stores: ['stores', 'store', 'lojas', 'branches'],
  'abandoned-carts': ['abandoned-carts', 'abandonedCarts', 'carrinhos', 'carts/abandoned'],
  orders: ['orders', 'pedidos', 'sales'],
  coupons: ['coupons', 'cupons', 'vouchers'],
  users: ['users', 'usuarios', 'team/users'],
};

const creationPaths: NonEmpty<(word: string) => string> = [
  (word) => `/${word}`,
  (word) => `/${word}/create`,
  (word) => `/v2/${word}`,
  (word) => `/partners/${word}/new`,
  (word) => `/${word.toUpperCase()}`,
  (word) => `/${word}.json`,
  (word) => `/${word}/`,
];

const listPaths: NonEmpty<(word: string) => string> = [
  (word) => `/${word}`,
  (word) => `/${word}/list`,
  (word) => `/list/${word}`,
  (word) => `/search/v1/${word}`,
  (word) => `/${word}/todos`,
];

interface Routing {
  method: 'GET' | 'POST';
  resource: Resource;
  path: string;
}

const drawRoutes = (draw: Draw): Routing[] => {
  const created = ['customers', 'products', 'stores', 'abandoned-carts'] as const;
  const listed = ['customers', 'stores', 'abandoned-carts', 'orders', 'coupons', 'users'] as const;
  const pathOf = (resource: Resource, paths: typeof creationPaths): string =>
    draw.oneOf(paths)(draw.oneOf(words[resource]));
  return [
    ...created.map((resource): Routing => ({ method: 'POST', resource, path: pathOf(resource, creationPaths) })),
    ...listed.map((resource): Routing => ({ method: 'GET', resource, path: pathOf(resource, listPaths) })),
  ];
};

const bodyNames = {
  customers: 'customer',
  products: 'product',
  stores: 'store',
  'abandoned-carts': 'cart',
  orders: 'order',
  webhooks: 'webhook',
} as const satisfies Record<string, keyof Bodies>;

/** The fields of requests that the document names. */
const documentedFields: Readonly<Record<string, readonly string[]>> = {
  orders: ['status', 'couponCode', 'lineItems', 'externalId'],
  stores: ['externalId'],
  'abandoned-carts': ['externalId'],
  webhooks: ['event', 'bearerToken'],
  'coupons/shared': ['externalId', 'code'],
};

/** Ways in which a body is malformed, each with its repair. The platform still gets the malformed body. */
const breakages: readonly { repair(text: string): string; spoil(json: string): string }[] = [
  { repair: (text) => text, spoil: (json) => json },
  { repair: (text) => `${text}}`, spoil: (json) => json.slice(0, -1) },
  { repair: (text) => text.replace(/,\}$/, '}'), spoil: (json) => json.replace(/\}$/, ',}') },
];

/** The body of a request, and how to write another body that is malformed in the same way. */
const read = (text: string): { sent: unknown; write(body: object): string } => {
  for (const { repair, spoil } of breakages) {
    const sent = parsedJson(repair(text));
    if (sent !== undefined) return { sent, write: (body) => spoil(JSON.stringify(body)) };
  }
  return { sent: undefined, write: () => text };
};

/** The list of a 400 with the target's own names of fields: S093. */
const withOwnNames = (answer: Answer, fields: readonly Field[]): Answer => {
  const { body } = answer;
  if (answer.status !== 400 || !isObject(body) || !Array.isArray(body.message)) return answer;
  const own = new Map<string, string>();
  for (const { at, plain = [] } of fields) {
    if (plain[0] !== undefined) own.set(plain[0], at[0] ?? '');
    own.set(plain.join('.'), at.join('.'));
  }
  const message: unknown = JSON.parse(
    JSON.stringify(body.message).replaceAll(/[\w.]*\w/g, (name) => own.get(name) ?? name),
  );
  return { ...answer, body: { ...body, message } };
};

const fieldsFor = (bodies: Bodies, [resource = '', further]: readonly string[]): readonly Field[] | undefined => {
  if (resource === 'coupons') return further === 'shared' ? bodies.sharedCoupon : undefined;
  return Object.hasOwn(bodyNames, resource) ? bodies[bodyNames[resource as keyof typeof bodyNames]] : undefined;
};

const notFound = ({ method, path }: Call): Answer => ({
  status: 404,
  body: { message: `Cannot ${method} ${path}`, error: 'Not Found', statusCode: 404 },
});

const isOpenRoute = ({ method, segments: [resource = '', ...rest] }: Call): boolean =>
  rest.length === 0 &&
  ((method === 'POST' && resource in bodyNames && resource !== 'orders' && resource !== 'webhooks') ||
    (['GET', 'HEAD'].includes(method) && resource in words && resource !== 'products'));

/** Draws names for paths and bodies, with the resources of the profile that declares them. */
export const drawNaming = (draw: Draw, writes: string): Way => {
  const routes = drawRoutes(draw.of('routes'));
  const bodies = drawBodies(draw.of('bodies'));
  const declared = drawResources(draw.of('declared'), routes, bodies);

  const routed = (call: Call): Call | undefined => {
    const method = call.method === 'HEAD' ? 'GET' : call.method;
    const found = routes.find((route) => route.method === method && route.path === call.path);
    if (found) return { ...call, path: `/${found.resource}`, segments: [found.resource] };
    return isOpenRoute(call) ? undefined : call;
  };

  return {
    inFront: (handle) => async (call) => {
      // the edge refuses a call before anything looks at its path
      const plain = routed(call);
      if (!plain) return call.headers['service-access'] ? notFound(call) : handle(call);
      const fields = ['POST', 'PUT'].includes(plain.method) ? fieldsFor(bodies, plain.segments) : undefined;
      if (!fields) return handle(plain);
      const kind = plain.segments[1] === 'shared' ? 'coupons/shared' : (plain.segments[0] ?? '');
      const { sent, write } = read(plain.body);
      if (!isObject(sent)) return withOwnNames(await handle(plain), fields);
      const answered = await handle({ ...plain, body: write(plainBody(fields, documentedFields[kind] ?? [], sent)) });
      const answer = withOwnNames(answered, fields);
      if (writes !== 'echo' || answer.status !== 200 || !isObject(answer.body)) return answer;
      const { id } = answer.body;
      if (kind === 'webhooks' && id === undefined) return answer;
      return { ...answer, body: id === undefined ? sent : { ...sent, id } };
    },
    profile: (profile) => ({ ...profile, resources: declared }),
    // fields of requests and of records have different names, so they cannot be compared
    unverified: [{ cause: 'not-observable', rules: ['LAW-27', 'LAW-29'], extent: 'some' }],
  };
};

type Resources = Profile['resources'];

const methodsOf = (draw: Draw): ('GET' | 'PUT' | 'DELETE')[] => [
  'GET',
  ...(draw.happens(0.9) ? (['PUT'] as const) : []),
  ...(draw.happens(0.9) ? (['DELETE'] as const) : []),
];

/** The resources that the owner declares; about one in ten is left out. */
const drawResources = (draw: Draw, routes: readonly Routing[], bodies: Bodies): Resources => {
  const pathOf = (method: Routing['method'], resource: Resource): string =>
    routes.find((route) => route.method === method && route.resource === resource)?.path ?? '/unknown';
  const list = (resource: Resource) => (draw.happens(0.9) ? { list: pathOf('GET', resource) } : {});
  const open = (resource: Resource, fields: readonly Field[]) => ({
    ...(draw.happens(0.93)
      ? { create: { path: pathOf('POST', resource), body: templateOf(fields) as Record<string, never> } }
      : {}),
    ...(resource === 'products' ? { list: '/products' } : list(resource)),
    methods: methodsOf(draw),
  });
  const template = (fields: readonly Field[]) => ({ body: templateOf(fields) as Record<string, never> });
  return {
    customers: open('customers', bodies.customer),
    products: open('products', bodies.product),
    stores: draw.happens(0.05) ? false : open('stores', bodies.store),
    abandonedCarts: draw.happens(0.05) ? false : open('abandoned-carts', bodies.cart),
    orders: { ...template(bodies.order), ...list('orders') },
    ...(draw.happens(0.9) ? { sharedCoupons: template(bodies.sharedCoupon) } : {}),
    coupons: list('coupons'),
    users: list('users'),
    webhooks: { ...template(bodies.webhook), idPointer: '/id' },
  };
};
