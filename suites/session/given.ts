import { valueAt } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Body, CustomerSlots, OrderSlots } from '../../fixtures/bodies.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { offered, type Profile } from '../../fixtures/profile/profile.ts';
import { usesSlot } from '../../fixtures/reading/template.ts';
import type { CheckContext, Given, GivenCustomer, GivenRecord } from '../check-context.ts';
import { isAccepted } from '../judge/expect.ts';
import { Unverified } from '../judge/outcome.ts';
import { path } from '../path.ts';
import type { FreshSlots } from './fresh-bodies.ts';

/** What `givenRecords` uses of the context of a check. */
export type Builder = Pick<CheckContext, 'get' | 'post' | 'body' | 'paths'>;

const answerInWords = (answer: Exchange): string => {
  const message = valueAt(answer.body, '/message');
  return `answered ${answer.status}${message === undefined ? '' : ` ${JSON.stringify(message)}`}`;
};

/** Ends the check as `not-reached` if a step before its subject was refused. */
export const mustBeAccepted = (answer: Exchange, purpose: string): Exchange => {
  if (isAccepted(answer)) return answer;
  const { method, path: sentTo } = answer.request;
  throw new Unverified('not-reached', `${purpose} failed: ${method} ${sentTo} ${answerInWords(answer)}`);
};

/** Ends the check if a control is refused as well, because the path or the body in the profile may be wrong. */
export const mustNotBeProfilesFault = async (answer: Exchange, control: () => Promise<Exchange>): Promise<void> => {
  if (answer.status >= 400) mustBeAccepted(await control(), 'the same without what the rule is about');
};

const withId = (read: Exchange, purpose: string): GivenRecord => {
  const id = valueAt(mustBeAccepted(read, purpose).body, '/id');
  if (typeof id === 'string' && id !== '') return { id, read };
  throw new Unverified('not-reached', `${purpose} failed: the answer of GET ${read.request.path} carries no id`);
};

/** A record to create, and where it is read back. */
interface Creation<Slots> {
  what: string;
  createPath: string;
  slots: Slots;
  body: Body;
  readPath: string;
}

type Owner = Pick<Partial<OrderSlots>, 'phone' | 'customerId' | 'customerExternalId'>;

export const givenRecords = (builder: Builder, fresh: FreshSlots, profile: Profile): Given => {
  const { get, post, body: bodies, paths } = builder;
  const { customers, orders, abandonedCarts } = profile.resources;

  const make = async <Slots extends object>(creation: Creation<Slots>): Promise<Slots & GivenRecord> => {
    const { what, createPath, slots, body, readPath } = creation;
    mustBeAccepted(await post(createPath, { body }), `creating ${what}`);
    return { ...slots, ...withId(await get(readPath), `reading back ${what}`) };
  };

  const makeCustomer = (slots: CustomerSlots): Promise<GivenCustomer> =>
    make({
      what: 'a customer',
      createPath: paths.createCustomer,
      slots,
      body: bodies.customer(slots),
      readPath: path`/customers/phone/${slots.phone}`,
    });

  /** The customer of an order, a cart or a coupon. A new one is created first if the profile says how. */
  const ownerOf = async (phone: string | undefined, template: unknown): Promise<Owner> => {
    if (!offered(customers)?.create) return omitUndefined({ phone });
    const needsIds = usesSlot(template, ['customerId', 'customerExternalId']);
    if (phone !== undefined && !needsIds) return { phone };
    if (phone !== undefined) {
      const { id, read } = withId(await get(path`/customers/phone/${phone}`), 'reading the customer');
      const externalId = valueAt(read.body, '/externalId');
      return { phone, customerId: id, ...(typeof externalId === 'string' ? { customerExternalId: externalId } : {}) };
    }
    const slots = fresh.customer();
    if (needsIds) {
      const { id } = await makeCustomer(slots);
      return { phone: slots.phone, customerId: id, customerExternalId: slots.externalId };
    }
    mustBeAccepted(await post(paths.createCustomer, { body: bodies.customer(slots) }), 'creating a customer');
    return { phone: slots.phone };
  };

  const readByExternalId = (root: string, { externalId }: { externalId: string | undefined }): string => {
    if (externalId !== undefined) return root + path`/external/${externalId}`;
    throw new Error(`a record of ${root} without an externalId cannot be read back: post it in the check itself`);
  };

  return {
    customer: (chosen) => makeCustomer(fresh.customer(chosen)),
    async owner() {
      const templates = [offered(orders)?.body, offered(abandonedCarts)?.create?.body];
      return { phone: fresh.customer().phone, ...(await ownerOf(undefined, templates)) };
    },
    product(chosen) {
      const slots = fresh.product(chosen);
      return make({
        what: 'a product',
        createPath: paths.createProduct,
        slots,
        body: bodies.product(slots),
        readPath: readByExternalId('/products', slots),
      });
    },
    async order(chosen = {}) {
      const slots = fresh.order({ ...(await ownerOf(chosen.phone, offered(orders)?.body)), ...chosen });
      return make({
        what: 'an order',
        createPath: '/orders',
        slots,
        body: bodies.order(slots),
        readPath: readByExternalId('/orders', slots),
      });
    },
    async store(chosen) {
      const slots = fresh.store(chosen);
      return make({
        what: 'a store',
        createPath: paths.createStore,
        slots,
        body: bodies.store(slots),
        readPath: readByExternalId('/stores', slots),
      });
    },
    async cart(chosen = {}) {
      const owner = await ownerOf(chosen.phone, offered(abandonedCarts)?.create?.body);
      const slots = fresh.cart({ ...owner, ...chosen });
      return make({
        what: 'an abandoned cart',
        createPath: paths.createCart,
        slots,
        body: bodies.cart(slots),
        readPath: readByExternalId('/abandoned-carts', slots),
      });
    },
    async coupon(chosen = {}) {
      const { phone } = await ownerOf(chosen.phone, undefined);
      const slots = fresh.coupon({ ...omitUndefined({ phone }), ...chosen });
      return make({
        what: 'a coupon',
        createPath: '/coupons',
        slots,
        body: bodies.coupon(slots),
        readPath: path`/coupons/code/${slots.code}`,
      });
    },
    sharedCoupon(chosen) {
      const slots = fresh.sharedCoupon(chosen);
      return make({
        what: 'a shared coupon',
        createPath: '/coupons/shared',
        slots,
        body: bodies.sharedCoupon(slots),
        readPath: path`/coupons/code/${slots.code}`,
      });
    },
  };
};
