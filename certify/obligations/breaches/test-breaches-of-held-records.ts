import type { PartnerRecord } from '../../../core/partner-record.ts';
import { act, answering, failing, orderBody, read, send, showOrder, uuid } from '../test-records/test-record.ts';
import {
  also,
  type Breaches,
  changeEvaAtOnce,
  eva,
  rewriting,
  rewritingAt,
  sending,
  withoutAt,
} from '../test-records/test-record-changes.ts';

const order = (number: number): string => `PUT /orders/${uuid(number)}`;

/** A customer changes after a creation that was stored and got no answer, and comes again as it is now. */
const foldUpdate = (record: PartnerRecord): void => {
  changeEvaAtOnce(record, { fault: 'stored, then reset', answer: { lost: 'reset' } });
  send(record, 4205, 'POST /customers', { ...eva, firstName: 'Evita' });
  record.idleMs = 4300;
};

export const breachesOfHeldRecords: Breaches = {
  'PART-125': {
    'an order that is paid and then put back on hold': sending(925, order(21), { status: 'on-hold' }),
    'another order that is canceled too': sending(925, order(22), { status: 'canceled' }),
    'an order that is deleted because another was paid': sending(925, `DELETE /orders/${uuid(22)}`),
    'a canceled order that is paid when another is': (record) => {
      act(record, { action: 'cancel-order', fromMs: 986, toMs: 988, parameters: { id: 'order-1' } });
      showOrder(record, 986, 'order-1', 41);
      send(record, 987, order(41), { status: 'canceled' });
      act(record, {
        action: 'create-order',
        fromMs: 4500,
        toMs: 4520,
        id: 'order-23',
        parameters: { status: 'completed' },
      });
      send(record, 4505, 'POST /orders', orderBody('order-23'));
      send(record, 4510, order(41), { status: 'completed' });
    },
    'a put back order whose id the partner answers is not the externalId': (record) => {
      for (const action of record.actions) {
        if (action.id === 'order-21') Object.assign(action, { id: 'ticket-21', isSettled: true });
        if (action.parameters.id === 'order-21') action.parameters = { id: 'ticket-21' };
        if (action.id === 'order-5') action.isSettled = true;
      }
      send(record, 925, order(21), { status: 'on-hold' });
    },
    'a coupon that is put on an order, and cancels it': (record) => {
      act(record, { action: 'redeem', fromMs: 4500, parameters: { code: 'TWICE', id: 'order-22' } });
      send(record, 4505, order(22), { status: 'canceled', couponCode: 'TWICE' });
    },
  },
  'PART-126': {
    'the total of another order': sending(925, order(22), { total: 1 }),
    'the customer of another order': sending(925, order(22), { customer: { phone: '+5511911110001' } }),
    'the externalId of another order': rewriting(order(21), { externalId: 'order-22' }),
  },
  'PART-127': {
    'an order with another phone than its customer has': (record) => {
      for (const call of record.calls) call.body = call.body.replaceAll('+5511911110002', '+5511933334444');
    },
    'a payment with the phone of the customer without its country and area': rewritingAt(922, {
      customer: { phone: '911110001' },
    }),
  },
  'PART-128': {
    'no update of a customer': withoutAt(952),
    'no update of a customer who is looked up by another form of the phone': (record) => {
      withoutAt(952)(record);
      send(record, 952, 'GET /customers/phone/11922220001', undefined, { answer: answering(422) });
    },
    'an update of a customer at a path that does not exist': (record) => {
      withoutAt(952)(record);
      const path = '/customers/external/customer-1';
      send(record, 952, `PUT ${path}`, { externalId: 'customer-1', firstName: 'Bia' }, { answer: answering(404) });
    },
    'no update of a customer who is deleted after a rest': (record) => {
      const parameters = { id: 'customer-1' };
      act(record, { action: 'update-customer', fromMs: 8800, isSettled: true, parameters });
      act(record, { action: 'delete-customer', fromMs: 8820, isSettled: true, parameters });
      send(record, 8822, `DELETE /customers/${uuid(51)}`);
    },
    'an update of nobody but a customer who is known by the id alone': (record) => {
      withoutAt(952)(record);
      send(record, 952, `PUT /customers/${uuid(52)}`, { firstName: 'Bia' });
    },
    'an update of a customer that is lost while the creation is retried': (record) => {
      changeEvaAtOnce(record, { answer: answering(500) });
      send(record, 4205, 'POST /customers', eva);
    },
    'an update of a customer that is left out because the creation is still retried': (record) => {
      changeEvaAtOnce(record, failing(500));
      send(record, 4204, 'GET /customers/external/customer-60', undefined, { answer: answering(422) });
      send(record, 4206, 'POST /customers', eva);
    },
  },
  'PART-129': {
    'an update of another customer too': sending(954, `PUT /customers/${uuid(52)}`, { firstName: 'Beatriz' }),
    'another customer who is deleted': sending(954, `DELETE /customers/${uuid(52)}`),
    'a customer who is deleted in place of another': also(['PART-136'], (record) => {
      act(record, { action: 'delete-customer', fromMs: 953, toMs: 956, parameters: { id: 'customer-1' } });
      send(record, 954, `DELETE /customers/${uuid(52)}`);
    }),
    'a customer who is deleted on a start': sending(4170, `DELETE /customers/${uuid(52)}`),
  },
  'PART-130': {
    'another product that is given the name of the one that is sent again': sending(983, `PUT /products/${uuid(62)}`, {
      name: 'Tea 1',
      provider: 'shop',
    }),
  },
  'PART-131': {
    'coupons of its own that are voided at once, by a partner that marks none': (record) => {
      record.capabilities = record.capabilities.filter((capability) => capability !== 'mark-used');
      send(record, 6110, 'PUT /coupons/code/OWN7', { used: true, awaitingOrder: false });
    },
    'a shared coupon that is voided at once': sending(6300, 'PUT /coupons/code/ALL7', {
      used: true,
      awaitingOrder: false,
    }),
    'used true with the id, by a partner that marks none': (record) => {
      record.capabilities = record.capabilities.filter((capability) => capability !== 'mark-used');
      rewriting('PUT /coupons/code/PLAIN', { used: true, awaitingOrder: false })(record);
    },
    'a coupon whose use is refused, because the sale is too small': (record) => {
      act(record, { action: 'redeem', fromMs: 6400, outcome: 'cannot', parameters: { code: 'MORE', total: 49.99 } });
      send(record, 6402, 'PUT /coupons/code/MORE', { used: true, awaitingOrder: false });
    },
    'a coupon that is marked as used on a start': sending(4170, 'PUT /coupons/code/MORE', {
      used: true,
      awaitingOrder: false,
    }),
    'another coupon that is also marked': (record) => {
      const other = { externalId: 'own-2', code: 'OWN2', type: 'percent', amount: 5, phone: '+5511987654321' };
      send(record, 975, 'POST /coupons', { ...other, expiryDate: '2030-12-31T23:59:59-03:00', awaitingOrder: false });
      read(record, 977, '/coupons/code/OWN2', { id: uuid(72), code: 'OWN2' });
      send(record, 994, `PUT /coupons/${uuid(72)}`, { used: true, awaitingOrder: false });
    },
  },
  'PART-132': {
    'a process that ends itself': (record) => {
      record.died = { atMs: 6500, how: 'it ended with exit code 7; its last request: POST /orders, answered 500' };
    },
    'a process that is not there for a while': (record) => {
      const how = 'nothing listens at its hooks any more; its last request: POST /orders, answered 500';
      record.gone = [{ atMs: 6500, how }];
    },
    'nothing that it sends for a store, though it had sent one before': (record) => {
      act(record, { action: 'create-store', fromMs: 2, toMs: 2990, outcome: 'done', isSettled: true });
      act(record, { action: 'create-store', fromMs: 9000, toMs: 9050, outcome: 'done', isSettled: true });
    },
  },
  'PART-143': {
    'an older value that a late PUT sets again, before a further update': (record) => {
      const parameters = { id: 'customer-1' };
      const put = (atMs: number, firstName: string): unknown =>
        send(record, atMs, `PUT /customers/${uuid(51)}`, { phone: '+5511922220001', firstName });
      act(record, { action: 'update-customer', fromMs: 4600, toMs: 4610, isSettled: true, parameters });
      put(4602, 'Bela');
      put(4604, 'Beatriz');
      act(record, { action: 'update-customer', fromMs: 4620, toMs: 4630, isSettled: true, parameters });
      put(4622, 'Bruna');
    },
    'a customer who is sent again with the name from before the update': (record) => {
      act(record, { action: 'create-customer', fromMs: 4200, id: 'customer-1', parameters: { id: 'customer-1' } });
      send(record, 4202, `PUT /customers/${uuid(51)}`, { phone: '+5511922220001', firstName: 'Bia' });
    },
    'updates from a copy without the update before': (record) => {
      for (const number of [1, 2]) {
        const [atMs, phone, id] = [4200 + 40 * number, `+551192222888${number}`, `fresh-${number}`];
        act(record, { action: 'create-customer', fromMs: atMs, id });
        send(record, atMs + 1, 'POST /customers', {
          externalId: id,
          phone,
          firstName: 'Ana',
          email: 'ana@example.com',
        });
        read(record, atMs + 5, `/customers/external/${id}`, { id: uuid(900 + number), externalId: id, phone });
        for (const [afterMs, firstName, email] of [
          [10, 'Bea', 'ana@example.com'],
          [20, 'Ana', 'bea@example.com'],
        ] as const) {
          act(record, { action: 'update-customer', fromMs: atMs + afterMs, parameters: { id } });
          send(record, atMs + afterMs + 1, `PUT /customers/${uuid(900 + number)}`, { firstName, email });
        }
      }
    },
    'an update with an older address than the customer has': also(['PART-110'], (record) => {
      const bia = { externalId: 'customer-1', phone: '+5511922220001', firstName: 'Bea' };
      act(record, { action: 'update-customer', fromMs: 7200, isSettled: true, parameters: { id: 'customer-1' } });
      send(record, 7202, `PUT /customers/${uuid(51)}`, { ...bia, address: { street: 'Rua Um' } });
      act(record, { action: 'create-customer', fromMs: 7210, id: 'customer-1', parameters: { id: 'customer-1' } });
      send(record, 7212, 'POST /customers', { ...bia, address: { street: 'Rua Dois' } });
    }),
    'a failed first update of a customer that comes again after the second one': (record) => {
      const put = (atMs: number, firstName: string, answer = answering(200)): void =>
        void send(record, atMs, `PUT /customers/${uuid(51)}`, { firstName }, { answer });
      for (const fromMs of [4200, 4210])
        act(record, { action: 'update-customer', fromMs, parameters: { id: 'customer-1' } });
      put(4202, 'Bea', answering(500));
      put(4212, 'Bel');
      put(4214, 'Bea');
    },
    'an update that is posted again and stays without effect, because the creation had been stored': (record) => {
      foldUpdate(record);
      const answer = answering(200, { ...eva, id: uuid(54) });
      send(record, 4209, 'GET /customers/phone/%2B5511922220060', undefined, { answer });
    },
    'an update that is folded into the creation, which had been stored': foldUpdate,
  },
};
