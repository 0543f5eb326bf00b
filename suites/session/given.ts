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
  to: string;
  slots: Slots;
  body: Body;
  at: string;
}

const make = async <Slots extends object>(
  { get, post }: Builder,
  { what, to, slots, body, at }: Creation<Slots>,
): Promise<Slots & GivenRecord> => {
  mustBeAccepted(await post(to, { body }), `creating ${what}`);
  return { ...slots, ...withId(await get(at), `reading back ${what}`) };
};

const makeCustomer = (builder: Builder, slots: CustomerSlots): Promise<GivenCustomer> =>
  make(builder, {
    what: 'a customer',
    to: builder.paths.createCustomer,
    slots,
    body: builder.body.customer(slots),
    at: path`/customers/phone/${slots.phone}`,
  });

const byExternalId = (root: string, { externalId }: { externalId: string | undefined }): string => {
  if (externalId !== undefined) return root + path`/external/${externalId}`;
  throw new Error(`a record of ${root} without an externalId cannot be read back: post it in the check itself`);
};

type Owner = Pick<Partial<OrderSlots>, 'phone' | 'customerId' | 'customerExternalId'>;

/** The customer of an order, a cart or a coupon. A new one is created first if the profile says how. */
type OwnerOf = (phone: string | undefined, template: unknown) => Promise<Owner>;

const ownersOf =
  (builder: Builder, fresh: FreshSlots, { resources }: Profile): OwnerOf =>
  async (phone, template) => {
    if (!offered(resources.customers)?.create) return omitUndefined({ phone });
    const needsIds = usesSlot(template, ['customerId', 'customerExternalId']);
    if (phone !== undefined && !needsIds) return { phone };
    const { get, post, body, paths } = builder;
    if (phone !== undefined) {
      const { id, read } = withId(await get(path`/customers/phone/${phone}`), 'reading the customer');
      const externalId = valueAt(read.body, '/externalId');
      return { phone, customerId: id, ...(typeof externalId === 'string' ? { customerExternalId: externalId } : {}) };
    }
    const slots = fresh.customer();
    if (needsIds) {
      const { id } = await makeCustomer(builder, slots);
      return { phone: slots.phone, customerId: id, customerExternalId: slots.externalId };
    }
    mustBeAccepted(await post(paths.createCustomer, { body: body.customer(slots) }), 'creating a customer');
    return { phone: slots.phone };
  };

export const givenRecords = (builder: Builder, fresh: FreshSlots, profile: Profile): Given => {
  const { body: bodies, paths } = builder;
  const ownerOf = ownersOf(builder, fresh, profile);
  const orderTemplate = offered(profile.resources.orders)?.body;
  const cartTemplate = offered(profile.resources.abandonedCarts)?.create?.body;
  return {
    customer: (chosen) => makeCustomer(builder, fresh.customer(chosen)),
    async owner() {
      return { phone: fresh.customer().phone, ...(await ownerOf(undefined, [orderTemplate, cartTemplate])) };
    },
    product(chosen) {
      const slots = fresh.product(chosen);
      const [body, at] = [bodies.product(slots), byExternalId('/products', slots)];
      return make(builder, { what: 'a product', to: paths.createProduct, slots, body, at });
    },
    async order(chosen = {}) {
      const slots = fresh.order({ ...(await ownerOf(chosen.phone, orderTemplate)), ...chosen });
      const [body, at] = [bodies.order(slots), byExternalId('/orders', slots)];
      return make(builder, { what: 'an order', to: '/orders', slots, body, at });
    },
    async store(chosen) {
      const slots = fresh.store(chosen);
      const [body, at] = [bodies.store(slots), byExternalId('/stores', slots)];
      return make(builder, { what: 'a store', to: paths.createStore, slots, body, at });
    },
    async cart(chosen = {}) {
      const slots = fresh.cart({ ...(await ownerOf(chosen.phone, cartTemplate)), ...chosen });
      const [body, at] = [bodies.cart(slots), byExternalId('/abandoned-carts', slots)];
      return make(builder, { what: 'an abandoned cart', to: paths.createCart, slots, body, at });
    },
    async coupon(chosen = {}) {
      const { phone } = await ownerOf(chosen.phone, undefined);
      const slots = fresh.coupon({ ...omitUndefined({ phone }), ...chosen });
      const [body, at] = [bodies.coupon(slots), path`/coupons/code/${slots.code}`];
      return make(builder, { what: 'a coupon', to: '/coupons', slots, body, at });
    },
    sharedCoupon(chosen) {
      const slots = fresh.sharedCoupon(chosen);
      const [body, at] = [bodies.sharedCoupon(slots), path`/coupons/code/${slots.code}`];
      return make(builder, { what: 'a shared coupon', to: '/coupons/shared', slots, body, at });
    },
  };
};
