import {
  capabilities,
  type FaultEntry,
  marks,
  type PartnerAction,
  type PartnerAttempt,
  type PartnerCall,
  type PartnerRecord,
} from '../../core/partner-record.ts';
import { judgePartner } from './judge.ts';

/** A UUID that ends in a number. */
export const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const rightHeaders = {
  authorization: `Bearer ${marks.token}`,
  'service-access': marks.accessKey,
  'content-type': 'application/json',
};

type Answer = PartnerCall['answer'];

const ok: Answer = { status: 200, body: '{}' };
export const answering = (status: number, body: unknown = {}): Answer => ({ status, body: JSON.stringify(body) });

/** What a scenario does to what is added. */
interface Disturbed {
  fault?: FaultEntry['kind'];
}

const enterFault = (record: PartnerRecord, kind: FaultEntry['kind'] | undefined): { fault?: number } => {
  if (kind === undefined) return {};
  const number = record.faults.length + 1;
  record.faults.push({ number, scenario: 'test', kind, call: null, attempt: null });
  return { fault: number };
};

/** Adds a call as a right partner makes it: `send(record, 100, 'PUT /orders/1', { status: 'completed' })`. */
export const send = (
  record: PartnerRecord,
  atMs: number,
  line: string,
  body?: unknown,
  { answer = ok, fault, tookMs = 2 }: { answer?: Answer; tookMs?: number } & Disturbed = {},
): PartnerCall => {
  const [method = '', path = ''] = line.split(' ');
  const call: PartnerCall = {
    number: record.calls.length + 1,
    atMs,
    tookMs,
    method,
    path,
    headers: { ...rightHeaders },
    body: body === undefined ? '' : JSON.stringify(body),
    answer,
    ...enterFault(record, fault),
  };
  record.calls.push(call);
  return call;
};

/** Adds an attempt that the partner answers with 200 at once. */
export const notify = (
  record: PartnerRecord,
  atMs: number,
  code: string,
  {
    orderId = uuid(1),
    answer = { status: 200 },
    fault,
    tookMs = 3,
    more = {},
    authorization = `Bearer ${marks.bearer}`,
  }: {
    orderId?: string | null;
    answer?: PartnerAttempt['answer'];
    tookMs?: number;
    more?: object;
    authorization?: string;
  } & Disturbed = {},
): PartnerAttempt => {
  const attempt: PartnerAttempt = {
    number: record.attempts.length + 1,
    atMs,
    tookMs,
    path: '/receiver',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ code, id: uuid(900), orderId, companyId: uuid(999), ...more }),
    code,
    answer,
    ...enterFault(record, fault),
  };
  record.attempts.push(attempt);
  return attempt;
};

/** The platform creates a coupon of 10 percent that is valid until the middle of 2030. */
export const make = (record: PartnerRecord, code: string, number: number): void => {
  record.coupons.push({
    code,
    id: uuid(number),
    orderId: uuid(1),
    orderExternalId: 'order-1',
    type: 'percent',
    amount: 10,
    minPurchaseValue: 50,
    acumulative: false,
    expiryDate: '2030-06-30T15:00:00.000Z',
    phone: '+5511987654321',
    madeMs: 0,
    cancelledMs: null,
  });
};

/** The partner looks a coupon up and sends its own id for it, from this moment on. */
export const work = (record: PartnerRecord, atMs: number, code: string): void => {
  send(record, atMs, `GET /coupons/code/${code}`, undefined, {
    answer: answering(200, { code, startDate: '2030-01-31T11:00:00.000Z' }),
  });
  send(record, atMs + 5, `PUT /coupons/code/${code}`, { externalId: `own-${code}` });
};

export const act = (
  record: PartnerRecord,
  action: Partial<PartnerAction> & { action: string; fromMs: number },
): void => {
  record.actions.push({
    number: record.actions.length + 1,
    scenario: 'test',
    parameters: {},
    toMs: action.fromMs + 10,
    outcome: 'done',
    ...action,
  });
};

/** The partner says that it holds these coupons, each as the platform made it. */
export const hold = (record: PartnerRecord, atMs: number, codes: readonly string[]): void => {
  record.states.push({
    after: record.actions.length,
    atMs,
    coupons: codes.map((code) => ({
      code,
      id: `own-${code}`,
      type: 'percent',
      amount: 10,
      minPurchaseValue: 50,
      combinable: false,
      expiryDate: '2030-06-30T15:00:00Z',
      phone: '+5511987654321',
    })),
  });
};

/** An empty record of a partner with all capabilities. */
export const emptyRecord = (): PartnerRecord => ({
  capabilities: [...capabilities],
  startedAt: '2030-01-31T12:00:00.000Z',
  timeScale: 0.01,
  receiverMs: 500,
  names: { accessHeader: 'service-access', webhookUrl: 'targetUrl', dates: ['emittedAt'] },
  calls: [],
  attempts: [],
  actions: [],
  coupons: [],
  states: [],
  faults: [],
});

export const orderBody = (externalId: string, fields: object = {}) => ({
  externalId,
  status: 'completed',
  customer: { phone: '+5511987654321', firstName: 'Ana', address: { street: 'Rua Um', number: '10' } },
  lineItems: [{ productId: 'p-1', quantity: 2, price: 60.5 }],
  total: 121,
  ...fields,
});

const burstCodes = Array.from({ length: 60 }, (_, index) => `BURST${index}`);

const sendOrders = (record: PartnerRecord): void => {
  for (const [fromMs, id, status] of [
    [99, 'order-1', 'completed'],
    [109, 'order-2', 'on-hold'],
    [139, 'order-3', 'processing'],
    [159, 'order-4', 'completed'],
    [299, 'order-6', 'completed'],
    [309, 'order-7', 'completed'],
    [319, 'order-401', 'completed'],
    [329, 'order-403', 'completed'],
    [339, 'order-404', 'completed'],
    [599, 'order-5', 'completed'],
  ] as const) {
    act(record, { action: 'create-order', fromMs, toMs: fromMs + 1, id, parameters: { status } });
  }
  act(record, { action: 'cancel-order', fromMs: 129, toMs: 135, parameters: { id: 'order-2' } });
  send(record, 100, 'POST /orders', orderBody('order-1'));
  send(record, 110, 'POST /orders', orderBody('order-2', { status: 'on-hold' }));
  send(record, 120, 'GET /orders/external/order-2', undefined, {
    answer: answering(200, { id: uuid(2), externalId: 'order-2' }),
  });
  send(record, 130, `PUT /orders/${uuid(2)}`, { status: 'canceled' });
  send(
    record,
    140,
    'POST /orders',
    orderBody('order-3', { status: 'processing', emittedAt: '2030-01-31T09:00:00-03:00' }),
  );
  send(record, 150, 'GET /orders/external/order-3');
  // answered 500 once
  send(record, 160, 'POST /orders', orderBody('order-4'), { fault: 'answered 500', answer: answering(500) });
  send(record, 180, 'POST /orders', orderBody('order-4'));
  // refused
  send(record, 300, 'POST /orders', orderBody('order-6'), { fault: 'answered 400', answer: answering(400) });
  send(record, 310, 'POST /orders', orderBody('order-7'), { fault: 'answered 422', answer: answering(422) });
  send(record, 320, 'POST /orders', orderBody('order-401'), { fault: 'answered 401', answer: answering(401) });
  send(record, 330, 'POST /orders', orderBody('order-403'), { fault: 'answered 403', answer: answering(403) });
  send(record, 340, 'POST /orders', orderBody('order-404'), { fault: 'answered 404', answer: answering(404) });
  // not answered three times, and sent again after pauses that grow
  send(record, 600, 'POST /orders', orderBody('order-5'), { fault: 'reset', answer: { lost: 'reset' } });
  send(record, 640, 'POST /orders', orderBody('order-5'), { fault: 'reset', answer: { lost: 'reset' } });
  send(record, 720, 'POST /orders', orderBody('order-5'), { fault: 'reset', answer: { lost: 'reset' } });
  send(record, 880, 'POST /orders', orderBody('order-5'));
};

const sendRecords = (record: PartnerRecord): void => {
  const ana = { phone: '+5511987654321', firstName: 'Ana' };
  for (const atMs of [30, 31]) send(record, atMs, 'POST /customers', ana);
  send(record, 32, 'GET /customers/phone/%2B5511987654321', undefined, { answer: answering(200, { id: uuid(30) }) });
  act(record, { action: 'update-customer', fromMs: 33, toMs: 37 });
  send(record, 34, `PUT /customers/${uuid(30)}`, { firstName: 'Anna' });
  send(record, 36, 'POST /customers', { ...ana, firstName: 'Anna' });
  send(record, 40, 'POST /products', { name: 'Coffee', provider: 'shop', price: 60.5 });
  act(record, { action: 'create-product', fromMs: 41, toMs: 43 });
  send(record, 42, 'POST /products', { name: 'Coffee', provider: 'shop', price: 60.5 });
  act(record, { action: 'create-store', fromMs: 44, toMs: 45, id: 'store-1' });
  send(record, 44, 'POST /stores', { externalId: 'store-1', name: 'Centre' });
  act(record, { action: 'create-cart', fromMs: 46, toMs: 47, id: 'cart-1' });
  send(record, 46, 'POST /abandoned-carts', { externalId: 'cart-1', customer: { ...ana, id: uuid(30) } });
  send(record, 48, 'GET /stores?after=2020-01-01T00:00:00Z&page=1&pageSize=50', undefined, {
    answer: answering(200, { pagination: { page: 1, pageSize: 50, totalRecords: 1, totalPages: 1 }, data: [{}] }),
  });
  const changedSince = '2030-01-01T00:00:00.000Z';
  act(record, { action: 'synchronize', fromMs: 49, toMs: 55, parameters: { list: 'products', changedSince } });
  for (const page of [1, 2, 3]) {
    const query = `after=2020-01-01T00:00:00Z&updatedAt=2029-12-31T21:00:00-03:00&page=${page}&pageSize=50`;
    send(record, 50 + page, `GET /products?${query}`, undefined, {
      answer: answering(200, { pagination: { page, pageSize: 50, totalRecords: 120, totalPages: 3 }, data: [{}] }),
    });
  }
};

const sendCoupons = (record: PartnerRecord): void => {
  const own = { externalId: 'own-1', code: 'OWN1', type: 'percent', amount: 5.5, phone: '+5511987654321' };
  act(record, { action: 'register-coupon', fromMs: 60, toMs: 68, id: 'own-1' });
  send(record, 60, 'POST /coupons', { ...own, expiryDate: '2030-12-31T23:59:59-03:00', awaitingOrder: false });
  send(record, 62, 'GET /coupons/code/OWN1');
  send(record, 64, 'GET /coupons/external/own-1');
  send(record, 66, 'PUT /coupons/code/OWN1', { used: true, awaitingOrder: false });
  act(record, { action: 'mark-coupon-used', fromMs: 65, toMs: 68, parameters: { code: 'OWN1' } });
  act(record, { action: 'register-shared-coupon', fromMs: 70, toMs: 73, id: '7' });
  send(record, 70, 'POST /coupons/shared', { externalId: 7, code: 'ALL7' });
  send(record, 72, 'GET /coupons/code/ALL7');
  send(record, 74, 'GET /coupons-config');
};

/** The notifications of a session, both undisturbed and disturbed. */
const receive = (record: PartnerRecord): void => {
  for (const [index, code] of ['PLAIN', 'TWICE', 'NULL', 'MORE', 'GONE', 'AGAIN', 'LOST'].entries()) {
    make(record, code, 100 + index);
  }
  notify(record, 1000, 'PLAIN');
  work(record, 1010, 'PLAIN');
  hold(record, 1100, ['PLAIN']);

  notify(record, 2000, 'TWICE');
  work(record, 2010, 'TWICE');
  notify(record, 2020, 'TWICE', { fault: 'repeated' });
  hold(record, 2100, ['PLAIN', 'TWICE']);
  notify(record, 2200, 'TWICE', { fault: 'late repeat' });
  hold(record, 2300, ['PLAIN', 'TWICE']);

  notify(record, 3000, 'NULL', { orderId: null });
  work(record, 3010, 'NULL');
  notify(record, 3100, 'MORE', { fault: 'unknown fields', more: { channel: 'panel' } });
  work(record, 3110, 'MORE');
  notify(record, 3200, 'GONE');
  send(record, 3210, 'GET /coupons/code/GONE', undefined, { fault: 'answered 404', answer: answering(404) });
  notify(record, 3300, 'AGAIN');
  send(record, 3310, 'GET /coupons/code/AGAIN', undefined, { fault: 'answered 500', answer: answering(500) });
  work(record, 3330, 'AGAIN');
  notify(record, 3400, 'FORGED-1', {
    fault: 'wrong bearer',
    authorization: 'Bearer not-the-one',
    answer: { status: 401 },
  });

  act(record, { action: 'restart', fromMs: 4000, toMs: 4100 });
  notify(record, 4050, 'LOST', { answer: { lost: 'refused' } });
  notify(record, 4150, 'LOST');
  work(record, 4160, 'LOST');
  notify(record, 4200, 'TWICE', { fault: 'late repeat' });
  const all = ['PLAIN', 'TWICE', 'NULL', 'MORE', 'AGAIN', 'LOST'];
  hold(record, 4300, all);

  act(record, { action: 'redeem', fromMs: 4400, parameters: { code: 'PLAIN', total: 121 } });
  send(record, 4405, `PUT /orders/${uuid(2)}`, { status: 'completed', couponCode: 'PLAIN', total: 121 });

  for (const [index, code] of burstCodes.entries()) {
    make(record, code, 200 + index);
    notify(record, 5000 + index, code, { orderId: null });
    work(record, 5100 + index, code);
  }
  hold(record, 6000, [...all, ...burstCodes]);
  const own = { code: 'OWN1', id: 'own-1', type: 'percent', amount: 5.5, expiryDate: '2031-01-01T02:59:59Z' };
  record.states.at(-1)?.coupons.push(own);
};

/** Changes one record of each kind, and leaves another one unchanged. */
const leaveOthersAlone = (record: PartnerRecord): void => {
  const orders = [
    ['order-21', '+5511911110001', 21],
    ['order-22', '+5511911110002', 22],
  ] as const;
  for (const [index, [id, phone, number]] of orders.entries()) {
    const fromMs = 900 + 10 * index;
    const customer = { phone, address: { street: 'Rua Dois', number: '20' } };
    act(record, { action: 'create-order', fromMs, toMs: fromMs + 8, id, parameters: { status: 'on-hold', phone } });
    send(record, fromMs + 2, 'POST /orders', orderBody(id, { status: 'on-hold', customer }));
    send(record, fromMs + 5, `GET /orders/external/${id}`, undefined, {
      answer: answering(200, { id: uuid(number), externalId: id }),
    });
  }
  act(record, { action: 'pay-order', fromMs: 920, toMs: 928, id: 'order-21', parameters: { id: 'order-21' } });
  send(record, 922, `PUT /orders/${uuid(21)}`, { externalId: 'order-21', status: 'completed' });

  for (const number of [1, 2]) {
    const [fromMs, id, phone] = [920 + 10 * number, `customer-${number}`, `+551192222000${number}`];
    act(record, { action: 'create-customer', fromMs, toMs: fromMs + 8, id });
    send(record, fromMs + 2, 'POST /customers', { externalId: id, phone, firstName: 'Bia', lastName: 'Lima' });
    send(record, fromMs + 5, `GET /customers/phone/${encodeURIComponent(phone)}`, undefined, {
      answer: answering(200, { id: uuid(50 + number), externalId: id, phone: phone.slice(1) }),
    });
  }
  act(record, { action: 'update-customer', fromMs: 950, toMs: 958, parameters: { id: 'customer-1' } });
  send(record, 952, `PUT /customers/${uuid(51)}`, { phone: '+5511922220001', firstName: 'Beatriz' });

  for (const number of [1, 2]) {
    const [fromMs, id] = [950 + 10 * number, `product-${number}`];
    act(record, { action: 'create-product', fromMs, toMs: fromMs + 8, id });
    send(record, fromMs + 2, 'POST /products', { externalId: id, name: `Tea ${number}`, provider: 'shop', price: 9 });
    send(record, fromMs + 5, `GET /products/external/${id}`, undefined, {
      answer: answering(200, { id: uuid(60 + number), externalId: id, name: `Tea ${number}`, provider: 'shop' }),
    });
  }
  act(record, { action: 'create-product', fromMs: 980, toMs: 985, id: 'product-1', parameters: { id: 'product-1' } });
  send(record, 982, 'POST /products', { externalId: 'product-1', name: 'Tea 1', provider: 'shop', price: 9 });

  const [gone, phone] = ['customer-3', '+5511922220003'];
  act(record, { action: 'create-customer', fromMs: 986, toMs: 987, id: gone });
  send(record, 986, 'POST /customers', { externalId: gone, phone, firstName: 'Eva' });
  act(record, { action: 'delete-customer', fromMs: 988, toMs: 989, parameters: { id: gone } });
  send(record, 988, `GET /customers/external/${gone}`, undefined, {
    answer: answering(200, { id: uuid(53), externalId: gone, phone }),
  });
  send(record, 989, `DELETE /customers/${uuid(53)}`, undefined, { answer: answering(200, { result: true }) });

  act(record, { action: 'mark-coupon-used', fromMs: 990, toMs: 998, parameters: { code: 'OWN1' } });
  send(record, 992, 'PUT /coupons/code/OWN1', { used: true, awaitingOrder: false });
};

/** The session of a correct partner with all capabilities, under all disturbances. */
export const testRecord = (change: (record: PartnerRecord) => void = () => {}): PartnerRecord => {
  const record = emptyRecord();
  act(record, { action: 'register-webhook', fromMs: 0 });
  const registration = { event: 'coupon_create', targetUrl: 'http://shop.example/receiver', bearerToken: marks.bearer };
  send(record, 10, 'POST /webhooks', registration, { answer: answering(200, { id: uuid(10) }) });
  act(record, { action: 'change-webhook', fromMs: 19, toMs: 23 });
  send(record, 20, `PUT /webhooks/${uuid(10)}`, registration);
  sendRecords(record);
  sendCoupons(record);
  sendOrders(record);
  leaveOthersAlone(record);
  receive(record);
  change(record);
  return record;
};

/** The ids of failed obligations of either level. */
export const unkept = (record: PartnerRecord): string[] =>
  judgePartner(record)
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')
    .map(({ id }) => id);
