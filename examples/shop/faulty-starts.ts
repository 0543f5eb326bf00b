import type { Context } from './context.ts';
import type { FaultName } from './faults.ts';
import type { JsonObject } from './json.ts';
import type { Order } from './records.ts';

/** What a faulty shop does at a restart. */
type Injection = (context: Context) => void;

/** Changes every order on the platform. */
const changeOrders =
  (bodyOf: (order: Order) => JsonObject | undefined): Injection =>
  ({ state, work, platform }) => {
    for (const order of Object.values(state.orders)) {
      const body = bodyOf(order);
      if (body === undefined || order.platformId === undefined) continue;
      const path = `/orders/${order.platformId}`;
      void work.begin(() => platform.send({ method: 'PUT', path, body }));
    }
  };

const injections: Partial<Record<FaultName, Injection>> = {
  'puts orders back on hold after a restart': changeOrders(({ id }) => ({ externalId: id, status: 'on-hold' })),
  'completes open orders after a restart': changeOrders(({ id, status }) =>
    status === 'on-hold' ? { externalId: id, status: 'completed' } : undefined,
  ),
  'forgets its errands on a restart': ({ state }) => {
    state.errands = {};
    for (const customer of Object.values(state.customers)) delete customer.isChanged;
  },
  'forgets unsent orders on a restart': ({ state }) => {
    for (const order of Object.values(state.orders)) order.news = [];
  },
  'forgets its coupons on a restart': ({ state }) => {
    state.coupons = [];
  },
  'forgets its bearer on a restart': ({ state, surroundings }) => {
    if (state.registration !== null) state.registration.bearerToken = surroundings.newUuid();
  },
  'makes its last coupon again after a restart': ({ state, newId }) => {
    state.coupons.push(
      ...state.coupons
        .filter(({ origin }) => origin === 'platform')
        .slice(-1)
        .map((coupon) => ({ ...coupon, id: newId() })),
    );
  },
  'sets new ids after a restart': ({ state, newId }) => {
    for (const job of Object.values(state.jobs)) {
      if (job.step === 'done') Object.assign(job, { id: newId(), step: 'made' });
    }
  },
  'counts from the beginning after a restart': ({ state }) => {
    state.lastNumber = 0;
  },
  'sends its last order again as a new one after a restart': ({ state, newId }) => {
    const order = Object.values(state.orders).at(-1);
    if (order === undefined) return;
    const id = newId();
    state.orders[id] = { ...order, id, news: [{ kind: 'creation', status: order.status }] };
  },
};

/** Injects the fault of a restart. */
export const injectStartFault = (context: Context): void => {
  const { fault } = context.settings.behavior;
  const { state } = context;
  const isFirst = Object.keys(state.orders).length === 0 && state.registration === null;
  if (fault !== undefined && !isFirst) injections[fault]?.(context);
};
