import { isListRead, type Scenario } from './scenario.ts';

/** More than two pages of the largest size. */
const manyProducts = 120;

/** The other records that a partner writes, and lists that it reads. */
export const recordScenarios: readonly Scenario[] = [
  {
    name: 'customer',
    title: 'A customer is made, changed, and sent again',
    needs: ['customers'],
    async play({ actAndSettle }) {
      const { id } = await actAndSettle('create-customer');
      await actAndSettle('update-customer', { id });
      await actAndSettle('create-customer', { id });
    },
  },
  {
    name: 'product',
    title: 'A product is sent twice',
    needs: ['products'],
    async play({ actAndSettle }) {
      const { id } = await actAndSettle('create-product');
      await actAndSettle('create-product', { id });
    },
  },
  {
    name: 'store',
    title: 'A store is sent twice',
    needs: ['stores'],
    async play({ actAndSettle }) {
      const { id } = await actAndSettle('create-store');
      await actAndSettle('create-store', { id });
    },
  },
  {
    name: 'cart',
    title: 'An abandoned cart is sent twice',
    needs: ['carts'],
    async play({ actAndSettle }) {
      const { id } = await actAndSettle('create-cart');
      await actAndSettle('create-cart', { id });
    },
  },
  {
    name: 'list',
    title: 'A list of many pages in any order is synchronised, whole and then since a moment ago',
    needs: ['lists'],
    async play({ addProducts, actAndSettle }) {
      await addProducts(manyProducts);
      await actAndSettle('synchronise', { list: 'products', pageSize: 50 });
      await actAndSettle('synchronise', { list: 'products', since: new Date(Date.now() - 60_000).toISOString() });
    },
  },
  {
    name: 'list-500',
    title: 'A page of a list is answered 500 once',
    needs: ['lists'],
    async play({ disturbCall, actAndSettle }) {
      disturbCall({ kind: 'answered 500', times: 1, hits: isListRead });
      await actAndSettle('synchronise', { list: 'products', pageSize: 50 });
    },
  },
];
