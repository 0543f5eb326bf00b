import type { Behavior } from './behavior.ts';
import type { Call } from './client.ts';
import type { FaultName } from './faults.ts';
import { isObject, type JsonObject, textIn } from './json.ts';

/** A record on the platform: its path, and the last body that was sent for it. */
interface Kept {
  path: string;
  body: JsonObject;
}

/** A sent record, and all others of its kind, the latest first. */
interface Sent extends Kept {
  method: string;
  others: Kept[];
}

type Side = (sent: Sent) => Call[];

const change = ({ path }: Kept, body: JsonObject): Call => ({ method: 'PUT', path, body });

/** Changes the latest other record of the same kind after calls to that route. */
const toAnother =
  (route: RegExp, changeOf: (another: Kept, sent: Sent) => Call): Side =>
  (sent) =>
    route.test(`${sent.method} ${sent.path}`) ? sent.others.slice(0, 1).map((another) => changeOf(another, sent)) : [];

const isPaid = ({ method, path, body }: Sent): boolean =>
  method === 'PUT' && path.startsWith('/orders/') && body.status === 'completed';

const faulty: Partial<Record<FaultName, Side>> = {
  'puts paid orders back on hold': (sent) => (isPaid(sent) ? [change(sent, { ...sent.body, status: 'on-hold' })] : []),
  'also cancels another order': toAnother(/^PUT \/orders\//, (another, { body }) =>
    change(another, { status: body.status === 'canceled' ? 'canceled' : another.body.status }),
  ),
  'deletes another order': toAnother(/^PUT \/orders\//, ({ path }) => ({ method: 'DELETE', path })),
  'changes the total of another order': toAnother(/^PUT \/orders\//, (another) => change(another, { total: 1 })),
  'moves another order to its customer': toAnother(/^PUT \/orders\//, (another, { body }) =>
    change(another, { customer: body.customer }),
  ),
  'also updates another customer': toAnother(/^PUT \/customers\//, (another, { body }) =>
    change(another, { lastName: body.lastName }),
  ),
  'deletes another customer': toAnother(/^PUT \/customers\//, ({ path }) => ({ method: 'DELETE', path })),
  'writes the coupons configuration': ({ method, path }) =>
    method === 'POST' && path === '/products'
      ? [{ method: 'PUT', path: '/coupons-config', body: { giftbackPercent: 20 } }]
      : [],
  'reads one page of the products': ({ method, path }) =>
    method === 'POST' && path === '/products'
      ? [{ method: 'GET', path: '/products?after=1970-01-01T00%3A00%3A00Z&page=1&pageSize=1' }]
      : [],
  'renames another product': toAnother(/^POST \/products$/, (another, { body }) =>
    change(another, { name: body.name }),
  ),
  'marks another coupon as used': toAnother(/^PUT \/coupons\//, (another, { body }) => change(another, body)),
};

/** The platform accepts an unknown code only with a new order. */
const withoutCode = ({ couponCode: _, ...body }: JsonObject): JsonObject => body;

const synchronized: Side = ({ method, path, others }) =>
  method === 'PUT' && /^\/(orders|customers)\//.test(path)
    ? others.map((other) => change(other, withoutCode(other.body)))
    : [];

interface SideCalls {
  /** Records a call before it is sent. */
  before(call: Call): void;
  /** Returns the calls that follow an accepted call. */
  after(call: Call, answer: unknown): Call[];
}

/**
 * Further calls after an accepted call; a normal shop sends none. A faulty shop changes unrelated records; a variant
 * sends all other records again unchanged.
 */
export const createSideCalls = ({ fault, does }: Behavior): SideCalls => {
  const side = does('synchronizes all with each change') ? synchronized : fault && faulty[fault];
  const kept = new Map<string, Kept>();
  const posted = new Map<string, JsonObject>();

  const keptAt = (path: string, externalId: string | undefined): Kept | undefined =>
    [...kept.values()].find((each) => each.path === path || each.body.externalId === externalId);

  const after: SideCalls['after'] = ({ method, path, body }, answer) => {
    if (side === undefined) return [];
    const [, kind = ''] = path.split('/');
    const externalId = body && textIn(body, 'externalId');
    if (method === 'POST' && body && externalId !== undefined) posted.set(externalId, body);
    if (method === 'POST' && path === '/coupons' && body) {
      const at = `/coupons/code/${encodeURIComponent(String(body.code))}`;
      kept.set(at, { path: at, body });
    }
    if (method === 'GET' && isObject(answer) && kind !== 'coupons') {
      const at = `/${kind}/${textIn(answer, 'id')}`;
      const known = posted.get(textIn(answer, 'externalId') ?? '');
      if (known !== undefined && !kept.has(at)) kept.set(at, { path: at, body: known });
    }
    if (method === 'DELETE') kept.delete(path);
    if (method === 'GET' || body === undefined) return [];
    const own = keptAt(path, externalId);
    const others = [...kept.values()].filter((each) => each !== own && each.path.startsWith(`/${kind}/`));
    // a new record changes no others
    if (own === undefined) return [];
    return side({ method, path, body, others: others.toReversed() });
  };

  return {
    before({ method, path, body }) {
      const own = method === 'PUT' && body ? keptAt(path, textIn(body, 'externalId')) : undefined;
      // the body merges all changes, so that sending the record again reverts none
      if (own !== undefined) own.body = { ...own.body, ...body };
    },
    after,
  };
};
