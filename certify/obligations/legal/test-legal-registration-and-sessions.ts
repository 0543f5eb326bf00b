import { act, answering, failing, notify, send, uuid } from '../test-records/test-record.ts';
import {
  answered,
  callTo,
  type LegalPartners,
  registerBearerAt,
  rewrite,
  rewriting,
  sending,
  without,
  withoutCalls,
} from '../test-records/test-record-changes.ts';

export const legalRegistrationAndSessions: LegalPartners = {
  'the registration deleted and made again': (record) => {
    const { body } = callTo(record, 'POST /webhooks');
    send(record, 400, `DELETE /webhooks/${uuid(10)}`);
    send(record, 410, `DELETE /webhooks/${uuid(10)}`, undefined, { answer: answering(404) });
    send(record, 420, 'POST /webhooks', JSON.parse(body));
  },
  'a new registration refused while the removal is under way': (record) => {
    act(record, { action: 'unregister-webhook', fromMs: 400, toMs: 401 });
    act(record, { action: 'register-webhook', fromMs: 402, outcome: 'cannot', isSettled: true });
    send(record, 410, `DELETE /webhooks/${uuid(10)}`);
  },
  'a change with null for the address, which stays as it is': rewriting('PUT /webhooks', { targetUrl: null }),
  'a registration repeated because the first failed': (record) => {
    const { body } = callTo(record, 'POST /webhooks');
    send(record, 5, 'POST /webhooks', JSON.parse(body), {
      answer: { lost: 'time-out' },
      fault: 'stored, then no answer',
    });
  },
  'a notification sent with a bearer that is being replaced': (record) => {
    send(record, 8001, `PUT /webhooks/${uuid(10)}`, JSON.parse(callTo(record, 'POST /webhooks').body));
    notify(record, 8000, 'REPLACED', { orderId: null, answer: { status: 401 } });
    notify(record, 8100, 'REPLACED', { orderId: null });
  },
  'no bearer registered': (record) => {
    for (const call of record.calls) if (call.path.startsWith('/webhooks')) rewrite(call, { bearerToken: undefined });
    for (const attempt of record.attempts) delete attempt.headers.authorization;
    answered('FORGED-1', 200)(record);
  },
  'a restart that is answered a moment before the process is gone': (record) => {
    act(record, { action: 'restart', fromMs: 8300, toMs: 8302 });
    notify(record, 8320, 'RESTARTING', { orderId: null, answer: { lost: 'refused' } });
    notify(record, 8400, 'RESTARTING', { orderId: null });
  },
  'a gateway that answers in place of a process that is starting again': (record) => {
    act(record, { action: 'restart', fromMs: 8300, toMs: 8302 });
    notify(record, 8320, 'RESTARTING', { orderId: null, answer: { status: 503 } });
    notify(record, 8400, 'RESTARTING', { orderId: null });
  },
  'a registration that is made again at each start': (record) => {
    const { body } = callTo(record, 'POST /webhooks');
    act(record, { action: 'restart', fromMs: 8300, toMs: 8320, isSettled: true });
    send(record, 8305, `DELETE /webhooks/${uuid(10)}`);
    send(record, 8310, 'POST /webhooks', JSON.parse(body), { answer: answering(200, { id: uuid(11) }) });
  },
  'a registration that ends with the session': (record) => {
    send(record, 9900, `DELETE /webhooks/${uuid(10)}`);
  },
  'a wrong bearer that is acknowledged, and has no effect': answered('FORGED-1', 200),
  'a bearer that is registered only after a wrong one was acknowledged': (record) => {
    registerBearerAt(record, 3450);
    answered('FORGED-1', 200)(record);
  },
  'a wrong bearer that is acknowledged once the registration was made again without one': (record) => {
    const { targetUrl, event } = JSON.parse(callTo(record, 'POST /webhooks').body);
    send(record, 8000, `DELETE /webhooks/${uuid(10)}`);
    send(record, 8010, 'POST /webhooks', { targetUrl, event });
    notify(record, 8200, 'FORGED-2', { fault: 'wrong bearer', authorization: 'Bearer not-the-one' });
    send(record, 8210, 'GET /coupons/code/FORGED-2', undefined, { answer: answering(404) });
  },
  'a wrong bearer that is acknowledged while the bearer is registered': (record) => {
    registerBearerAt(record, 3399);
    answered('FORGED-1', 200)(record);
  },
  'many orders that are paid one soon after the other': (record) => {
    for (let index = 0; index < 60; index += 1) notify(record, 8000 + 10 * index, `ROW${index}`);
  },
  'answers of 204': answered('PLAIN', 204),
  'a partner that is never asked what it holds': (record) => {
    record.states = [];
  },
  'what a scenario did to a call': (record) => {
    send(record, 500, 'PUT /products', undefined, failing(404)).headers = {};
  },
  'a registration that the platform no longer had, made again': sending(
    5,
    `PUT /webhooks/${uuid(77)}`,
    {},
    { answer: answering(404) },
  ),
  'a partner that had gone before it was asked for all': (record) => {
    without('GET /coupons-config')(record);
    withoutCalls(record, ({ path }) => path.startsWith('/abandoned-carts'));
    record.actions = record.actions.filter(({ action }) => action !== 'create-cart');
    act(record, { action: 'create-cart', fromMs: 9000, outcome: 'failed' });
    act(record, { action: 'read-coupons-config', fromMs: 9100, outcome: 'failed' });
  },
};
