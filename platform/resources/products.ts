import type { Product } from '../tables/records.ts';
import { identityKey } from '../tables/tables.ts';
import type { World } from '../world.ts';
import { listRoute } from './list.ts';
import { type PlainResource, postRoute, putRoute } from './plain-resource.ts';
import { present } from './records.ts';
import { byId, deleteRoute, getRoute } from './single-record.ts';

type ProductFields = Pick<Product, 'name' | 'provider' | 'price'>;

export function productRoutes(world: World) {
  const { products } = world.tables;
  const { identity } = world.policy;
  const presentProduct = (product: Product) => {
    const { name, provider, price } = product;
    return present(world, product, { name, provider, price });
  };
  const identityOf = (companyId: string, own: ProductFields) => identityKey(companyId, identity.product(own));
  const resource: PlainResource<Product, ProductFields> = {
    kind: 'product',
    table: products,
    read: (fields) => ({
      name: fields.text('name', 'required'),
      provider: fields.text('provider'),
      price: fields.number('price'),
      externalId: fields.text('externalId'),
    }),
    defaults: { name: '', provider: null, price: null },
    record: (base, own) => ({ ...base, ...own }),
    identityOf: ({ companyId }, own) => identityOf(companyId, own),
    known: (key, own, companyId) => {
      const same = key === undefined ? undefined : products.by('identity', key)[0];
      const isAnyOfName = own.provider === null && world.choices.products.withoutProvider === 'any-provider';
      if (same !== undefined || !isAnyOfName) return same;
      return products.by('name', own.name).find((product) => product.companyId === companyId);
    },
    resend: () => identity.resend.product,
    present: presentProduct,
  };
  const shown = { present: presentProduct };
  return {
    'GET /products': listRoute(world, {
      records: products.list,
      present: presentProduct,
    }),
    'POST /products': postRoute(world, resource, 'POST /products'),
    'GET /products/:id': getRoute(world, {
      ...shown,
      route: 'GET /products/:id',
      candidates: byId(products),
    }),
    'GET /products/external/:externalId': getRoute(world, {
      ...shown,
      route: 'GET /products/external/:externalId',
      candidates: (externalId) => products.by('externalId', externalId),
    }),
    'GET /products/name/:name': getRoute(world, {
      ...shown,
      route: 'GET /products/name/:name',
      candidates: (name) => products.by('name', name),
    }),
    'PUT /products/:id': putRoute(world, resource, 'PUT /products/:id'),
    'DELETE /products/:id': deleteRoute(world, {
      route: 'DELETE /products/:id',
      table: products,
      kind: 'product',
      identityOf: (product) => identityOf(product.companyId, product),
    }),
  };
}
