import { act, answering, failing, orderBody, read, readPage, send, uuid } from '../test-records/test-record.ts';
import { callTo, type LegalPartners } from '../test-records/test-record-changes.ts';

const lost = { answer: { lost: 'reset' }, fault: 'stored, then reset' } as const;
const customer = { externalId: 'customer-lost', phone: '+5511955557777', firstName: 'Lia' };

/** Writes without a response that the partner does not send again, because a read shows that they are stored. */
export const legalLostWrites: LegalPartners = {
  'a customer whose creation got no answer, found by phone': (record) => {
    send(record, 400, 'POST /customers', customer, lost);
    read(record, 410, '/customers/phone/%2B5511955557777', { id: uuid(77), ...customer, phone: '5511955557777' });
  },
  'an order that comes again a second after a 429 that asks for it': (record) => {
    send(record, 400, 'POST /orders', orderBody('order-429'), { ...failing(429), tookMs: 1 });
    send(record, 411, 'POST /orders', orderBody('order-429'));
  },
  'a customer whose creation got no answer, found in a list': (record) => {
    send(record, 400, 'POST /customers', customer, lost);
    readPage(record, 410, 'customers', { data: [{ id: uuid(77), ...customer }] });
  },
  'the externalId of a coupon whose change got no answer, found by its order': (record) => {
    callTo(record, 'PUT /coupons/code/PLAIN').answer = lost.answer;
    read(record, 1030, `/coupons/order/${uuid(1)}`, { id: uuid(100), code: 'PLAIN', externalId: 'own-PLAIN' });
  },
  'the payment of an order whose change got no answer, found by its externalId': (record) => {
    const order = { externalId: 'order-21', status: 'completed', total: 121 };
    send(record, 985, `PUT /orders/${uuid(21)}`, order, lost);
    read(record, 987, '/orders/external/order-21', { id: uuid(21), ...order });
  },
  'a customer whose lost creation had been refused, made with the values that it has by then': (record) => {
    const id = customer.externalId;
    act(record, { action: 'create-customer', fromMs: 7200, toMs: 7201, id });
    send(record, 7201, 'POST /customers', customer, { answer: { lost: 'time-out' }, fault: 'stored, then no answer' });
    act(record, { action: 'update-customer', fromMs: 7202, toMs: 7210, isSettled: true, parameters: { id } });
    send(record, 7203, 'POST /customers', customer, { answer: answering(400) });
    send(record, 7205, `GET /customers/external/${id}`, undefined, { answer: answering(422) });
    send(record, 7207, 'POST /customers', { ...customer, firstName: 'Lila' });
  },
  'a customer who is deleted before the failed creation is sent again, whom a restart does not create': (record) => {
    act(record, { action: 'create-customer', fromMs: 7200, toMs: 7202, id: customer.externalId });
    send(record, 7201, 'POST /customers', customer, failing(500));
    act(record, { action: 'delete-customer', fromMs: 7203, toMs: 7204, parameters: { id: customer.externalId } });
    act(record, { action: 'restart', fromMs: 7205, toMs: 7210, isSettled: true });
    send(record, 7212, 'GET /customers/phone/%2B5511955557777', undefined, { answer: answering(422) });
    record.idleMs = 7300;
  },
  'a registration that is to be removed before the failed one is sent again': (record) => {
    act(record, { action: 'unregister-webhook', fromMs: 7200, toMs: 7202, isSettled: true });
    send(record, 7201, `DELETE /webhooks/${uuid(10)}`);
    act(record, { action: 'register-webhook', fromMs: 7210, toMs: 7212 });
    send(record, 7211, 'POST /webhooks', { event: 'coupon_create' }, failing(500));
    act(record, { action: 'unregister-webhook', fromMs: 7213, toMs: 7214, isSettled: true });
    record.idleMs = 7300;
  },
  'a customer sent again a moment before the lost connection shows as closed': (record) => {
    send(record, 400, 'POST /customers', customer, { ...lost, tookMs: 30 });
    send(record, 429, 'POST /customers', customer);
  },
};
