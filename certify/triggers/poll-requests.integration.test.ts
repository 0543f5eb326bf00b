import { expect, test } from 'vitest';
import { isObject } from '../../core/json.ts';
import { openStage } from '../stage/open-stage.ts';
import { pollRequests } from './poll-requests.ts';
import { type PollTrigger, pollTrigger } from './poll-trigger.ts';

const token = { env: 'SELO_CONTROL_TOKEN', value: 'the-control-token-of-a-test' };

interface Polled extends AsyncDisposable {
  trigger: PollTrigger;
  /** The URL of the front, which also receives calls to the platform. */
  url: string;
  /** The stage's record as text. */
  recorded(): string;
  /** Fetches the next action and returns its number. */
  fetchNumber(): Promise<string>;
  /** Sends a request, by default with the token. */
  ask(method: string, path: string, content?: unknown, bearer?: string): Promise<{ status: number; body: unknown }>;
}

const openPolled = async (): Promise<Polled> => {
  const trigger = pollTrigger();
  const stage = await openStage({
    host: '127.0.0.1',
    port: 0,
    timeScale: 0.02,
    earlier: { calls: 0, attempts: 0, faults: 0 },
    note: () => {},
    control: { handle: pollRequests({ trigger, token }), token },
  });
  const polled: Polled = {
    trigger,
    url: stage.access.baseUrl,
    recorded: () => JSON.stringify(stage.transcript.calls),
    async fetchNumber() {
      const { body } = await polled.ask('GET', 'next');
      return isObject(body) ? String(body.number) : '';
    },
    async ask(method, path, content, bearer = `Bearer ${token.value}`) {
      const answer = await fetch(`${stage.access.baseUrl}/selo/actions/${path}`, {
        method,
        headers: { authorization: bearer },
        ...(content === undefined ? {} : { body: typeof content === 'string' ? content : JSON.stringify(content) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
    },
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
  return polled;
};

test('an action is fetched and answered where the platform is, and is no call of the partner', async () => {
  await using polled = await openPolled();
  const acted = polled.trigger.act('register-coupon', {});
  const next = await polled.ask('GET', 'next?wait=0');
  const action = { number: expect.any(Number), action: 'register-coupon', parameters: {} };
  expect(next).toEqual({ status: 200, body: action });
  expect(await polled.ask('GET', 'next')).toEqual(next);
  const number = await polled.fetchNumber();
  const answer = { outcome: 'done', id: '7', code: 'A', message: 'made', more: 1 };
  expect(await polled.ask('POST', number, answer)).toEqual({ status: 204, body: undefined });
  expect(await acted).toEqual({ outcome: 'done', id: '7', code: 'A', message: 'made' });
  expect((await polled.ask('POST', number, answer)).status).toBe(204);
  expect((await polled.ask('GET', 'next?wait=0')).status).toBe(204);
  expect(polled.recorded()).toBe('[]');
});

test('a waiting client gets the next action, and one that disconnected has no effect', async () => {
  await using polled = await openPolled();
  const leaving = new AbortController();
  const left = fetch(`${polled.url}/selo/actions/next?wait=60`, {
    headers: { authorization: `Bearer ${token.value}` },
    signal: leaving.signal,
  });
  const waiting = polled.ask('GET', 'next?wait=60');
  leaving.abort();
  await expect(left).rejects.toThrow();
  const idle = polled.trigger.idle(10_000);
  expect(await waiting).toMatchObject({ status: 200, body: { action: 'idle' } });
  await polled.ask('POST', await polled.fetchNumber(), { outcome: 'done' });
  expect(await idle).toEqual({ outcome: 'done' });
});

test('an action that nobody answers in time fails', async () => {
  await using polled = await openPolled();
  const idle = polled.trigger.idle(100);
  const number = await polled.fetchNumber();
  expect(await idle).toMatchObject({ outcome: 'failed' });
  expect((await polled.ask('GET', 'next?wait=0')).status).toBe(204);
  expect((await polled.ask('POST', number, { outcome: 'done' })).status).toBe(204);
});

test('the coupons that it holds come with the answer', async () => {
  await using polled = await openPolled();
  const state = polled.trigger.state();
  expect(await polled.ask('GET', 'next')).toMatchObject({ body: { action: 'state' } });
  await polled.ask('POST', await polled.fetchNumber(), {
    outcome: 'done',
    coupons: [{ code: 'A', id: '1', amount: 5, more: true }],
  });
  expect(await state).toEqual([{ code: 'A', id: '1', amount: 5 }]);
});

test.for(['', 'Bearer another-token-of-this-length', `bearer ${token.value}`, token.value])(
  'the authorization "%s" is refused',
  async (bearer) => {
    await using polled = await openPolled();
    void polled.trigger.act('create-cart', {});
    for (const asked of [polled.ask('GET', 'next', undefined, bearer), polled.ask('POST', '1', {}, bearer)]) {
      expect(await asked).toEqual({ status: 401, body: { statusCode: 401, message: expect.any(String) } });
    }
    expect(polled.recorded()).toBe('[]');
  },
);

test.for<[string, string, string]>([
  ['GET', 'next?wait=61', 'wait'],
  ['GET', 'next?wait=soon', 'wait'],
  ['GET', 'next?wait=', 'wait'],
])('%s %s is refused', async ([method, path, message]) => {
  await using polled = await openPolled();
  expect(await polled.ask(method, path)).toEqual({
    status: 400,
    body: { statusCode: 400, message: expect.stringContaining(message) },
  });
});

test.for<[string, string]>([
  ['POST', '1'],
  ['POST', 'next'],
  ['GET', '1'],
  ['GET', 'last'],
])('%s %s finds nothing', async ([method, path]) => {
  await using polled = await openPolled();
  expect(await polled.ask(method, path, method === 'POST' ? { outcome: 'done' } : undefined)).toMatchObject({
    status: 404,
    body: { statusCode: 404 },
  });
});

test.for<[what: string, content: unknown, message: RegExp]>([
  ['that is no JSON', '{', /the body: /],
  ['without an outcome that there is', { outcome: 'well' }, /outcome: /],
  ['with an id that is none', { outcome: 'done', id: [7] }, /id: /],
  ['with an endless id', { outcome: 'done', id: 'x'.repeat(2_000) }, /id: /],
])('an answer %s fails the action, which is not repeated', async ([, content, message]) => {
  await using polled = await openPolled();
  const acted = polled.trigger.act('create-cart', {});
  expect(await polled.ask('POST', await polled.fetchNumber(), content)).toEqual({
    status: 400,
    body: { statusCode: 400, message: expect.stringMatching(message) },
  });
  expect(await acted).toEqual({ outcome: 'failed', message: expect.stringMatching(message) });
});

test('a number is accepted as an id, and null means none', async () => {
  await using polled = await openPolled();
  const acted = polled.trigger.act('create-cart', {});
  await polled.ask('POST', await polled.fetchNumber(), { outcome: 'done', id: 7, code: null, coupons: null });
  expect(await acted).toEqual({ outcome: 'done', id: '7' });
});

test('a long complaint is cut', async () => {
  await using polled = await openPolled();
  const acted = polled.trigger.act('create-cart', {});
  await polled.ask('POST', await polled.fetchNumber(), { outcome: 'failed', message: 'x'.repeat(5_000) });
  expect(await acted).toEqual({ outcome: 'failed', message: `${'x'.repeat(4_000)}…` });
});

test('the control token is in no report and no record', async () => {
  await using polled = await openPolled();
  const acted = polled.trigger.act('create-cart', {});
  await polled.ask('POST', await polled.fetchNumber(), {
    outcome: 'failed',
    message: `401 with Bearer ${token.value}`,
  });
  expect(await acted).toEqual({ outcome: 'failed', message: '401 with Bearer «SELO_CONTROL_TOKEN»' });
  await fetch(`${polled.url}/orders`, { headers: { authorization: `Bearer ${token.value}` } });
  expect(polled.recorded()).toContain('Bearer «SELO_CONTROL_TOKEN»');
  expect(polled.recorded()).not.toContain(token.value);
});
