import type { JsonObject } from './json.ts';
import type { Customer, Registration } from './records.ts';

/*
 * Paths and fields that the document does not show, as the platform of this shop names them. The rest of the shop uses
 * documented names only.
 */

export const paths = {
  customers: '/customers',
  products: '/products',
  stores: '/stores',
  carts: '/abandoned-carts',
};

const address = {
  street: 'Rua das Flores',
  number: '10',
  city: 'São Paulo',
  state: 'SP',
  postalCode: '01001-000',
  country: 'BR',
};

export const customerBody = ({ id, phone, firstName, lastName, email }: Customer): JsonObject => ({
  externalId: id,
  phone,
  firstName,
  lastName,
  email,
  address,
});

const lineItems = (price: number): JsonObject[] => [{ name: 'Coffee, 1 kg', quantity: 1, price }];

/** The fields of an order apart from its status, its code and its id. */
export const purchaseBody = (customer: Customer, price: number, total: number): JsonObject => ({
  customer: customerBody(customer),
  lineItems: lineItems(price),
  total,
});

export const cartBody = (id: string, customer: Customer): JsonObject => ({
  externalId: id,
  customer: customerBody(customer),
  lineItems: lineItems(50),
});

export const storeBody = (id: string): JsonObject => ({ externalId: id, name: `Store ${id}` });

export const productBody = (id: string, name: string): JsonObject => ({
  externalId: id,
  name,
  provider: 'shop',
  price: 25,
});

export const registrationBody = ({ url, bearerToken }: Registration): JsonObject => ({
  event: 'coupon_create',
  targetUrl: url,
  ...(bearerToken !== null && { bearerToken }),
});
