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
        return path.includes(':') ? path : `/api/v1${path}`;
      },
      fields: { webhookUrl: 'callback', orderCustomer: 'comprador', customerAddress: 'domicilio', orderTotal: 'valor' },
    },
    resources: {
      customers: {
        create: {
          path: '/api/v1/customers',
          body: { ...customerSlots, domicilio },
        },
        list: '/api/v1/customers',
        methods,
      },
      products: {
        create: { path: '/api/v1/products', body: productSlots },
        list: '/products',
        methods,
      },
      stores: { create: { path: '/api/v1/stores', body: { name: '{name}' } }, list: '/api/v1/stores', methods },
      abandonedCarts: {
        create: { path: '/api/v1/abandoned-carts', body: { comprador } },
        list: '/api/v1/abandoned-carts',
        methods,
      },
      orders: {
        body: { comprador, lineItems: [{ name: 'Selo', quantity: 1, price: '{total}' }], valor: '{total}' },
        list: '/api/v1/orders',
      },
      sharedCoupons: { body: { type: 'fixed_cart', amount: 5 } },
      coupons: { list: '/api/v1/coupons', createOnProvider: true },
      users: { list: '/api/v1/users' },
      webhooks: { body: { callback: '{url}' }, idPointer: '/id' },
    },
    phonePattern: '55 81 9########',
  };
})();

export const dialects = { plain, foreign } satisfies Record<string, Dialect>;
export type DialectName = keyof typeof dialects;
const isDialectName = (name: string): name is DialectName => Object.hasOwn(dialects, name);
export const dialectNames: readonly DialectName[] = Object.keys(dialects).filter(isDialectName);
