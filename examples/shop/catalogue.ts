import type { Context } from './context.ts';
import type { Customers } from './customers.ts';
import { InvalidParameters } from './hook-errors.ts';
import type { JsonObject } from './json.ts';
import type { Outbox } from './outbox.ts';
import { cartBody, paths, productBody, storeBody } from './platform-names.ts';

/**
 * Products, stores and abandoned carts, which the shop creates and sends to the platform. Each method returns the
 * shop's id. The id of an existing record sends that record again. @throws InvalidParameters for an unknown id.
 */
export interface Catalogue {
  createProduct(again?: string): string;
  createStore(again?: string): string;
  createCart(again?: string): string;
}

export const createCatalogue = (context: Context, outbox: Outbox, customers: Customers): Catalogue => {
  const { work, newId, settings } = context;
  const looksFirst = settings.behavior.does('looks before it sends again');

  const made = new Map<string, JsonObject>();

  const bodyOf = (again: string): JsonObject => {
    const body = made.get(again);
    if (body === undefined) throw new InvalidParameters(`nothing was made with the id ${again}`);
    return body;
  };

  const create = (kind: string, path: string, makeBody: (id: string) => JsonObject, again?: string): string => {
    const id = again ?? newId();
    const body = again === undefined ? makeBody(id) : bodyOf(again);
    made.set(id, body);
    const readBack = `${path}/external/${id}`;
    void work.begin(() => outbox.send({ id: `${kind} ${id}`, method: 'POST', path, body, readBack, looksFirst }));
    return id;
  };

  return {
    createProduct: (again) => create('product', paths.products, (id) => productBody(id, `Coffee ${id}`), again),
    createStore: (again) => create('store', paths.stores, storeBody, again),
    createCart: (again) => create('cart', paths.carts, (id) => cartBody(id, customers.withPhone()), again),
  };
};
