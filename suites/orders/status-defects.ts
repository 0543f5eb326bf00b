import type { OrderStatus, Via } from '../../platform/policy/orders.ts';
import {
  answersOtherwise,
  callsTo,
  derivedUuid,
  type Fits,
  readsBodyOtherwise,
  sentFields,
  showsOtherwise,
  type TimelessWrap,
  withBody,
  withFields,
} from '../broken-handling.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';

const creates = callsTo('POST /orders');
const updates = callsTo('PUT /orders/:id');
const documented: readonly OrderStatus[] = ['completed', 'on-hold', 'canceled', 'processing'];

/** Stores one status as another, with one method. */
const storing = (way: Via, sent: OrderStatus, stored: OrderStatus): PlatformChange => ({
  policy: {
    orders: {
      storedStatus({ status, via }) {
        if (via === way && status === sent) return stored;
        return status === 'processing' && via === 'POST' ? 'on-hold' : status;
      },
    },
  },
});

/** Changes the sent status, on one route. */
const reading = (route: 'POST /orders' | 'PUT /orders/:id', read: (status: string) => string): PlatformChange => ({
  wrap: readsBodyOtherwise(callsTo(route), (sent) =>
    typeof sent.status === 'string' ? { ...sent, status: read(sent.status) } : sent,
  ),
});

/** Refuses a status with another status code or message, on one route. */
const refusing = (
  route: 'POST /orders' | 'PUT /orders/:id',
  refusal: { status?: number; message?: string },
): PlatformChange => ({
  wrap: answersOtherwise(callsTo(route), (answer, call) => {
    const { status = 422, message = 'Invalid status' } = refusal;
    const isAbout = answer.status === 422 && !documented.some((known) => known === sentFields(call).status);
    return isAbout ? { ...withFields(answer, { message }), status } : answer;
  }),
});

/** Refuses a wrong status and stores the order anyway. */
const storesRefused =
  (fits: Fits): TimelessWrap =>
  (handle) =>
  async (call) => {
    const answer = await handle(call);
    if (fits(call) && answer.status === 422)
      await handle(withBody(call, (sent) => ({ ...sent, status: 'processing' })));
    return answer;
  };

const synonyms: Readonly<Record<string, string>> = { paid: 'completed', pending: 'on-hold', failed: 'canceled' };
const american = (status: string): string => (status === 'cancelled' ? 'canceled' : status);
const inAnyCase = (status: string): string => status.toLowerCase();
const trimmed = (status: string): string => status.trim();
const hyphenated = (status: string): string => (status === 'on hold' || status === 'onhold' ? 'on-hold' : status);
const delivered = (status: string): string => (status === 'delivered' ? 'completed' : status);

/** Accepts orders of one status, and stores them under another `externalId`. */
const losing = (status: OrderStatus): Defect => ({
  rule: status === 'completed' ? 'ORD-1' : 'ORD-3',
  text: `accepts orders posted as ${status}, and keeps them under another externalId`,
  wrap: readsBodyOtherwise(creates, (sent) =>
    sent.status === status ? { ...sent, externalId: derivedUuid(sent.externalId) } : sent,
  ),
});

export const statusDefects: readonly Defect[] = [
  ...defectsOf({
    'ORD-1': {
      'calls each of the four statuses invalid': {
        policy: { orders: { readStatus: () => undefined } },
        also: ['ORD-2', 'ORD-3', 'ORD-4'],
      },
      'stores orders posted as completed as on hold': {
        ...storing('POST', 'completed', 'on-hold'),
        also: ['FLOW-2', 'FLOW-8'],
      },
    },
    'ORD-2': {
      'stores orders posted as on-hold as processing': {
        ...storing('POST', 'on-hold', 'processing'),
        also: ['FLOW-4'],
      },
    },
    'ORD-3': {
      'stores orders posted as canceled as on hold': {
        ...storing('POST', 'canceled', 'on-hold'),
        also: ['FLOW-13', 'DLV-29'],
      },
      'shows canceled orders as `cancelled`': {
        wrap: showsOtherwise(callsTo('GET /orders/external/:externalId'), ({ status }) => ({
          status: status === 'canceled' ? 'cancelled' : status,
        })),
        also: ['ORD-6'],
      },
    },
    'ORD-4': {
      'stores orders posted as processing as such': storing('POST', 'processing', 'processing'),
      'stores orders posted as processing as completed': storing('POST', 'processing', 'completed'),
      'refuses orders posted as processing': reading('POST /orders', (status) =>
        status === 'processing' ? 'unknown' : status,
      ),
    },
    'ORD-5': {
      'stores orders put as completed as processing': {
        ...storing('PUT', 'completed', 'processing'),
        also: ['FLOW-1', 'FLOW-5', 'HOOK-1', 'HOOK-2', 'HOOK-7', 'HOOK-13', 'FLOW-8'],
      },
      'refuses orders put as completed': {
        ...reading('PUT /orders/:id', (status) => (status === 'completed' ? 'unknown' : status)),
        also: ['ORD-28', 'ORD-33'],
      },
    },
    'ORD-6': { 'stores orders put as canceled as on hold': storing('PUT', 'canceled', 'on-hold') },
    'ORD-7': {
      'stores orders put as processing as on hold': {
        ...storing('PUT', 'processing', 'on-hold'),
        also: ['FLOW-13', 'DLV-29'],
      },
      'refuses orders put as processing': {
        ...reading('PUT /orders/:id', (status) => (status === 'processing' ? 'unknown' : status)),
        also: ['ORD-33', 'ORD-42'],
      },
    },
    'ORD-8': {
      'stores orders put as on-hold as processing': { ...storing('PUT', 'on-hold', 'processing'), also: ['FLOW-3'] },
    },
    'ORD-9': {
      'takes `cancelled` for canceled on POST': reading('POST /orders', american),
      'knows the statuses of other shops on POST': reading('POST /orders', (status) => synonyms[status] ?? status),
      'stores an order whose status it refused': {
        wrap: storesRefused(creates),
        also: ['ORD-10', 'ORD-49', 'COUP-46', 'CUST-20'],
      },
      'answers a wrong status on POST with 400': {
        ...refusing('POST /orders', { status: 400 }),
        also: ['ORD-10', 'PAS-4'],
      },
      'answers a wrong status on POST with another text': {
        ...refusing('POST /orders', { message: 'Invalid order status' }),
        also: ['ORD-10'],
      },
    },
    'ORD-10': {
      'reads statuses in any case on POST': reading('POST /orders', inAnyCase),
      'cuts spaces off statuses on POST': reading('POST /orders', trimmed),
      'takes on hold for on-hold on POST': reading('POST /orders', hyphenated),
      'knows delivered as a status on POST': reading('POST /orders', delivered),
    },
    'ORD-11': {
      'takes `cancelled` for canceled on PUT': reading('PUT /orders/:id', american),
      'knows the statuses of other shops on PUT': {
        ...reading('PUT /orders/:id', (status) => synonyms[status] ?? status),
        also: ['ERR-7'],
      },
      'changes an order to processing when it refuses the status': {
        wrap: storesRefused(updates),
        also: ['ORD-12', 'ORD-49'],
      },
      'answers a wrong status on PUT with 400': {
        ...refusing('PUT /orders/:id', { status: 400 }),
        also: ['ORD-12', 'ERR-7', 'PAS-4'],
      },
      'answers a wrong status on PUT in Portuguese': {
        ...refusing('PUT /orders/:id', { message: 'Status inválido' }),
        also: ['ORD-12', 'ERR-7'],
      },
    },
    'ORD-12': {
      'reads statuses in any case on PUT': reading('PUT /orders/:id', inAnyCase),
      'cuts spaces off statuses on PUT': reading('PUT /orders/:id', trimmed),
      'takes on hold for on-hold on PUT': reading('PUT /orders/:id', hyphenated),
    },
  }),
  losing('completed'),
  losing('canceled'),
];
