import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { judgePartner } from '../obligations/judge.ts';
import type { Stage } from '../stage/open-stage.ts';
import { headersFor, openTestStage } from '../stage/test-stage.ts';
import type { Trigger } from '../triggers/trigger.ts';
import { createActing } from './acting.ts';
import { playWith } from './example-session.ts';

/** Milliseconds until a supervisor restarts a process. */
const awayMs = 150;

/** A partner that sends orders and exits after a 500, with a supervisor that restarts it. */
const startFragile = async (isFragile: boolean) => {
  const taken = Promise.withResolvers<Stage>();
  let orders = 0;
  let work = Promise.resolve();
  const server = createServer(async ({ url, method }, response) => {
    if (method === 'GET' || url === '/restart') {
      response.writeHead(501).end();
      return;
    }
    if (url === '/create-order') work = send();
    else if (url === '/idle') await work;
    response.end(JSON.stringify({ id: `order-${orders}` }));
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
    return address.port;
  };
  const port = await listen(0);
  const die = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    await delay(awayMs);
    await listen(port);
  };
  const send = async (): Promise<void> => {
    orders += 1;
    const { access } = await taken.promise;
    const customer = { phone: `+551198888${String(orders).padStart(4, '0')}`, address: { city: 'São Paulo' } };
    const body = JSON.stringify({ externalId: `order-${orders}`, status: 'on-hold', customer, lineItems: [] });
    const post = async (): Promise<number> =>
      (await fetch(`${access.baseUrl}/orders`, { method: 'POST', headers: headersFor(access), body })).status;
    if ((await post()) !== 500) return;
    if (isFragile) await die();
    await post();
  };
  const partner = {
    name: 'Fragile',
    version: '1',
    capabilities: ['orders' as const],
    triggers: { kind: 'http' as const, url: `http://127.0.0.1:${port}` },
  };
  return {
    play: () => playWith(partner, { only: ['sends-answered-500'], onReady: taken.resolve }),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

test('a partner that exits after a response and is restarted fails, and the response is named', async () => {
  await using fragile = await startFragile(true);
  const { ended, records } = await fragile.play();
  expect(ended).toBe('complete');
  expect(judgePartner(...records).find(({ id }) => id === 'PART-132')).toMatchObject({
    outcome: 'fail',
    stability: { kind: 'stable', failed: 3, of: 3 },
    seen: expect.arrayContaining([
      expect.stringMatching(/was gone.*last asked for: create-order; its last request: POST \/orders, answered 500/),
    ]),
  });
});

test('a partner that survives the same response passes', async () => {
  await using sturdy = await startFragile(false);
  const { ended, records } = await sturdy.play();
  expect(ended).toBe('complete');
  expect(judgePartner(...records).find(({ id }) => id === 'PART-132')).toMatchObject({ outcome: 'pass' });
});

test('a process that answers a restart before it is gone for a moment has not ended by itself', async () => {
  await using stage = await openTestStage();
  const kinds: string[] = [];
  let isAbsent = false;
  const trigger: Trigger = {
    act: () => Promise.resolve({ outcome: 'done' }),
    idle: () => Promise.resolve({ outcome: 'done' }),
    isAbsent: () => isAbsent,
  };
  const note = ({ kind }: { kind: string }): void => void kinds.push(kind);
  const acting = createActing({ stage, trigger, earlierActions: 0, note, hindrance: () => undefined });
  await acting.does('restarted', 'restart', {}, () => Promise.resolve({ outcome: 'done' }));
  await acting.untilIdle();
  isAbsent = true;
  await acting.does('restarted', 'create-order', {}, () => Promise.resolve({ outcome: 'failed', message: 'refused' }));
  expect(kinds).not.toContain('gone');
});

test('a storm of requests ends the session, and the reason names the most frequent request', async () => {
  await using stage = await openTestStage();
  const { transcript } = stage;
  const trigger: Trigger = {
    async act() {
      for (let call = 0; call <= 20_000; call += 1) {
        const answer = { status: 500, body: '' };
        transcript.call({ atMs: call, tookMs: 0, method: 'POST', path: '/orders', headers: {}, body: '', answer });
      }
      return { outcome: 'done' };
    },
    idle: () => new Promise(() => {}),
  };
  const acting = createActing({ stage, trigger, earlierActions: 0, note: () => {}, hindrance: () => undefined });
  await acting.does('order', 'create-order', {}, () => trigger.act('create-order', {}));
  await expect(acting.settle()).rejects.toThrow(
    /more than 20000 requests after one action: 20001 requests POST \/orders, most of them after the answer 500/,
  );
});
