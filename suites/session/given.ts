import { valueAt } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { offered, type Profile } from '../../fixtures/profile/profile.ts';
import { usesSlot } from '../../fixtures/reading/template.ts';
import type { CheckContext, Given, GivenRecord } from '../check-context.ts';
import { Unverified } from '../judge/outcome.ts';
import { path } from '../path.ts';
import type { FreshSlots } from './fresh-bodies.ts';

/** What `Given` builds with: the calls of one check in one company. */
export type Builder = Pick<CheckContext, 'get' | 'post' | 'body' | 'paths'>;

const answerInWords = (answer: Exchange): string => {
  const message = valueAt(answer.body, '/message');
  return `answered ${answer.status}${message === undefined ? '' : ` ${JSON.stringify(message)}`}`;
};

/** Ends the check when a step before the one that it is about was refused. */
export const mustBeAccepted = (answer: Exchange, purpose: string): Exchange => {
  if (answer.status >= 200 && answer.status < 300) return answer;
  const { method, path: sentTo } = answer.request;
  throw new Unverified('not-reached', `${purpose} failed: ${method} ${sentTo} ${answerInWords(answer)}`);
};

/** A refusal counts as a fault only if a control is accepted: what the profile says of the path or body may be wrong. */
export const mustNotBeProfilesFault = async (answer: Exchange, control: () => Promise<Exchange>): Promise<void> => {
  if (answer.status >= 400) mustBeAccepted(await control(), 'the same without what the rule is about');
};

const withId = (read: Exchange, purpose: string): GivenRecord => {
  const id = valueAt(mustBeAccepted(read, purpose).body, '/id');
  if (typeof id === 'string' && id !== '') return { id, read };
  throw new Unverified('not-reached', `${purpose} failed: the answer of GET ${read.request.path} carries no id`);
};

export const givenRecords = (builder: Builder, slots: FreshSlots, profile: Profile): Given => {
  const { get, post, body, paths } = builder;
  const { customers, orders, abandonedCarts } = profile.resources;

  const make = async (createPath: string, sent: unknown, readPath: string, what: string): Promise<GivenRecord> => {
    mustBeAccepted(await post(createPath, { body: sent }), `creating ${what}`);
    return withId(await get(readPath), `reading back ${what}`);
  };

  /** Orders, carts and coupons belong to a customer: one is made first wherever the profile says how. */
  const ownerOf = async (
    phone: string | undefined,
    template: unknown,
  ): Promise<{ phone?: string; customerId?: string; customerExternalId?: string }> => {
    if (!offered(customers)?.create) return omitUndefined({ phone });
    const needsIds = usesSlot(template, ['customerId', 'customerExternalId']);
    if (phone !== undefined && !needsIds) return { phone };
    if (phone !== undefined) {
      const { id, read } = withId(await get(path`/customers/phone/${phone}`), 'reading the customer');
      const externalId = valueAt(read.body, '/externalId');
      return { phone, customerId: id, ...(typeof externalId === 'string' ? { customerExternalId: externalId } : {}) };
    }
    const customer = slots.customer();
    if (!needsIds) {
      mustBeAccepted(await post(paths.createCustomer, { body: body.customer(customer) }), 'creating a customer');
      return { phone: customer.phone };
    }
    const { id } = await make(
      paths.createCustomer,
      body.customer(customer),
      path`/customers/phone/${customer.phone}`,
      'a customer',
    );
    return { phone: customer.phone, customerId: id, customerExternalId: customer.externalId };
  };

  const externalIdOf = ({ externalId }: { externalId: string | undefined }, what: string): string => {
    if (externalId !== undefined) return externalId;
    throw new Error(`${what} without an externalId cannot be read back: post it in the check itself`);
  };

  return {
    async customer(chosen) {
      const customer = slots.customer(chosen);
      return {
        ...customer,
        ...(await make(
          paths.createCustomer,
          body.customer(customer),
          path`/customers/phone/${customer.phone}`,
          'a customer',
        )),
      };
    },
    async owner() {
      const templates = [offered(orders)?.body, offered(abandonedCarts)?.create?.body];
      return { phone: slots.customer().phone, ...(await ownerOf(undefined, templates)) };
    },
    async product(chosen) {
      const product = slots.product(chosen);
      return {
        ...product,
        ...(await make(
          paths.createProduct,
          body.product(product),
          path`/products/external/${product.externalId}`,
          'a product',
        )),
      };
    },
    async order(chosen = {}) {
      const owner = await ownerOf(chosen.phone, offered(orders)?.body);
      const order = slots.order({ ...owner, ...chosen });
      const readPath = path`/orders/external/${externalIdOf(order, 'an order')}`;
      return { ...order, ...(await make('/orders', body.order(order), readPath, 'an order')) };
    },
    async store(chosen) {
      const store = slots.store(chosen);
      return {
        ...store,
        ...(await make(
          paths.createStore,
          body.store(store),
          path`/stores/external/${externalIdOf(store, 'a store')}`,
          'a store',
        )),
      };
    },
    async cart(chosen = {}) {
      const owner = await ownerOf(chosen.phone, offered(abandonedCarts)?.create?.body);
      const cart = slots.cart({ ...owner, ...chosen });
      const readPath = path`/abandoned-carts/external/${externalIdOf(cart, 'an abandoned cart')}`;
      return { ...cart, ...(await make(paths.createCart, body.cart(cart), readPath, 'an abandoned cart')) };
    },
    async coupon(chosen = {}) {
      const owner = await ownerOf(chosen.phone, undefined);
      const coupon = slots.coupon({ ...omitUndefined({ phone: owner.phone }), ...chosen });
      return {
        ...coupon,
        ...(await make('/coupons', body.coupon(coupon), path`/coupons/code/${coupon.code}`, 'a coupon')),
      };
    },
    async sharedCoupon(chosen) {
      const coupon = slots.sharedCoupon(chosen);
      return {
        ...coupon,
        ...(await make(
          '/coupons/shared',
          body.sharedCoupon(coupon),
          path`/coupons/code/${coupon.code}`,
          'a shared coupon',
        )),
      };
    },
  };
};
