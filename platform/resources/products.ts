import type { Product } from '../tables/records.ts';
import { identityKey } from '../tables/tables.ts';
import type { World } from '../world.ts';
import { listRoute } from './list.ts';
import { type PlainResource, postRoute, putRoute } from './plain-resource.ts';
import { present } from './records.ts';
import { byId, deleteRoute, lookups } from './single-record.ts';

type ProductFields = Pick<Product, 'name' | 'provider' | 'price'>;

export function productRoutes(world: World) {
  const { products } = world.tables;
  const { identity } = world.policy;
  const presentProduct = (product: Product) => {
    const { name, provider, price } = product;
    return present(world, product, { name, provider, price });
  };
  const resource: PlainResource<ProductFields> = {
    kind: 'product',
    table: products,
    read: (fields) => ({
      name: fields.text('name', 'required'),
      provider: fields.text('provider'),
      price: fields.number('price'),
      externalId: fields.text('externalId'),
    }),
    defaults: { name: '', provider: null, price: null },
    identityOf: (product) => identityKey(product.companyId, identity.product(product)),
    knownOtherwise: (own, companyId) =>
      own.provider === null && world.choices.products.withoutProvider === 'any-provider'
        ? products.by('name', own.name).find((product) => product.companyId === companyId)
        : undefined,
    resend: () => identity.resend.product,
    present: presentProduct,
  };
  const get = lookups(world, presentProduct);
  return {
    'GET /products': listRoute(world, products.list, presentProduct),
    'POST /products': postRoute(world, resource, 'POST /products'),
    'GET /products/:id': get('GET /products/:id', byId(products)),
    'GET /products/external/:externalId': get('GET /products/external/:externalId', (externalId) =>
      products.by('externalId', externalId),
    ),
    'GET /products/name/:name': get('GET /products/name/:name', (name) => products.by('name', name)),
    'PUT /products/:id': putRoute(world, resource, 'PUT /products/:id'),
    'DELETE /products/:id': deleteRoute<Product>(world, resource, 'DELETE /products/:id'),
  };
}
