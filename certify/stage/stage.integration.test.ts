import { expect, test, vi } from 'vitest';
import { valueAt } from '../../core/json.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { awaitedAttempts } from '../obligations/model/notifications.ts';
import { isPageRead } from '../scenarios/scenario.ts';
import type { ArrivedCall, AttemptDisturbance } from './disturbances.ts';
import { untilQuiet } from './open-stage.ts';
import { type Acting, bearerToken, orderBody, phone, startActing } from './test-acting.ts';
import { startTestReceiver } from './test-receiver.ts';
import { headersFor, openTestStage } from './test-stage.ts';

const isOrder = ({ method, path }: ArrivedCall): boolean => method === 'POST' && path === '/orders';

const untilReceived = async ({ receiver }: Acting, count: number): Promise<void> => {
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(count);
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
  expect(stage.transcript.attempts[0]?.headers.authorization).toMatch(/^Bearer «/);
  const [coupon] = await stage.coupons();
  expect(coupon).toMatchObject({ orderExternalId: 'a1', type: 'percent', amount: 12, cancelledMs: null });
});

test('the end of an attempt is noticed when it comes, and the platform knows it by then', async () => {
  await using acting = await startActing();
  await acting.order('a1');
  await acting.stage.untilAnswered(60_000);
  expect(await acting.stage.isQuiet()).toBe(true);
});

test('a wait for a receiver that fails ends in time, or with what the caller sees', async () => {
  await using acting = await startActing();
  acting.receiver.status = 503;
  await acting.order('a1');
  await untilReceived(acting, 1);
  expect(await untilQuiet(acting.stage, 1)).toBe(false);
  const gone = new Error('the partner has ended');
  const seen = (): void => {
    throw gone;
  };
  await expect(untilQuiet(acting.stage, 60_000, seen)).rejects.toThrow(gone);
});

test('a receiver has its seconds also on a small time scale, and the partner gets the public address', async () => {
  await using stage = await openTestStage(undefined, { publicUrl: 'http://198.51.100.7:8080' });
  expect(stage.receiverMs).toBe(4_000);
  expect(stage.access.baseUrl).toBe('http://198.51.100.7:8080');
});

test('the partner sees its own address in the answer', async () => {
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

test('a giftback that a newer one replaced is reported as canceled', async () => {
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
  ['answered 503', 503],
  ['answered 400', 400],
  ['answered 422', 422],
] as const)('a send that is %s never reaches the platform', async ([kind, status]) => {
  await using acting = await startActing();
  acting.stage.disturbances.planCall('s', { kind, times: 1, hits: isOrder });
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
  acting.stage.disturbances.planCall('s', { kind, times: 1, hits: isOrder });
  await expect(acting.order('a1')).rejects.toThrow();
  expect((await acting.call('GET', '/orders/external/a1')).status).toBe(found);
  expect(acting.stage.transcript.calls[1]).toMatchObject({ fault: 1, answer: { lost: 'reset' } });
});

test('a planned disturbance that did not apply ends with its scenario', async () => {
  await using acting = await startActing();
  acting.stage.disturbances.planCall('s', { kind: 'answered 500', times: 3, hits: isOrder });
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
  expect(acting.stage.transcript.faults).toMatchObject([{ kind: 'repeated', attempt: 3 }]);
});

test('a notification that was not acknowledged is repeated by the platform alone', async () => {
  await using acting = await startActing();
  acting.receiver.status = 503;
  acting.stage.disturbances.planAttempt('s', { kind: 'repeated', copies: 3 });
  await acting.order('a1');
  await untilReceived(acting, 2);
  acting.receiver.status = 204;
  await acting.settle();
  expect(acting.stage.transcript.attempts.filter(({ fault }) => fault !== undefined)).toEqual([]);
});

test('a disturbance is for the first attempt of a notification', async () => {
  await using acting = await startActing();
  acting.receiver.status = 503;
  await acting.order('a1');
  await untilReceived(acting, 1);
  acting.stage.disturbances.planAttempt('s', { kind: 'unknown fields' });
  acting.receiver.status = 204;
  await acting.settle();
  expect(acting.stage.transcript.attempts.length).toBeGreaterThan(1);
  expect(acting.stage.transcript.faults).toEqual([]);
});

test('the session is not quiet while a copy is to be sent', async () => {
  const opened = Promise.withResolvers<void>();
  await using acting = await planned({ kind: 'late repeat', delayMs: 1, after: opened.promise });
  await untilReceived(acting, 1);
  const quiet = acting.settle();
  opened.resolve();
  await quiet;
  expect(acting.receiver.received).toHaveLength(2);
});

test('a late repeat has the bearer of the registration as it is then', async () => {
  const changed = Promise.withResolvers<void>();
  await using acting = await planned({ kind: 'late repeat', delayMs: 1, after: changed.promise });
  await untilReceived(acting, 1);
  const { body } = await acting.call('POST', '/webhooks', { event: 'coupon_create', targetUrl: acting.receiver.url });
  const path = `/webhooks/${valueAt(body, '/id')}`;
  await acting.call('PUT', path, { event: 'coupon_create', targetUrl: acting.receiver.url, bearerToken: 'another' });
  changed.resolve();
  await untilReceived(acting, 2);
  const bearers = acting.receiver.received.map(({ authorization }) => authorization);
  expect(bearers).toEqual([`Bearer ${bearerToken}`, 'Bearer another']);
});

test('a notification that is repeated in another form has the same content in other bytes', async () => {
  await using acting = await planned({ kind: 'repeated in another form', copies: 3 });
  await untilReceived(acting, 4);
  await acting.settle();
  const bodies = acting.stage.transcript.attempts.map(({ body }) => body);
  expect(new Set(bodies).size).toBe(4);
  expect(bodies.map((body) => JSON.parse(body))).toEqual(Array.from({ length: 4 }, () => JSON.parse(bodies[0] ?? '')));
});

test.for([
  ['wrong bearer', `Bearer ${bearerToken.slice(0, bearerToken.length / 2)}not-the-one`],
  ['no bearer', undefined],
] as const)('a forged notification with %s names a coupon that does not exist', async ([kind, authorization]) => {
  await using acting = await planned({ kind });
  await untilReceived(acting, 2);
  await acting.settle();
  const [forged, real] = acting.receiver.received;
  expect(forged).toMatchObject({ authorization, body: { code: 'FORGED-1' } });
  expect(real?.authorization).toBe(`Bearer ${bearerToken}`);
  const { attempts } = acting.stage.transcript;
  expect(attempts.map(({ fault }) => fault)).toEqual([1, undefined]);
  // the record has no part of the right bearer
  expect(attempts[0]?.headers.authorization).toBe(authorization && 'Bearer not-the-one');
});

test('a notification can have unknown fields', async () => {
  await using acting = await planned({ kind: 'unknown fields' });
  await untilReceived(acting, 1);
  expect(acting.receiver.received[0]?.body).toMatchObject({ meta: { version: 2 } });
});

test('a notification that is overtaken comes after the one that was made later', async () => {
  await using acting = await planned({ kind: 'overtaken', delayMs: 60_000 });
  // the notification of the first order is held from now on
  await vi.waitFor(() => expect(acting.stage.transcript.faults).toHaveLength(1));
  await acting.order('a2', { customer: { phone: '+5511999990002', address: { street: 'Rua Dois' } } });
  await untilReceived(acting, 2);
  await acting.settle();
  const [first, second] = acting.stage.transcript.attempts;
  const orders = new Map((await acting.stage.coupons()).map(({ code, orderExternalId }) => [code, orderExternalId]));
  expect([orders.get(first?.code ?? ''), orders.get(second?.code ?? '')]).toEqual(['a2', 'a1']);
  expect(acting.stage.transcript.faults).toMatchObject([{ kind: 'overtaken', attempt: 2 }]);
});

test('an attempt that failed overtakes nothing', async () => {
  await using acting = await planned({ kind: 'overtaken', delayMs: 60_000 });
  await vi.waitFor(() => expect(acting.stage.transcript.faults).toHaveLength(1));
  acting.receiver.status = 503;
  await acting.order('a2', { customer: { phone: '+5511999990002', address: { street: 'Rua Dois' } } });
  await untilReceived(acting, 2);
  acting.receiver.status = 204;
  await acting.settle();
  expect(acting.stage.transcript.faults).toMatchObject([{ kind: 'overtaken' }]);
  expect(acting.stage.transcript.faults[0]?.attempt).toBe(acting.stage.transcript.attempts.length);
});

test('each company has its own records, notifications and flow', async () => {
  await using stage = await openTestStage(undefined, { hasSecond: true });
  await using receiver = await startTestReceiver();
  const { access } = stage;
  const callAs = (token: Secret | undefined, method: string, path: string, body?: object) =>
    fetch(access.baseUrl + path, {
      method,
      headers: headersFor({ ...access, ...(token && { token }) }),
      body: body === undefined ? null : JSON.stringify(body),
    });
  await callAs(access.secondToken, 'POST', '/webhooks', { event: 'coupon_create', targetUrl: receiver.url });
  receiver.status = 503;
  await callAs(access.secondToken, 'POST', '/orders', orderBody('a1'));
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(await stage.isQuiet()).toBe(false);
  receiver.status = 204;
  expect(await untilQuiet(stage, 10_000)).toBe(true);
  expect((await callAs(access.token, 'GET', '/orders/external/a1')).status).toBe(404);
  expect((await callAs(access.secondToken, 'GET', '/orders/external/a1')).status).toBe(200);
  const before = receiver.received.length;
  await stage.runFlow(phone, 'second');
  await expect.poll(() => receiver.received.length).toBe(before + 1);
  expect(await untilQuiet(stage, 10_000)).toBe(true);
  expect(stage.transcript.attempts.map(({ company }) => company)).toEqual(Array(before + 1).fill('second'));
  expect((await stage.coupons()).map(({ company }) => company)).toEqual(['second', 'second']);
});

test('fields that the document does not name are named as the partner has them', async () => {
  const names = {
    webhookUrl: 'callback',
    orderCustomer: 'buyer',
    customerAddress: 'place',
    orderTotal: 'worth',
    storeName: 'label',
  };
  await using stage = await openTestStage(undefined, { names });
  await using receiver = await startTestReceiver();
  const { access } = stage;
  const post = async (path: string, body: object): Promise<number> =>
    (await fetch(access.baseUrl + path, { method: 'POST', headers: headersFor(access), body: JSON.stringify(body) }))
      .status;
  expect(await post('/webhooks', { event: 'coupon_create', callback: receiver.url })).toBe(200);
  const buyer = { phone, place: { street: 'Rua Um' } };
  expect(await post('/orders', { externalId: 'a1', status: 'completed', worth: 10, lineItems: [], buyer })).toBe(200);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(await post('/stores', { externalId: 's1', label: 'Filial' })).toBe(200);
});

test('a list changes before its page is answered', async () => {
  await using acting = await startActing();
  acting.stage.disturbances.planCall('s', {
    kind: 'changed list',
    times: 1,
    hits: isPageRead(1),
    async change() {
      await acting.call('POST', '/products', { name: 'Late', externalId: 'p1' });
    },
  });
  const { body } = await acting.call('GET', '/products?after=2020-01-01T00:00:00Z&page=1&pageSize=50');
  expect(body).toMatchObject({ data: [{ name: 'Late' }] });
});

test('the configuration of coupons may say that it is inactive', async () => {
  await using acting = await startActing();
  acting.stage.disturbances.planCall('s', { kind: 'inactive configuration', times: 1, hits: () => true });
  expect((await acting.call('GET', '/coupons-config')).body).toMatchObject({ active: false });
});

test('a notification that is never acknowledged is awaited for a few attempts', async () => {
  await using acting = await startActing();
  acting.receiver.status = 503;
  await acting.order('a1');
  await acting.settle();
  expect(acting.stage.transcript.attempts.length).toBeGreaterThanOrEqual(awaitedAttempts);
  expect(acting.stage.transcript.attempts.length).toBeLessThan(10);
});

test('a body of ten megabytes is refused, and the stage goes on', async () => {
  await using acting = await startActing();
  const refused = await acting.call('POST', '/orders', JSON.stringify({ note: 'x'.repeat(10_000_000) }));
  expect(refused.status).toBe(413);
  expect(acting.stage.transcript.calls[1]?.body.length).toBeLessThan(100);
  expect(acting.stage.hindrance()).toMatch(/sent more than 5 MB at once with POST \/orders/);
  expect((await acting.order('a1')).status).toBe(200);
});

test('a long body is kept to a length, with a mark where it is cut', async () => {
  await using acting = await startActing();
  const { token } = acting.stage.access;
  const maxLength = 256 * 1024;
  const start = '{"note":"';
  // the cut leaves as much of a credential as possible
  const padding = 'x'.repeat(maxLength - start.length - token.value.length + 1);
  await acting.call('POST', '/orders', `${start}${padding}${token.value}"}`);
  const kept = acting.stage.transcript.calls[1]?.body;
  expect(kept).toMatch(/x«PARTNER_TOKEN»… \(cut\)$/);
  expect(kept).not.toContain(token.value.slice(0, -1));
});

test('a partner that disconnects while it waits for a response causes no error, and its call is recorded', async () => {
  await using acting = await startActing();
  acting.stage.disturbances.planCall('s', { kind: 'stored, then no answer', times: 1, hits: isOrder });
  const leaving = new AbortController();
  const { access } = acting.stage;
  const sent = fetch(`${access.baseUrl}/orders`, {
    method: 'POST',
    headers: headersFor(access),
    body: JSON.stringify(orderBody('a1')),
    signal: leaving.signal,
  });
  const ended = expect(sent).rejects.toThrow();
  await expect.poll(() => acting.stage.transcript.faults.length).toBe(1);
  expect(acting.stage.transcript.calls.length).toBe(1);
  leaving.abort();
  await ended;
  await expect.poll(() => acting.stage.transcript.calls.length).toBe(2);
  expect(acting.stage.transcript.calls[1]).toMatchObject({ fault: 1, answer: { lost: 'time-out' } });
  expect(acting.stage.transcript.faults[0]).toMatchObject({ call: 2 });
  expect((await acting.call('GET', '/orders/external/a1')).status).toBe(200);
});

test('a notification whose answer is lost on its way comes again', async () => {
  await using acting = await planned({ kind: 'acknowledgment lost' });
  await untilReceived(acting, 2);
  await acting.settle();
  const { attempts } = acting.stage.transcript;
  expect(attempts.map(({ answer, code }) => [answer, code === attempts[0]?.code])).toEqual([
    [{ status: 204 }, true],
    [{ status: 204 }, true],
  ]);
  expect(acting.stage.transcript.faults[0]).toMatchObject({ kind: 'acknowledgment lost', attempt: 1 });
});

test('a notification that cannot be recorded is an error of Selo', async () => {
  const full = new Error('no space left on the disk');
  await using acting = await startActing(({ kind }) => {
    if (kind === 'attempt') throw full;
  });
  await acting.order('a1');
  await vi.waitFor(() => expect(acting.stage.hindrance).toThrow(full), { timeout: 60_000 });
});
