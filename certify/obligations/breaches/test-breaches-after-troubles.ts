import type { PartnerRecord } from '../../../core/partner-record.ts';
import { after, ask, makeCustomer, makeOrder, startMs } from '../test-records/test-later-records.ts';
import { act, failing, read, send, uuid } from '../test-records/test-record.ts';
import { also, type Breaches, type Change } from '../test-records/test-record-changes.ts';

const order = { id: uuid(205), externalId: 'o-1' };
const zoe = { id: uuid(755), externalId: 'c-1', phone: '+5511944440055', firstName: 'Zoe' };

const payOrder = (record: PartnerRecord): void => {
  makeOrder(record);
  read(record, startMs + 4, '/orders/external/o-1', { ...order, status: 'on-hold' });
  ask(record, startMs + 20, 'pay-order', { id: 'o-1', parameters: { id: 'o-1' } });
};

const changeCustomer = (record: PartnerRecord, action: 'update-customer' | 'delete-customer'): void => {
  makeCustomer(record);
  read(record, startMs + 4, '/customers/external/c-1', zoe);
  ask(record, startMs + 20, action, { id: 'c-1', parameters: { id: 'c-1' } });
};

/** A lookup that gets this status or no response, and after which nothing comes. */
const lookUp = (record: PartnerRecord, path: string, status: Parameters<typeof failing>[0]): void =>
  void send(record, startMs + 22, `GET ${path}`, undefined, failing(status));

const dropsUpdate = (status: 429 | 500): Change =>
  after((record) => {
    changeCustomer(record, 'update-customer');
    lookUp(record, '/customers/external/c-1', status);
  });

/** What a partner drops after a trouble. */
export const breachesAfterTroubles: Breaches = {
  'PART-100': {
    'a payment whose lookup was answered 429': after((record) => {
      payOrder(record);
      lookUp(record, '/orders/external/o-1', 429);
    }),
  },
  'PART-128': {
    'an update of a customer whose lookup failed': dropsUpdate(500),
    'an update of a customer whose lookup was answered 429': dropsUpdate(429),
  },
  'PART-136': {
    'a deletion of a customer whose lookup failed': after((record) => {
      changeCustomer(record, 'delete-customer');
      lookUp(record, '/customers/external/c-1', 500);
    }),
  },
  'PART-168': {
    'an update of a customer that failed before one of another field': also(
      ['PART-17'],
      after((record) => {
        changeCustomer(record, 'update-customer');
        send(record, startMs + 22, `PUT /customers/${zoe.id}`, { firstName: 'Zoraide' }, failing(500));
        ask(record, startMs + 40, 'update-customer', { parameters: { id: 'c-1' } });
        send(record, startMs + 42, `PUT /customers/${zoe.id}`, { lastName: 'Lima' });
      }),
    ),
    'such an update with the partner’s id': also(
      ['PART-17'],
      after((record) => {
        changeCustomer(record, 'update-customer');
        const own = { externalId: 'c-1' };
        send(record, startMs + 22, `PUT /customers/${zoe.id}`, { ...own, firstName: 'Zoraide' }, failing(500));
        ask(record, startMs + 40, 'update-customer', { parameters: { id: 'c-1' } });
        send(record, startMs + 42, `PUT /customers/${zoe.id}`, { ...own, lastName: 'Lima' });
      }),
    ),
    'a payment that failed, and that a lookup shows as not made': also(
      ['PART-17'],
      after((record) => {
        payOrder(record);
        send(record, startMs + 22, `PUT /orders/${order.id}`, { status: 'completed' }, failing(500));
        read(record, startMs + 24, `/orders/${order.id}`, { ...order, status: 'on-hold' });
      }),
    ),
    'a deletion of a customer that failed before an order was canceled': also(
      ['PART-17'],
      after((record) => {
        makeOrder(record);
        read(record, startMs + 4, '/orders/external/o-1', { ...order, status: 'on-hold' });
        send(record, startMs + 6, 'POST /customers', zoe);
        read(record, startMs + 8, '/customers/external/c-1', zoe);
        act(record, { action: 'create-customer', fromMs: startMs + 5, toMs: startMs + 6, id: 'c-1' });
        act(record, { action: 'delete-customer', fromMs: startMs + 20, parameters: { id: 'c-1' } });
        send(record, startMs + 21, `DELETE /customers/${zoe.id}`, undefined, failing(500));
        ask(record, startMs + 24, 'cancel-order', { parameters: { id: 'o-1' } });
        send(record, startMs + 26, `PUT /orders/${order.id}`, { status: 'canceled' });
      }),
    ),
  },
  'PART-169': {
    'a cart whose customer has another phone when the send had failed': after((record) => {
      const cart = (phone: string) => ({ externalId: 'k-1', customer: { phone } });
      ask(record, startMs, 'create-cart', { id: 'k-1' });
      send(record, startMs + 2, 'POST /abandoned-carts', cart('+5511944440055'), failing(500));
      send(record, startMs + 5, 'POST /abandoned-carts', cart('+5511944440056'));
    }),
  },
};
