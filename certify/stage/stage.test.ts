import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isOrderSend } from '../scenarios/scenario.ts';
import type { AttemptDisturbance } from './disturbances.ts';
import { openStage, type Stage, untilQuiet } from './open-stage.ts';
import { startTestReceiver, type TestReceiver } from './test-receiver.ts';

const bearerToken = 'the-partner-s-own-bearer';
const phone = '+5511999990001';

interface Acting extends AsyncDisposable {
  stage: Stage;
  receiver: TestReceiver;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  order(externalId: string, more?: object): ReturnType<Acting['call']>;
  settle(): Promise<void>;
}

/** A stage, and a partner that has registered its receiver. */
const startActing = async (): Promise<Acting> => {
  const resources = new AsyncDisposableStack();
  const stage = resources.use(await openStage({ host: '127.0.0.1', port: 0, timeScale: 0.02 }));
  const receiver = resources.use(await startTestReceiver());
  const { access } = stage;
  const call: Acting['call'] = async (method, path, body) => {
    const answer = await fetch(access.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${access.token.value}`,
        [access.accessHeader]: access.accessKey.value,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
  await call('POST', '/webhooks', { event: 'coupon_create', targetUrl: receiver.url, bearerToken });
  return {
    stage,
    receiver,
    call,
    order: (externalId, more = {}) =>
      call('POST', '/orders', {
        externalId,
        status: 'completed',
        total: 100,
        lineItems: [],
        customer: { phone, address: { street: 'x' } },
        ...more,
      }),
    async settle() {
      expect(await untilQuiet(stage, 10_000)).toBe(true);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};

/** Waits until a notification has come. */
const untilReceived = async ({ receiver }: Acting, count: number): Promise<void> => {
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
};

test('calls and notifications are recorded, and no credential is in the transcript', async () => {
  await using acting = await startActing();
  const { stage, receiver } = acting;
  expect(await acting.order('a1')).toMatchObject({ status: 200, body: { externalId: 'a1' } });
  await untilReceived(acting, 1);
  await acting.settle();
  expect(
    stage.transcript.calls.map(({ method, path, answer }) => [method, path, 'status' in answer && answer.status]),
  ).toEqual([
    ['POST', '/webhooks', 200],
    ['POST', '/orders', 200],
  ]);
  expect(stage.transcript.attempts).toMatchObject([{ path: '/hook', answer: { status: 204 } }]);
  expect(receiver.received[0]?.authorization).toBe(`Bearer ${bearerToken}`);
  const written = JSON.stringify([stage.transcript.calls, stage.transcript.attempts]);
  for (const secret of [stage.access.token.value, stage.access.accessKey.value, bearerToken]) {
    expect(written).not.toContain(secret);
  }
  expect(written).toContain('Bearer «PARTNER_TOKEN»');
  const [coupon] = await stage.coupons();
  expect(coupon).toMatchObject({ orderExternalId: 'a1', type: 'percent', amount: 10, cancelledMs: null });
});

test('the partner sees its own address in the answer, never the relay’s', async () => {
  await using acting = await startActing();
  const { body } = await acting.call('POST', '/webhooks', { event: 'coupon_create', targetUrl: acting.receiver.url });
  expect(body).toMatchObject({ targetUrl: acting.receiver.url });
});

test('a receiver that fails is tried again, and each attempt is recorded with its answer', async () => {
  await using acting = await startActing();
  acting.receiver.status = 503;
  await acting.order('a1');
  await untilReceived(acting, 2);
  acting.receiver.status = 204;
  await acting.settle();
  const { attempts } = acting.stage.transcript;
  expect(attempts.at(0)).toMatchObject({ answer: { status: 503 } });
  expect(attempts.at(-1)).toMatchObject({ answer: { status: 204 } });
  expect(new Set(attempts.map(({ code }) => code)).size).toBe(1);
});

test('a giftback that a newer one replaced is told as cancelled', async () => {
  await using acting = await startActing();
  await acting.order('a1');
  await untilReceived(acting, 1);
  await acting.order('a2');
  await untilReceived(acting, 2);
  await acting.settle();
  const coupons = await acting.stage.coupons();
  expect(coupons.map(({ orderExternalId, cancelledMs }) => [orderExternalId, cancelledMs === null])).toEqual([
    ['a1', false],
    ['a2', true],
  ]);
});

test.for([
  ['answered 500', 500],
  ['answered 400', 400],
  ['answered 422', 422],
] as const)('a send that is %s never reaches the platform', async ([kind, status]) => {
  await using acting = await startActing();
  acting.stage.disturbances.planCall('s', { kind, times: 1, hits: isOrderSend });
  expect((await acting.order('a1')).status).toBe(status);
  expect((await acting.call('GET', '/orders/external/a1')).status).toBe(404);
  expect((await acting.order('a1')).status).toBe(200);
  expect(acting.stage.transcript.faults).toEqual([{ number: 1, scenario: 's', kind, call: 2, attempt: null }]);
  expect(acting.stage.transcript.calls[1]).toMatchObject({ fault: 1, answer: { status } });
});

test.for([
  ['reset', 404],
  ['stored, then reset', 200],
] as const)('a send that is %s gets no answer', async ([kind, found]) => {
  await using acting = await startActing();
  acting.stage.disturbances.planCall('s', { kind, times: 1, hits: isOrderSend });
  await expect(acting.order('a1')).rejects.toThrow();
  expect((await acting.call('GET', '/orders/external/a1')).status).toBe(found);
  expect(acting.stage.transcript.calls[1]).toMatchObject({ fault: 1, answer: { lost: 'reset' } });
});

test('what is planned and has not hit ends with its scenario', async () => {
  await using acting = await startActing();
  acting.stage.disturbances.planCall('s', { kind: 'answered 500', times: 3, hits: isOrderSend });
  acting.stage.disturbances.clear();
  expect((await acting.order('a1')).status).toBe(200);
});

const planned = async (disturbance: AttemptDisturbance): Promise<Acting> => {
  const acting = await startActing();
  acting.stage.disturbances.planAttempt('s', disturbance);
  await acting.order('a1');
  return acting;
};

test('a repeated notification comes as often as planned, and then no more', async () => {
  await using acting = await planned({ kind: 'repeated', copies: 2 });
  await untilReceived(acting, 3);
  await acting.settle();
  const { attempts } = acting.stage.transcript;
  expect(attempts.map(({ code, fault }) => [code === attempts[0]?.code, fault])).toEqual([
    [true, undefined],
    [true, 1],
    [true, 1],
  ]);
});

test.for([
  ['wrong bearer', 'Bearer not-the-one'],
  ['no bearer', undefined],
] as const)('somebody else sends with %s, of a coupon that is none', async ([kind, authorization]) => {
  await using acting = await planned({ kind });
  await untilReceived(acting, 2);
  await acting.settle();
  const [forged, real] = acting.receiver.received;
  expect(forged).toMatchObject({ authorization, body: { code: 'FORGED-1' } });
  expect(real?.authorization).toBe(`Bearer ${bearerToken}`);
  expect(acting.stage.transcript.attempts.map(({ fault }) => fault)).toEqual([1, undefined]);
});

test('a notification may have more fields, or no order', async () => {
  await using more = await planned({ kind: 'unknown fields' });
  await untilReceived(more, 1);
  expect(more.receiver.received[0]?.body).toMatchObject({ meta: { version: 2 } });
  await using without = await planned({ kind: 'order unknown' });
  await untilReceived(without, 1);
  expect(without.receiver.received[0]?.body).toMatchObject({ orderId: null });
});

test('a body of ten megabytes is refused, and the stage goes on', async () => {
  await using acting = await startActing();
  const refused = await acting.call('POST', '/orders', JSON.stringify({ note: 'x'.repeat(10_000_000) }));
  expect(refused.status).toBe(413);
  expect(acting.stage.transcript.calls[1]?.body.length).toBeLessThan(100);
  expect((await acting.order('a1')).status).toBe(200);
});

test('a partner that goes away while it waits for an answer does no harm', async () => {
  await using acting = await startActing();
  acting.stage.disturbances.planCall('s', { kind: 'stored, then no answer', times: 1, hits: isOrderSend });
  const leaving = new AbortController();
  const sent = fetch(`${acting.stage.access.baseUrl}/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${acting.stage.access.token.value}`,
      [acting.stage.access.accessHeader]: acting.stage.access.accessKey.value,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      externalId: 'a1',
      status: 'completed',
      total: 1,
      lineItems: [],
      customer: { phone, address: { street: 'x' } },
    }),
    signal: leaving.signal,
  });
  const ended = expect(sent).rejects.toThrow();
  await expect.poll(() => acting.stage.transcript.calls.length).toBe(2);
  leaving.abort();
  await ended;
  await delay(0);
  expect((await acting.call('GET', '/orders/external/a1')).status).toBe(200);
});

test('a notification whose answer is lost on its way comes again', async () => {
  await using acting = await planned({ kind: 'taken, not told' });
  await untilReceived(acting, 2);
  await acting.settle();
  const { attempts } = acting.stage.transcript;
  expect(attempts.map(({ answer, code }) => [answer, code === attempts[0]?.code])).toEqual([
    [{ status: 204 }, true],
    [{ status: 204 }, true],
  ]);
  expect(acting.stage.transcript.faults[0]).toMatchObject({ kind: 'taken, not told', attempt: 1 });
});
