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
    title: 'Two orders are paid and one is canceled at once, and a fourth is left as it is',
    needs: ['orders'],
    async play({ act, actAndSettle, settle }) {
      const ids: (string | undefined)[] = [];
      for (let order = 0; order < 4; order += 1) {
        const { id } = await actAndSettle('create-order', { status: 'on-hold' });
        ids.push(id);
      }
      await act('pay-order', { id: ids[0] });
      await act('cancel-order', { id: ids[1] });
      await act('pay-order', { id: ids[2] });
      await settle();
    },
  },
  {
    name: 'paid-then-cancelled',
    title: 'An order on hold and one that is processed are paid, and canceled later',
    needs: ['orders'],
    async play({ actAndSettle }) {
      for (const status of ['on-hold', 'processing']) {
        const { id } = await actAndSettle('create-order', { status });
        await actAndSettle('pay-order', { id });
        await actAndSettle('cancel-order', { id });
      }
    },
  },
  {
    name: 'repeat',
    title: 'A paid order and one on hold are sent twice, and the second again after its payment and its cancellation',
    needs: ['orders'],
    async play({ actAndSettle }) {
      let id: string | undefined;
      for (const status of ['completed', 'on-hold']) {
        ({ id } = await actAndSettle('create-order', { status }));
        await actAndSettle('create-order', { id });
      }
      for (const change of ['pay-order', 'cancel-order'] as const) {
        await actAndSettle(change, { id });
        await actAndSettle('create-order', { id });
      }
    },
  },
];
