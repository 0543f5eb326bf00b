import { expect, test } from 'vitest';
import { attempt, ledgerOf, longAfterMs, sent } from '../ledger/test-facts.ts';
import { startSettleServer } from './settle-server.ts';

const settlement = ledgerOf([sent(), attempt(50, 204), attempt(60, 204, 'nobody', 'c9')]).settle(longAfterMs);

test('what became of the notifications is told class by class', async () => {
  await using server = await startSettleServer(async () => settlement);
  const answer = await fetch(server.url);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ ...settlement.conservation, ...settlement.irregularities });
  expect(settlement).toMatchObject({ conservation: { due: 1, once: 1 }, irregularities: { phantom: 1 } });
});

test('the answer comes when everything is settled', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof settlement>();
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  await using server = await startSettleServer(() => {
    onAsked();
    return promise;
  });
  let isAnswered = false;
  const answer = fetch(server.url).finally(() => {
    isAnswered = true;
  });
  await asked;
  expect(isAnswered).toBe(false);
  resolve(settlement);
  expect((await answer).status).toBe(200);
});

test('nobody who does not know the address settles anything', async () => {
  let asked = 0;
  await using server = await startSettleServer(async () => {
    asked += 1;
    return settlement;
  });
  const { origin, pathname } = new URL(server.url);
  expect(pathname.length).toBeGreaterThan(20);
  for (const path of ['/', '/settle', `${pathname}x`]) expect((await fetch(origin + path)).status).toBe(404);
  expect(asked).toBe(0);
});

test('what keeps it from settling is told', async () => {
  await using server = await startSettleServer(() => Promise.reject(new Error('the capture has ended')));
  const answer = await fetch(server.url);
  expect([answer.status, await answer.text()]).toEqual([500, 'Error: the capture has ended']);
});

test('it ends also while somebody waits for an answer', async () => {
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const server = await startSettleServer(() => {
    onAsked();
    return new Promise(() => {});
  });
  const answer = fetch(server.url).then(
    () => 'answered',
    () => 'cut off',
  );
  await asked;
  await server[Symbol.asyncDispose]();
  expect(await answer).toBe('cut off');
});
