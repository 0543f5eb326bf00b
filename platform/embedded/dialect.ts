import type { Profile } from '../../fixtures/profile/profile.ts';
import type { PlatformOptions } from '../start-platform.ts';

/** The names that the document does not show, as the platform uses them and as a profile says them. */
export interface Dialect {
  /** Name of the second header. */
  accessHeader: string;
  choices: NonNullable<PlatformOptions['choices']>;
  resources: Profile['resources'];
  phonePattern: string;
}

const methods: ('GET' | 'PUT' | 'DELETE')[] = ['GET', 'PUT', 'DELETE'];

const customerSlots = {
  firstName: '{firstName}',
  lastName: '{lastName}',
  phone: '{phone}',
  email: '{email}',
  externalId: '{externalId}',
};
const productSlots = { name: '{name}', provider: '{provider}', externalId: '{externalId}' };

/** The usual names. */
const plain: Dialect = (() => {
  const address = { street: 'Rua Um', number: '1', city: 'São Paulo', state: 'SP' };
  const customer = { firstName: 'Selo', lastName: 'Customer', phone: '{phone}', address };
  return {
    accessHeader: 'service-access',
    choices: {},
    resources: {
      customers: {
        create: {
          path: '/customers',
          body: { ...customerSlots, address },
        },
        list: '/customers',
        methods,
      },
      products: {
        create: { path: '/products', body: { ...productSlots, price: 10 } },
        list: '/products',
        methods,
      },
      stores: { create: { path: '/stores', body: { name: '{name}' } }, list: '/stores', methods },
      abandonedCarts: {
        create: { path: '/abandoned-carts', body: { customer } },
        list: '/abandoned-carts',
        methods,
      },
      orders: {
        body: { customer, lineItems: [{ name: 'Selo', quantity: 1, price: '{total}' }], total: '{total}' },
        list: '/orders',
      },
      sharedCoupons: { body: { type: 'percent', amount: 10 } },
      coupons: { list: '/coupons', createOnProvider: true },
      users: { list: '/users' },
      webhooks: { body: { targetUrl: '{url}' }, idPointer: '/id' },
    },
    phonePattern: '+55119########',
  };
})();

/** Other names wherever the document allows it, so that checks rely on nothing undocumented. */
const foreign: Dialect = (() => {
  const domicilio = { logradouro: 'Rua Dois, 2', municipio: 'Recife' };
  const comprador = { phone: '{phone}', domicilio };
  return {
    accessHeader: 'x-operator-key',
    choices: {
      pathOf: (route) => {
        const path = route.slice(route.indexOf('/'));
        // paths of single records are documented, those of creations and lists are not
        return path.includes(':') ? path : `/v${path.slice(1)}/todos`;
      },
      fields: { webhookUrl: 'callback', orderCustomer: 'comprador', customerAddress: 'domicilio', orderTotal: 'valor' },
    },
    resources: {
      customers: {
        create: {
          path: '/vcustomers/todos',
          body: { ...customerSlots, domicilio },
        },
        list: '/vcustomers/todos',
        methods,
      },
      products: {
        create: { path: '/vproducts/todos', body: productSlots },
        list: '/products',
        methods,
      },
      stores: { create: { path: '/vstores/todos', body: { name: '{name}' } }, list: '/vstores/todos', methods },
      abandonedCarts: {
        create: { path: '/vabandoned-carts/todos', body: { comprador } },
        list: '/vabandoned-carts/todos',
        methods,
      },
      orders: {
        body: { comprador, lineItems: [{ name: 'Selo', quantity: 1, price: '{total}' }], valor: '{total}' },
        list: '/vorders/todos',
      },
      sharedCoupons: { body: { type: 'fixed_cart', amount: 5 } },
      coupons: { list: '/vcoupons/todos', createOnProvider: true },
      users: { list: '/vusers/todos' },
      webhooks: { body: { callback: '{url}' }, idPointer: '/id' },
    },
    phonePattern: '55 81 9########',
  };
})();

export const dialects = { plain, foreign } satisfies Record<string, Dialect>;
export type DialectName = keyof typeof dialects;
const isDialectName = (name: string): name is DialectName => Object.hasOwn(dialects, name);
export const dialectNames: readonly DialectName[] = Object.keys(dialects).filter(isDialectName);
