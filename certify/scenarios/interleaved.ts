import type { ArrivedCall } from '../stage/disturbances.ts';
import type { Acted } from '../triggers/trigger.ts';
import {
  couponOfFlow,
  drawInexact,
  isCouponRegistration,
  isCustomerUpdate,
  isNewOrder,
  isOrderUpdate,
  type Play,
  paidOrder,
  redeemLatest,
  requests,
  type Scenario,
} from './scenario.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The number of orders that a till sends together. */
const batchSize = 3;
/** This many failures keep a request waiting until the restart. */
const failing = 3;
/** More failures than a partner meets that gives up after three. */
const manyFailures = 4;

/** Matches the requests of the first record, the second one and so on, if this part of a request identifies its record. */
const requestsOfNth = (hits: (call: ArrivedCall) => boolean, part: 'body' | 'path') => {
  const records: string[] = [];
  return (index: number) => (call: ArrivedCall) => {
    if (!hits(call)) return false;
    if (!records.includes(call[part])) records.push(call[part]);
    return records[index] === call[part];
  };
};

/** A moment after midnight in UTC and before midnight in Brasília, so that the dates differ. */
const betweenMidnights = (now: string): number => Date.parse(`${now.slice(0, 10)}T01:30:00Z`);

/** The same moment on a clock with this offset from UTC, in whole hours. */
const atOffset = (moment: string, hours: number): string => {
  const local = new Date(Date.parse(moment) + hours * 60 * minuteMs).toISOString().slice(0, 19);
  return `${local}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
};

/** Notifies two coupons with similar codes and redeems one of them. */
const alike =
  (codes: (tail: string) => readonly (readonly [codePrefix: string, codeTail: string])[]) =>
  async (play: Play): Promise<void> => {
    const { setFlow, bringCoupon, settle, newPhone, look, draw } = play;
    const tail = String(draw(100_000, 999_999));
    for (const [codePrefix, codeTail] of codes(tail)) {
      await setFlow({ codePrefix, codeTail });
      await bringCoupon(newPhone());
      await settle();
    }
    await setFlow({});
    await look();
    await redeemLatest(play);
  };

/** The requests that wait when the partner restarts. */
const unsent: readonly (Pick<Scenario, 'name' | 'title' | 'needs'> & {
  hits: (call: ArrivedCall) => boolean;
  /** Returns what the partner answered to the action that makes the record. */
  begin: (play: Play) => Promise<Acted>;
  /** What follows the restart. */
  end?: (play: Play, made: Acted) => Promise<void>;
  /** How many requests fail. Default: as many as for one record. */
  times?: number;
})[] = [
  {
    name: 'order',
    title: 'an order',
    needs: ['orders'],
    hits: isNewOrder,
    begin: ({ act }) => act('create-order', { status: 'completed' }),
  },
  {
    name: 'payment',
    title: 'the payment of an order, which is sent again later,',
    needs: ['orders'],
    hits: isOrderUpdate,
    async begin({ act, actAndSettle, newPhone }) {
      const made = await actAndSettle('create-order', { status: 'on-hold', phone: newPhone() });
      await actAndSettle('create-order', { status: 'on-hold', phone: newPhone() });
      await act('pay-order', { id: made.id });
      return made;
    },
    end: async ({ actAndSettle }, made) => void (await actAndSettle('create-order', { id: made.id })),
  },
  {
    name: 'changes',
    title: 'the payment of an order and the cancellation of another, behind the orders themselves,',
    needs: ['orders'],
    hits: isNewOrder,
    times: 2 * failing,
    async begin({ act, newPhone }) {
      const paid = await act('create-order', { status: 'on-hold', phone: newPhone() });
      const canceled = await act('create-order', { status: 'on-hold', phone: newPhone() });
      await act('pay-order', { id: paid.id });
      await act('cancel-order', { id: canceled.id });
      return paid;
    },
  },
  {
    name: 'redemption',
    title: 'the redemption of a coupon on an order that exists',
    needs: ['webhooks', 'orders', 'redemption'],
    hits: isOrderUpdate,
    async begin({ act, actAndSettle, newPhone, latestCode }) {
      const phone = newPhone();
      await actAndSettle('create-order', { status: 'completed', phone });
      const code = latestCode();
      const made = await actAndSettle('create-order', { status: 'on-hold', phone });
      if (code !== undefined && made.id !== undefined) await act('redeem', { code, id: made.id });
      return made;
    },
    end: async ({ actAndSettle, latestCode }) => {
      const code = latestCode();
      if (code !== undefined) await actAndSettle('redeem', { code });
    },
  },
  {
    name: 'customer',
    title: 'the change of a customer, who changes again later,',
    needs: ['customers'],
    hits: isCustomerUpdate,
    async begin({ act, actAndSettle }) {
      const made = await actAndSettle('create-customer');
      await act('update-customer', { id: made.id });
      return made;
    },
    end: async ({ actAndSettle }, made) => void (await actAndSettle('update-customer', { id: made.id })),
  },
  {
    name: 'coupon',
    title: 'a coupon of the shop',
    needs: ['coupons'],
    hits: isCouponRegistration,
    begin: ({ act }) => act('register-coupon'),
  },
];

/** Scenarios with several records or tills at the same time, restarts between them, and similar codes. */
export const interleavedScenarios: readonly Scenario[] = [
  {
    name: 'two-tills',
    title: 'Two tills make orders of two customers at once, and one of them is paid',
    needs: ['orders'],
    async play({ act, actAndSettle, settle, newPhone }) {
      const first = await act('create-order', { status: 'on-hold', phone: newPhone() });
      await act('create-order', { status: 'on-hold', phone: newPhone() });
      await settle();
      await actAndSettle('pay-order', { id: first.id });
    },
  },
  {
    name: 'one-customer',
    title: 'A customer has two orders: one is paid, the other canceled',
    needs: ['orders'],
    async play({ actAndSettle, newPhone }) {
      const phone = newPhone();
      const first = await actAndSettle('create-order', { status: 'on-hold', phone });
      const second = await actAndSettle('create-order', { status: 'on-hold', phone });
      await actAndSettle('pay-order', { id: first.id });
      await actAndSettle('cancel-order', { id: second.id });
    },
  },
  {
    name: 'redeemed-at-once',
    title: 'Two tills redeem the coupons of two customers at once, and a third order has none',
    needs: ['webhooks', 'orders', 'redemption'],
    async play({ disturbCall, act, actAndSettle, settle, newPhone, latestCode, look, draw }) {
      const codes: string[] = [];
      for (let customer = 0; customer < 2; customer += 1) {
        await actAndSettle('create-order', { status: 'completed', phone: newPhone() });
        const code = latestCode();
        if (code !== undefined) codes.push(code);
      }
      await look();
      const isRedemption = (call: ArrivedCall): boolean => isNewOrder(call) && call.body.includes('couponCode');
      disturbCall({ kind: 'answered 500', times: 1, hits: isRedemption });
      for (const code of codes) await act('redeem', { code, total: drawInexact(draw, 50, 90) });
      await settle();
      await actAndSettle('create-order', { status: 'completed', phone: newPhone() });
    },
  },
  {
    name: 'batch-refused',
    title: `${batchSize} orders are made at once, the second is refused, and the others are answered 500 first`,
    needs: ['orders'],
    async play({ disturbCall, act, settle, newPhone }) {
      disturbCall({ kind: 'answered 422', times: 20, hits: requestsOfNth(isNewOrder, 'body')(1) });
      disturbCall({ kind: 'answered 500', times: batchSize - 1, hits: isNewOrder });
      for (let order = 0; order < batchSize; order += 1) {
        await act('create-order', { status: 'completed', phone: newPhone() });
      }
      await settle();
    },
  },
  {
    name: 'edited-between-retries',
    title: 'Two orders are canceled while their payments are sent again, and another stays on hold',
    needs: ['orders'],
    async play({ disturbCall, act, actAndSettle, settle, newPhone, draw }) {
      await actAndSettle('create-order', { status: 'on-hold', phone: newPhone() });
      for (const times of [1, draw(2, 3)]) {
        const { id } = await actAndSettle('create-order', { status: 'on-hold', phone: newPhone() });
        disturbCall({ kind: 'answered 500', times, hits: isOrderUpdate });
        await act('pay-order', { id });
        await act('cancel-order', { id });
        await settle();
      }
    },
  },
  {
    name: 'paid-between-retries',
    title: 'An order is paid while its creation is sent again, and another one that was stored and got no response',
    needs: ['orders'],
    async play({ hold, disturbCall, act, actAndSettle, settle, newPhone }) {
      await actAndSettle('create-order', { status: 'on-hold', phone: newPhone() });
      for (const kind of ['answered 500', 'stored, then reset'] as const) {
        const held = hold(isNewOrder, kind);
        if (kind === 'answered 500') disturbCall({ kind, times: 1, hits: isNewOrder });
        const { id } = await act('create-order', { status: 'on-hold', phone: newPhone() });
        await held.untilCome();
        held.release();
        await act('pay-order', { id });
        await settle();
      }
    },
  },
  {
    name: 'change-500',
    title: `The payment of an order is answered 500 ${manyFailures} times, that of another 429, and a third stays on hold`,
    needs: ['orders'],
    async play({ disturbCall, act, actAndSettle, settle, newPhone }) {
      const kinds = ['answered 500', 'answered 429'] as const;
      const updatesOfNth = requestsOfNth(isOrderUpdate, 'path');
      const ids: (string | undefined)[] = [];
      for (const [index, kind] of kinds.entries()) {
        const { id } = await actAndSettle('create-order', { status: 'on-hold', phone: newPhone() });
        ids.push(id);
        disturbCall({ kind, times: manyFailures, hits: updatesOfNth(index) });
      }
      await actAndSettle('create-order', { status: 'on-hold', phone: newPhone() });
      for (const id of ids) await act('pay-order', { id });
      await settle();
    },
  },
  {
    name: 'customers-made-at-once',
    title:
      'Two customers are made at once, one send is answered 500 or stored and not answered, and the first customer is changed by then',
    needs: ['customers'],
    async play({ disturbCall, act, settle }) {
      for (const kind of ['answered 500', 'stored, then reset'] as const) {
        disturbCall({ kind, times: 1, hits: requests('POST', '/customers') });
        const { id } = await act('create-customer');
        await act('create-customer');
        await act('update-customer', { id });
        await settle();
      }
    },
  },
  {
    name: 'coupons-at-once',
    title: 'Two coupons of the shop are registered at once',
    needs: ['coupons'],
    async play({ act, settle, look }) {
      await act('register-coupon');
      await act('register-coupon');
      await settle();
      await look();
    },
  },
  {
    name: 'shared-coupon-held',
    title: 'A coupon for everybody is registered as the shop holds it',
    needs: ['shared-coupons'],
    async play({ actAndSettle, look }) {
      await actAndSettle('register-shared-coupon');
      await look();
    },
  },
  {
    name: 'restarted-idle',
    title: 'The partner is started again while nothing is under way, and goes on',
    needs: ['webhooks', 'orders'],
    async play({ actAndSettle, settle, restart, look, newPhone }) {
      const open = await actAndSettle('create-order', { status: 'on-hold', phone: newPhone() });
      const paid = await actAndSettle('create-order', { status: 'on-hold', phone: newPhone() });
      await actAndSettle('pay-order', { id: paid.id });
      await look();
      await restart();
      await settle();
      await look();
      await actAndSettle('create-order', { status: 'completed', phone: newPhone() });
      await actAndSettle('cancel-order', { id: open.id });
      await look();
    },
  },
  ...unsent.map(
    ({ name, title, needs, hits, begin, end, times = failing }): Scenario => ({
      name: `restarted-with-${name}`,
      title: `The partner is started again while ${title} waits to be sent`,
      needs,
      async play(play) {
        play.disturbCall({ kind: 'answered 500', times, hits });
        const made = await begin(play);
        await play.restart();
        await play.settle();
        await end?.(play, made);
        await play.look();
      },
    }),
  ),
  paidOrder(
    'repeated-in-another-form',
    'A notification comes again with its fields in another order, with blanks and with escapes',
    ({ disturbAttempt }) => disturbAttempt({ kind: 'repeated in another form', copies: 3 }),
  ),
  {
    name: 'codes-by-case',
    title: 'Two codes differ in nothing but their case, and a third in a sign',
    needs: ['webhooks'],
    play: alike((tail) => [
      ['Club-', `X${tail}`],
      ['CLUB-', `X${tail}`],
      ['CLUB', `X${tail}`],
    ]),
  },
  {
    name: 'codes-by-ending',
    title: 'The code of one coupon begins with the whole code of another',
    needs: ['webhooks'],
    play: alike((tail) => [
      ['VOLTE-SEMPRE-', tail],
      ['VOLTE-SEMPRE-', `${tail}7`],
    ]),
  },
  {
    name: 'codes-of-digits',
    title: 'Two codes have only digits, and differ in nothing but zeros in front',
    needs: ['webhooks'],
    play: alike((tail) => [
      [tail.slice(0, 1), tail.slice(1)],
      ['00', tail],
    ]),
  },
  {
    name: 'expiry-near-midnight',
    title: 'A coupon expires when the day is over in UTC and not in Brasília',
    needs: ['webhooks'],
    async play(play) {
      const now = play.momentAgo(0);
      const expiryMs = betweenMidnights(now) + play.draw(2, 9) * dayMs;
      await couponOfFlow(play, { validDays: (expiryMs - Date.parse(now)) / dayMs });
    },
  },
  {
    name: 'list-near-midnight',
    title: 'A list is synchronized from a time at which Brasília has another day, and from a time with an offset',
    needs: ['lists'],
    async play({ actAndSettle, momentAgo, draw }) {
      const moment = new Date(betweenMidnights(momentAgo(0)) - draw(1, 9) * dayMs).toISOString();
      await actAndSettle('synchronize', { list: 'products', since: moment });
      await actAndSettle('synchronize', { list: 'products', changedSince: moment });
      await actAndSettle('synchronize', { list: 'products', since: atOffset(momentAgo(0), 5) });
      await actAndSettle('synchronize', { list: 'products', changedSince: atOffset(momentAgo(0), -3) });
    },
  },
];
