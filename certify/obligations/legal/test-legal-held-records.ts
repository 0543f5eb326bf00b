import { act, answering, failing, orderBody, read, send, uuid } from '../test-records/test-record.ts';
import {
  callAt,
  changeEvaAtOnce,
  eva,
  type LegalPartners,
  rewritingAt,
  sending,
  withoutAt,
} from '../test-records/test-record-changes.ts';

const customer = (number: number): string => `PUT /customers/${uuid(50 + number)}`;

export const legalHeldRecords: LegalPartners = {
  'an order that has another number from its payment on': (record) => {
    rewritingAt(922, { externalId: 'invoice-21' })(record);
    send(record, 935, `PUT /orders/${uuid(21)}`, { externalId: 'invoice-21', status: 'completed' });
  },
  'an order that gets two other numbers, which the partner answers': (record) => {
    rewritingAt(922, { externalId: 'draft-21' })(record);
    send(record, 927, `PUT /orders/${uuid(21)}`, { externalId: 'invoice-21', status: 'completed' });
    for (const action of record.actions) if (action.fromMs === 920) action.id = 'invoice-21';
  },
  'an order that is posted again as paid, whose id nobody says': (record) => {
    act(record, {
      action: 'create-order',
      fromMs: 4500,
      toMs: 4505,
      id: 'order-93',
      parameters: { status: 'on-hold' },
    });
    send(record, 4501, 'POST /orders', orderBody('order-93', { status: 'on-hold' }));
    send(record, 4503, 'GET /orders/external/order-93', undefined, failing(401));
    act(record, { action: 'pay-order', fromMs: 4510, toMs: 4515, parameters: { id: 'order-93' } });
    send(record, 4512, 'POST /orders', orderBody('order-93'));
  },
  'an order that is posted again as canceled, once its deletion got no answer': (record) => {
    Object.assign(callAt(record, 130), { method: 'DELETE', body: '', answer: { lost: 'reset' } });
    send(record, 132, `DELETE /orders/${uuid(2)}`, undefined, { answer: answering(404) });
    send(record, 135, 'POST /orders', orderBody('order-2', { status: 'canceled' }));
  },
  'an order that is posted again as it is by now': sending(
    135,
    'POST /orders',
    orderBody('order-2', { status: 'canceled' }),
  ),
  'a customer who is deleted and made again': (record) => {
    send(record, 4170, `DELETE /customers/${uuid(52)}`);
    send(record, 4175, 'POST /customers', { externalId: 'customer-2', phone: '+5511922220002', firstName: 'Bia' });
  },
  'a new customer with the phone of a deleted one': (record) => {
    send(record, 4170, `DELETE /customers/${uuid(52)}`);
    send(record, 4175, 'POST /customers', { externalId: 'customer-9', phone: '+5511922220002', firstName: 'Rui' });
  },
  'a paid order that is sent again as it is': (record) => {
    act(record, { action: 'create-order', fromMs: 986, toMs: 988, parameters: { id: 'order-21' } });
    send(record, 987, `PUT /orders/${uuid(21)}`, { externalId: 'order-21', status: 'completed', total: 121 });
  },
  'every order that is synchronized when one is paid': (record) => {
    send(record, 924, `PUT /orders/${uuid(22)}`, { ...orderBody('order-22', { status: 'on-hold' }), customer: {} });
    send(record, 926, `PUT /orders/${uuid(22)}`, {
      customer: { phone: '11911110002' },
      syncedAt: '2030-01-31T12:00:01Z',
    });
  },
  'an order whose earlier status comes late and is put right': (record) => {
    send(record, 924, `PUT /orders/${uuid(21)}`, { status: 'on-hold' });
    send(record, 926, `PUT /orders/${uuid(21)}`, { status: 'completed' });
  },
  'an order whose earlier status comes at the same time as the later': sending(921, `PUT /orders/${uuid(21)}`, {
    status: 'on-hold',
  }),
  'a paid order that is being processed afterwards': sending(926, `PUT /orders/${uuid(21)}`, { status: 'processing' }),
  'an order that is posted again after it was deleted': (record) => {
    send(record, 923, `DELETE /orders/${uuid(22)}`);
    send(record, 926, 'POST /orders', JSON.parse(callAt(record, 912).body));
  },
  'an update of a customer that waits until the customer is deleted': (record) => {
    const parameters = { id: 'customer-1' };
    act(record, { action: 'update-customer', fromMs: 8800, parameters });
    act(record, { action: 'delete-customer', fromMs: 8820, isSettled: true, parameters });
    send(record, 8822, `DELETE /customers/${uuid(51)}`);
  },
  'an update of a customer that comes after the deletion of another one': (record) => {
    act(record, { action: 'update-customer', fromMs: 8800, isSettled: true, parameters: { id: 'customer-1' } });
    act(record, { action: 'delete-customer', fromMs: 8820, isSettled: true, parameters: { id: 'customer-2' } });
    send(record, 8822, `DELETE /customers/${uuid(52)}`);
    send(record, 8824, customer(1), { phone: '+5511922220001', firstName: 'Bia Maria' });
  },
  'a canceled order that is deleted': (record) => {
    act(record, { action: 'cancel-order', fromMs: 986, toMs: 988, parameters: { id: 'order-22' } });
    send(record, 987, `PUT /orders/${uuid(22)}`, { status: 'canceled' });
    send(record, 988, `DELETE /orders/${uuid(22)}`);
  },
  'a status that was to be put back and failed': sending(
    926,
    `PUT /orders/${uuid(22)}`,
    { status: 'canceled' },
    { answer: answering(422) },
  ),
  'a total of an order that changes with what is done to it': sending(924, `PUT /orders/${uuid(21)}`, {
    status: 'completed',
    total: 99,
  }),
  'customers who are all synchronized when one is changed': (record) => {
    send(record, 954, customer(2), { phone: '5511922220002', firstName: 'Bia', lastName: 'Lima', points: 7 });
    send(record, 955, 'POST /customers', { externalId: 'customer-2', phone: '+5511922220002', firstName: 'Bia' });
  },
  'a customer who is sent again by PUT with the values of the last update': (record) => {
    act(record, { action: 'create-customer', fromMs: 4200, id: 'customer-1', parameters: { id: 'customer-1' } });
    send(record, 4202, customer(1), { phone: '5511922220001', firstName: 'Beatriz', lastName: 'Lima' });
  },
  'a customer whose older values come late and are put right': (record) => {
    send(record, 4202, customer(1), { firstName: 'Bia' });
    send(record, 4204, customer(1), { firstName: 'Beatriz' });
  },
  'older values of a customer that the platform refuses': sending(
    4202,
    customer(1),
    { firstName: 'Bia' },
    { answer: answering(422) },
  ),
  'a customer who is changed back, and sent again so': (record) => {
    act(record, { action: 'update-customer', fromMs: 4200, parameters: { id: 'customer-1' } });
    send(record, 4202, customer(1), { firstName: 'Bia', lastName: 'Lemos' });
    act(record, { action: 'create-customer', fromMs: 4210, id: 'customer-1', parameters: { id: 'customer-1' } });
    send(record, 4212, customer(1), { firstName: 'Bia', lastName: 'Lemos' });
  },
  'a customer with the values that a new order of that customer has': (record) => {
    act(record, { action: 'create-order', fromMs: 4200, id: 'order-51' });
    send(record, 4202, customer(1), { firstName: 'Bia' });
    const buyer = { phone: '+5511922220001', firstName: 'Bia', address: { street: 'Rua Dois', number: '20' } };
    send(record, 4204, 'POST /orders', orderBody('order-51', { customer: buyer }));
  },
  'a customer whose phone changes, and that of the orders with it': (record) => {
    send(record, 955, customer(1), { phone: '+5511955556666' });
    send(record, 956, `PUT /orders/${uuid(21)}`, { customer: { phone: '+5511955556666' } });
  },
  'a change of a customer that comes while another is changed': (record) => {
    withoutAt(952)(record);
    act(record, { action: 'update-customer', fromMs: 956, toMs: 959, parameters: { id: 'customer-2' } });
    send(record, 957, customer(1), { firstName: 'Beatriz' });
    send(record, 958, customer(2), { firstName: 'Bianca' });
  },
  'a customer who is known by the phone alone, and by no id of the partner': (record) => {
    for (const action of record.actions) {
      if (action.id?.startsWith('customer-')) action.id = `crm ${action.id}`;
      if (action.action === 'update-customer') action.parameters = { id: 'crm customer-1' };
    }
  },
  'a customer who is posted again while no lookup responds, and is put when one does': (record) => {
    changeEvaAtOnce(record);
    send(record, 4204, 'GET /customers/phone/%2B5511922220060', undefined, { answer: answering(500) });
    send(record, 4205, 'POST /customers', { ...eva, firstName: 'Evita' });
    act(record, { action: 'update-customer', fromMs: 4207, parameters: { id: 'customer-2' } });
    send(record, 4208, customer(2), { firstName: 'Bianca' });
    const shown = { ...eva, id: uuid(54) };
    read(record, 4209, '/customers/phone/%2B5511922220060', shown);
    send(record, 4210, `PUT /customers/${uuid(54)}`, { ...eva, firstName: 'Evita' });
  },
  'an update that is folded into the creation, which had not been stored': (record) => {
    changeEvaAtOnce(record, failing(500));
    send(record, 4205, 'POST /customers', { ...eva, firstName: 'Evita' });
    record.idleMs = 4300;
  },
  'a customer whom the platform refuses and who is deleted, while another one is sent again': (record) => {
    act(record, { action: 'create-customer', fromMs: 4200, toMs: 4202, id: 'customer-60' });
    send(record, 4201, 'POST /customers', eva, { answer: answering(500) });
    act(record, { action: 'create-customer', fromMs: 4203, toMs: 4206, id: 'customer-61' });
    const lia = { externalId: 'customer-61', phone: '+5511922220061', firstName: 'Lia' };
    send(record, 4204, 'POST /customers', lia, { answer: answering(422) });
    send(record, 4205, 'POST /customers', eva);
    act(record, { action: 'delete-customer', fromMs: 4207, parameters: { id: 'customer-61' } });
  },
  'records that are not sent because their lookups were refused': (record) => {
    const refused = failing(401);
    act(record, { action: 'register-coupon', fromMs: 4200, id: 'own-60', code: 'OWN60' });
    send(record, 4201, 'GET /coupons/code/OWN60', undefined, refused);
    act(record, { action: 'pay-order', fromMs: 4203, parameters: { id: 'order-21' } });
    send(record, 4204, `GET /orders/${uuid(21)}`, undefined, refused);
    act(record, { action: 'mark-coupon-used', fromMs: 4206, parameters: { code: 'OWN7' } });
    send(record, 4207, 'GET /coupons/code/OWN7', undefined, refused);
    act(record, { action: 'redeem', fromMs: 4209, parameters: { code: 'TWICE', id: 'order-22' } });
    send(record, 4210, `GET /orders/${uuid(22)}`, undefined, refused);
  },
  'redemptions that are not sent because a lookup of the new order, or of its customer, was refused': (record) => {
    for (const [index, path] of ['/orders/external/order-70', '/customers/phone/%2B5511922220060'].entries()) {
      const fromMs = 7200 + 10 * index;
      act(record, { action: 'redeem', fromMs, isSettled: true, id: `order-7${index}`, parameters: { code: 'TWICE' } });
      send(record, fromMs + 1, `GET ${path}`, undefined, failing(401));
    }
  },
  'a coupon that the platform refused and that is not marked as used': (record) => {
    const own = { code: 'OWN9', phone: '+5511922220001', amount: 5, type: 'fixed_cart', externalId: 'own-9' };
    send(record, 4200, 'POST /coupons', own, { answer: answering(422) });
    act(record, { action: 'mark-coupon-used', fromMs: 4202, parameters: { code: 'OWN9' } });
  },
  'a product that has another price when one is sent again': sending(983, `PUT /products/${uuid(62)}`, {
    name: 'Tea 2',
    provider: 'shop',
    price: 10,
  }),
};
