import type { FaultName } from './faults.ts';
import { isObject, type JsonObject } from './json.ts';
import type { Settings } from './settings.ts';
import type { Surroundings } from './surroundings.ts';

/** A call that is about to be sent. */
export interface OutgoingCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: JsonObject | string | undefined;
  /** How many times the call was sent before. */
  resend: number;
}

/** What a faulty shop uses to change a call. */
export interface Scene extends Pick<Surroundings, 'now' | 'newUuid' | 'randomBytes'> {
  platform: Settings['platform'];
  /** Accepted bodies by method and kind of record, such as `POST orders`; the latest comes last. */
  accepted: Map<string, JsonObject[]>;
  /** The paths of records on the platform, by the shop's ids. */
  paths: Map<string, string>;
}

/** A call with its body, which is empty for a read. */
export type Sent = Omit<OutgoingCall, 'body'> & { body: JsonObject };

/** Returns the parts of a call that a faulty shop sends differently. */
export type Change = (call: Sent, scene: Scene) => Partial<OutgoingCall>;
export type Changes = Partial<Record<FaultName, Change>>;

export type Which = (call: Pick<OutgoingCall, 'method' | 'path' | 'resend'>) => boolean;

const to =
  (route: RegExp): Which =>
  ({ method, path }) =>
    route.test(`${method} ${path}`);

export const calls = {
  every: to(/./),
  reads: to(/^GET /),
  writes: to(/^(POST|PUT) /),
  creations: to(/^POST /),
  updates: to(/^PUT /),
  removals: to(/^DELETE /),
  orders: to(/^(POST|PUT) \/orders/),
  newOrders: to(/^POST \/orders$/),
  changedOrders: to(/^PUT \/orders\//),
  newStores: to(/^POST \/stores$/),
  newCarts: to(/^POST \/abandoned-carts$/),
  newCustomers: to(/^POST \/customers$/),
  changedCustomers: to(/^PUT \/customers\//),
  removedCustomers: to(/^DELETE \/customers\//),
  newProducts: to(/^POST \/products$/),
  ownRecords: to(/^POST \/(orders|stores|abandoned-carts)$/),
  newCoupons: to(/^POST \/coupons$/),
  sharedCoupons: to(/^POST \/coupons\/shared$/),
  couponsByCode: to(/^(GET|PUT) \/coupons\/code\//),
  registrations: to(/^(POST|PUT) \/webhooks/),
  productLists: to(/^GET \/products\?/),
  lists: to(/^GET \/(products|customers)\?/),
};

/** Only when such a call is sent again. */
export const resent =
  (which: Which): Which =>
  (call) =>
    call.resend > 0 && which(call);

export const on =
  (which: Which, change: Change): Change =>
  (call, scene) =>
    which(call) ? change(call, scene) : {};

/** Sets fields of the body. */
export const set = (which: Which, fields: JsonObject | ((body: JsonObject, scene: Scene) => JsonObject)): Change =>
  on(which, ({ body }, scene) => ({
    body: { ...body, ...(typeof fields === 'function' ? fields(body, scene) : fields) },
  }));

/** Changes the value of a field that is sent. */
export const field = (which: Which, name: string, change: (value: unknown, scene: Scene) => unknown): Change =>
  on(which, ({ body }, scene) =>
    body[name] === undefined ? {} : { body: { ...body, [name]: change(body[name], scene) } },
  );

export const without = (which: Which, name: string): Change =>
  on(which, ({ body: { [name]: value, ...body } }) => (value === undefined ? {} : { body }));

export const renamed = (which: Which, name: string, other: string): Change =>
  on(which, ({ body: { [name]: value, ...body } }) =>
    value === undefined ? {} : { body: { ...body, [other]: value } },
  );

/** Changes the customer inside a body. */
export const customer = (which: Which, change: (sent: JsonObject) => JsonObject): Change =>
  field(which, 'customer', (sent) => (isObject(sent) ? change(sent) : sent));

/** Changes each line item. */
export const items = (change: (item: JsonObject) => JsonObject): Change =>
  field(calls.every, 'lineItems', (list) => (Array.isArray(list) ? list.filter(isObject).map(change) : list));

/** The kind of record in a path, such as `orders`. */
export const kindIn = (path: string): string => path.split(/[/?]/)[1] ?? '';

type HeaderName = 'Authorization' | 'Content-Type' | 'second header';

/** Sets a header, or leaves it out. */
export const header = (which: Which, name: HeaderName, value?: (platform: Scene['platform']) => string): Change =>
  on(which, ({ headers: { ...headers } }, { platform }) => {
    const written = name === 'second header' ? platform.access.header : name;
    if (value === undefined) delete headers[written];
    else headers[written] = value(platform);
    return { headers };
  });

export const query = (which: Which, change: (parameters: URLSearchParams, scene: Scene) => void): Change =>
  on(which, (call, scene) => {
    const [path, text] = call.path.split('?');
    const parameters = new URLSearchParams(text);
    change(parameters, scene);
    return { path: `${path}?${parameters}` };
  });

/** Changes a date by which a list is filtered. */
export const filter = (which: Which, name: 'after' | 'updatedAt', change: (date: string) => string): Change =>
  query(which, (parameters) => {
    const date = parameters.get(name);
    if (date !== null) parameters.set(name, change(date));
  });
