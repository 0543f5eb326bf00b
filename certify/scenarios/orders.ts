import type { Scenario } from './scenario.ts';

/** Scenarios that create and change orders. */
export const orderScenarios: readonly Scenario[] = [
  {
    name: 'order',
    title: 'An order is paid at once, another later, a third is canceled, and two are left as they are',
    needs: ['orders'],
    async play({ actAndSettle, newPhone }) {
      await actAndSettle('create-order', { status: 'completed' });
      const paidLater = await actAndSettle('create-order', { status: 'on-hold', phone: newPhone() });
      const canceled = await actAndSettle('create-order', { status: 'on-hold' });
      // changes of the other orders must not change this one
      await actAndSettle('create-order', { status: 'on-hold', phone: newPhone() });
      await actAndSettle('pay-order', { id: paidLater.id });
      await actAndSettle('cancel-order', { id: canceled.id });
      await actAndSettle('create-order', { status: 'processing' });
    },
  },
  {
    name: 'orders-at-once',
    title: 'Four orders of four customers are made at once; two are then paid and one is canceled at once',
    needs: ['orders'],
    async play({ act, settle, newPhone }) {
      const ids: (string | undefined)[] = [];
      for (let order = 0; order < 4; order += 1) {
        const { id } = await act('create-order', { status: 'on-hold', phone: newPhone() });
        ids.push(id);
      }
      await settle();
      await act('pay-order', { id: ids[0] });
      await act('cancel-order', { id: ids[1] });
      await act('pay-order', { id: ids[2] });
      await settle();
    },
  },
  {
    name: 'paid-then-cancelled',
    title: 'An order on hold and one that is processed are paid, and canceled later, like one that was paid at once',
    needs: ['orders'],
    async play({ actAndSettle }) {
      for (const status of ['on-hold', 'processing', 'completed']) {
        const { id } = await actAndSettle('create-order', { status });
        if (status !== 'completed') await actAndSettle('pay-order', { id });
        await actAndSettle('cancel-order', { id });
      }
    },
  },
  {
    name: 'repeat',
    title: 'A paid order and one on hold are sent twice, the latter again when it is paid and when it is canceled',
    needs: ['orders'],
    async play({ actAndSettle }) {
      const paid = await actAndSettle('create-order', { status: 'completed' });
      await actAndSettle('create-order', { id: paid.id });
      const { id } = await actAndSettle('create-order', { status: 'on-hold' });
      await actAndSettle('create-order', { id });
      for (const change of ['pay-order', 'cancel-order'] as const) {
        await actAndSettle(change, { id });
        await actAndSettle('create-order', { id });
      }
    },
  },
];
