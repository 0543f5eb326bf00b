import { isCustomerUpdate, isPageRead, type Scenario } from './scenario.ts';

/** The largest page size, which most partners use. */
const pageSize = 50;
/** More than two pages. */
const minProducts = 2 * pageSize + 1;
const maxProducts = 3 * pageSize;
/** A change that fails or has no response waits for so long, in documented seconds. */
const waitingSeconds = 2;
/** Long enough for requests of another list, and shorter than any timeout. */
const slowMs = 200;

/** Scenarios with the other records that a partner writes, and the lists that it reads. */
export const recordScenarios: readonly Scenario[] = [
  {
    name: 'customer',
    title: 'A customer is made, changed twice, and sent again, and another is left as it is',
    needs: ['customers'],
    async play({ actAndSettle }) {
      const { id } = await actAndSettle('create-customer');
      await actAndSettle('create-customer');
      await actAndSettle('update-customer', { id });
      await actAndSettle('update-customer', { id });
      await actAndSettle('create-customer', { id });
    },
  },
  {
    name: 'customers-at-once',
    title: 'Two customers are changed at once, and one again while its change is answered 500 or slowly',
    needs: ['customers'],
    async play({ disturbCall, endDisturbances, act, actAndSettle, settle, pass, realMs }) {
      const first = await actAndSettle('create-customer');
      const second = await actAndSettle('create-customer');
      await act('update-customer', { id: first.id });
      await act('update-customer', { id: second.id });
      await settle();
      for (const waiting of [
        { kind: 'answered 500', hits: isCustomerUpdate, forMs: realMs(waitingSeconds) },
        { kind: 'slow', hits: isCustomerUpdate, times: 1, delayMs: realMs(waitingSeconds) },
      ] as const) {
        disturbCall(waiting);
        await act('update-customer', { id: first.id });
        await pass(realMs(waitingSeconds / 2));
        await act('update-customer', { id: first.id });
        await settle();
        endDisturbances();
      }
    },
  },
  {
    name: 'customer-deleted',
    title: 'A customer is changed and deleted, and another is left as it is',
    needs: ['customers'],
    async play({ actAndSettle }) {
      const { id } = await actAndSettle('create-customer');
      await actAndSettle('create-customer');
      await actAndSettle('update-customer', { id });
      await actAndSettle('delete-customer', { id });
    },
  },
  {
    name: 'product',
    title: 'A product is sent twice, and another is left as it is',
    needs: ['products'],
    async play({ actAndSettle }) {
      const { id } = await actAndSettle('create-product');
      await actAndSettle('create-product');
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
    title: 'A list of many unordered pages is synchronized: completely, from a recent time, and by changes',
    needs: ['lists'],
    async play({ addProducts, actAndSettle, draw, momentAgo }) {
      await addProducts(draw(minProducts, maxProducts));
      const aMinuteAgo = momentAgo(60_000);
      await actAndSettle('synchronize', { list: 'products', pageSize });
      await actAndSettle('synchronize', { list: 'products', since: aMinuteAgo });
      await actAndSettle('synchronize', { list: 'products', changedSince: aMinuteAgo });
    },
  },
  {
    name: 'list-500',
    title: 'The second page of a list is answered 500 once',
    needs: ['lists'],
    async play({ disturbCall, addProducts, actAndSettle }) {
      await addProducts(pageSize + 1);
      disturbCall({ kind: 'answered 500', times: 1, hits: isPageRead(2) });
      await actAndSettle('synchronize', { list: 'products', pageSize });
    },
  },
  {
    name: 'list-waiting',
    title: 'A list is to be read completely while a reading of what is new in it is answered 500',
    needs: ['lists'],
    async play({ disturbCall, act, actAndSettle, momentAgo, realMs }) {
      disturbCall({ kind: 'answered 500', forMs: realMs(waitingSeconds), hits: isPageRead(1) });
      await act('synchronize', { list: 'products', pageSize, since: momentAgo(0) });
      await actAndSettle('synchronize', { list: 'products', pageSize });
    },
  },
  {
    name: 'list-changing',
    title: 'A list grows by more than a page while it is read, and records of it change',
    needs: ['lists'],
    async play({ disturbCall, addProducts, renameProducts, actAndSettle, draw }) {
      const change = async (): Promise<void> => {
        // at any page size, a whole page more
        await addProducts(pageSize + draw(1, pageSize));
        await renameProducts(draw(1, pageSize));
      };
      await addProducts(pageSize + 1);
      disturbCall({ kind: 'changed list', times: 1, hits: isPageRead(2), change });
      await actAndSettle('synchronize', { list: 'products', pageSize });
    },
  },
  {
    name: 'list-while-changing',
    title:
      'The list of customers is synchronized while the change of a customer is answered 500, and after it; the customer is then sent again',
    needs: ['lists', 'customers'],
    async play({ disturbCall, endDisturbances, act, actAndSettle, settle, realMs, momentAgo }) {
      const since = momentAgo(0);
      const { id } = await actAndSettle('create-customer');
      disturbCall({ kind: 'answered 500', hits: isCustomerUpdate, forMs: realMs(waitingSeconds) });
      await act('update-customer', { id });
      await act('synchronize', { list: 'customers', since, pageSize });
      await settle();
      endDisturbances();
      await actAndSettle('synchronize', { list: 'customers', since, pageSize });
      await actAndSettle('create-customer', { id });
    },
  },
  {
    name: 'list-customers',
    title: 'The list of customers is synchronized, alone and at the same time as that of products',
    needs: ['lists', 'customers'],
    async play({ disturbCall, act, actAndSettle, settle, momentAgo }) {
      const since = momentAgo(0);
      for (let customer = 0; customer < 3; customer += 1) await actAndSettle('create-customer');
      await actAndSettle('synchronize', { list: 'customers', pageSize: 10 });
      // the second list is read while the first waits
      disturbCall({ kind: 'slow', times: 1, hits: isPageRead(1), delayMs: slowMs });
      await act('synchronize', { list: 'products', pageSize });
      await act('synchronize', { list: 'customers', since, pageSize: 1 });
      await settle();
    },
  },
];
