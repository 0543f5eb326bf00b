import {
  capabilities,
  type FaultEntry,
  type MadeCoupon,
  marks,
  type OtherCompany,
  type PartnerAction,
  type PartnerAttempt,
  type PartnerCall,
  type PartnerRecord,
} from '../../../core/partner-record.ts';
import { judgePartner } from '../judge.ts';

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

/** The response that a scenario gives in place of the platform's. */
export const failing = (status: 400 | 401 | 403 | 404 | 422 | 429 | 500) => ({
  answer: answering(status),
  fault: `answered ${status}` as const,
});

/** What a page of a list shows. */
interface Page {
  page?: number;
  pages?: number;
  data?: object[];
}

export const pageOf = ({ page = 1, pages = 1, data = [{}] }: Page = {}) => ({
  pagination: { page, pageSize: 50, totalRecords: 50 * pages, totalPages: pages },
  data,
});

/** What a scenario does to what is added. */
interface Disturbed {
  fault?: FaultEntry['kind'];
}

interface Sent extends Disturbed {
  answer?: Answer;
  /** Sent with the token of this company. */
  company?: OtherCompany;
  tookMs?: number;
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
  { answer = ok, fault, tookMs = 2, company }: Sent = {},
): PartnerCall => {
  const [method = '', path = ''] = line.split(' ');
  const call: PartnerCall = {
    number: record.calls.length + 1,
    atMs,
    tookMs,
    method,
    path,
    headers: { ...rightHeaders, ...(company && { authorization: `Bearer ${marks.secondToken}` }) },
    body: body === undefined ? '' : JSON.stringify(body),
    answer,
    ...enterFault(record, fault),
  };
  record.calls.push(call);
  return call;
};

/** Adds a lookup, with what the platform shows: `read(record, 100, '/orders/1', { id: '1' })`. */
export const read = (
  record: PartnerRecord,
  atMs: number,
  path: string,
  shown: unknown,
  more: Omit<Sent, 'answer'> = {},
): PartnerCall => send(record, atMs, `GET ${path}`, undefined, { answer: answering(200, shown), ...more });

/** Adds a read of one page of a list. */
export const readPage = (
  record: PartnerRecord,
  atMs: number,
  list: string,
  { after = '2020-01-01T00:00:00Z', pageSize = 50, ...shown }: Page & { after?: string; pageSize?: number } = {},
): PartnerCall =>
  read(record, atMs, `/${list}?after=${after}&page=${shown.page ?? 1}&pageSize=${pageSize}`, pageOf(shown));

/** Adds a lookup that shows the platform's id of an order. */
export const showOrder = (record: PartnerRecord, atMs: number, externalId: string, number: number): PartnerCall =>
  read(record, atMs, `/orders/external/${externalId}`, { id: uuid(number), externalId });

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
export const make = (record: PartnerRecord, code: string, number: number, fields: Partial<MadeCoupon> = {}): void => {
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
    ...fields,
  });
};

/** The partner looks a coupon up and sends its own id for it, from this moment on. */
export const work = (record: PartnerRecord, atMs: number, code: string): void => {
  read(record, atMs, `/coupons/code/${code}`, { code, startDate: '2030-01-31T11:00:00.000Z' });
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

/** The partner says that it holds these coupons besides those that it held before. */
export const holdAlso = (record: PartnerRecord, atMs: number, codes: readonly string[]): void => {
  hold(record, atMs, codes);
  for (const state of record.states.slice(-1)) state.gone = [];
};

/** An empty record of a partner with all capabilities. */
export const emptyRecord = (): PartnerRecord => ({
  capabilities: [...capabilities],
  seed: 's',
  startedAt: '2030-01-31T12:00:00.000Z',
  timeScale: 0.01,
  receiverMs: 500,
  names: {
    accessHeader: 'service-access',
    webhookUrl: 'targetUrl',
    orderCustomer: 'customer',
    customerAddress: 'address',
    orderTotal: 'total',
    storeName: 'name',
    dates: ['emittedAt'],
  },
  plays: [],
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

/** The ids of failed obligations of either level. */
export const unkept = (record: PartnerRecord): string[] =>
  judgePartner(record)
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')
    .map(({ id }) => id);
