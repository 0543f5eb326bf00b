import { expect, test } from 'vitest';
import type { OrderState } from '../../facts.ts';
import { createLedger } from '../../ledger/ledger.ts';
import { attempt, countsOf, longAfterMs } from '../../ledger/test-facts.ts';
import { startTestTarget, type TestTarget } from '../test-target.ts';
import { reconcile } from './settle.ts';

/** Long enough ago that the notification is overdue. */
const acceptedMs = Date.now() - 60_000;

/** Notifications that an order is due, and further ones that may come. */
const dueOf: Readonly<Record<OrderState, readonly [due: number, may: number]>> = {
  accepted: [1, 0],
  refused: [0, 0],
  ambiguous: [0, 1],
};

const prepare = (target: TestTarget) => {
  const ledger = createLedger({ timeScale: 1, dispatchMs: 1_000, timeoutMs: 5_000 });
  let coupons = 0;
  return {
    ledger,
    sent: (name: string, id: string | null, state: OrderState = 'accepted', company = 'main') =>
      ledger.order(company, [`selo-r-${name}`, id, acceptedMs, ...dueOf[state], state]),
    notified(id: string) {
      coupons += 1;
      ledger.arrival(attempt(acceptedMs + 100, 204, id, `c${coupons}`));
    },
    reconcile: () =>
      reconcile({ client: target.client, profile: target.profile, ledger, prefix: 'selo-r-', now: Date.now }),
    counts: () => countsOf(ledger.settle(Date.now() + longAfterMs)),
  };
};

test('an ambiguous order is found with its notification', async () => {
  await using target = await startTestTarget();
  const { ledger, sent, notified, reconcile, counts } = prepare(target);
  sent('lost', null, 'ambiguous');
  notified(await target.storeOrder('main', 'selo-r-lost'));
  expect((await reconcile()).ambiguousFound).toBe(1);
  expect(ledger.unidentified.size).toBe(0);
  expect(counts()).toEqual({});
});

test('an ambiguous order that does not exist is due nothing', async () => {
  await using target = await startTestTarget();
  const { ledger, sent, reconcile, counts } = prepare(target);
  sent('lost', null, 'ambiguous');
  expect([(await reconcile()).ambiguousFound, ledger.unidentified.size, counts()]).toEqual([0, 0, {}]);
});

test('an accepted order without an id is looked up at its company', async () => {
  await using target = await startTestTarget();
  const { sent, notified, reconcile, counts } = prepare(target);
  sent('there', null, 'accepted', 'second');
  notified(await target.storeOrder('second', 'selo-r-there'));
  expect((await reconcile()).ambiguousFound).toBe(0);
  expect(counts()).toEqual({ due: 1, deliveredOnce: 1 });
});

test('an accepted order that does not exist is missing; if it exists, its notification is lost', async () => {
  await using target = await startTestTarget();
  const { sent, notified, reconcile, counts } = prepare(target);
  const deleted = await target.storeOrder('main', 'selo-r-deleted');
  await target.send('main', 'DELETE', `/orders/${deleted}`);
  sent('deleted', deleted);
  sent('never stored', null);
  sent('unnotified', await target.storeOrder('main', 'selo-r-unnotified'));
  const id = await target.storeOrder('main', 'selo-r-notified');
  sent('notified', id);
  notified(id);
  await reconcile();
  expect(counts()).toEqual({ due: 4, deliveredOnce: 1, orderMissing: 2, lost: 1 });
});

test("a notification of another sender's order is external at any company", async () => {
  await using target = await startTestTarget();
  const { notified, reconcile, counts } = prepare(target);
  notified(await target.storeOrder('main', 'shop-1'));
  notified(await target.storeOrder('third', 'selo-another-1'));
  await reconcile();
  expect(counts()).toEqual({ external: 2 });
});

test('a notification of an order that does not exist is unexpected', async () => {
  await using target = await startTestTarget();
  const { notified, reconcile, counts } = prepare(target);
  notified('00000000-0000-4000-8000-000000000000');
  await reconcile();
  expect(counts()).toEqual({ unexpected: 1 });
});

test('a notification of a refused order is reported', async () => {
  await using target = await startTestTarget();
  const { sent, notified, reconcile, counts } = prepare(target);
  sent('refused', null, 'refused');
  notified(await target.storeOrder('main', 'selo-r-refused'));
  await reconcile();
  expect(counts()).toEqual({ rejectedButNotified: 1 });
});

test("a notification of an interrupted journey's order is external", async () => {
  await using target = await startTestTarget();
  const { notified, reconcile, counts } = prepare(target);
  notified(await target.storeOrder('main', 'selo-r-unreported'));
  await reconcile();
  expect(counts()).toEqual({ external: 1 });
});

test('orders that cannot be looked up stay open', async () => {
  let isDown = false;
  await using target = await startTestTarget({
    wrap: (handle) => (call) => (isDown ? { status: 503, body: {} } : handle(call)),
  });
  const { ledger, sent, reconcile, counts } = prepare(target);
  sent('unidentified', null);
  sent('unnotified', await target.storeOrder('main', 'selo-r-unnotified'));
  isDown = true;
  expect((await reconcile()).ambiguousFound).toBe(0);
  expect(ledger.unidentified.size).toBe(1);
  expect(counts()).toEqual({ due: 2, pending: 1, lost: 1 });
});
