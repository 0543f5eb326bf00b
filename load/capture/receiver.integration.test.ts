import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ReceiverBehavior } from '../../core/load-kinds.ts';
import { serving } from '../../fixtures/test-server.ts';
import { type Fact, readFact } from '../facts.ts';
import { type Bounds, bounds, maxUnwritten } from './bounds.ts';
import { Receiver, type ReceiverOptions } from './receiver.ts';
import { createRefusals } from './refusals.ts';
import { notification, send } from './test-load-capture.ts';

const companies = [
  { name: 'amber', path: '/in/a', isFailing: false },
  { name: 'birch', path: '/in/b', isFailing: true },
];

interface Given extends Partial<Omit<ReceiverOptions, 'bounds'>> {
  bounds?: Partial<Bounds>;
  unwritten?: number;
  /** Answers wait behind so much that a sender who reads nothing never gets them. */
  isClogged?: boolean;
}

/** A receiver behind a server of this process, whose journal is a list. */
const startReceiver = async (given: Given = {}) => {
  const facts: Fact[] = [];
  const receiver = new Receiver({
    companies,
    refusals: createRefusals({ refuseEvery: 0, refuseTimes: 0 }),
    sampleEvery: 0,
    journal: {
      add(line) {
        const fact = readFact(line);
        if (fact !== undefined) facts.push(fact);
      },
      unwritten: () => given.unwritten ?? 0,
      flush: async () => {},
      close: async () => {},
    },
    loop: { lateMs: () => 0 },
    ...given,
    bounds: { ...bounds, ...given.bounds },
  });
  const server = await serving((request, response) => {
    if (given.isClogged) request.socket.write(Buffer.alloc(32 * 1024 * 1024));
    receiver.onRequest(request, response, { port: 0, isClosed: false, close: async () => {}, reset: () => {} });
  });
  return {
    ...server,
    counts: receiver.counts,
    facts,
    behave(behavior: ReceiverBehavior) {
      receiver.behavior = behavior;
    },
  };
};

/** What comes back for what is sent on a bare connection, until it is closed. */
const exchange = (port: number, sent: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.write(sent);
  return text(socket);
};

const rawPost = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

const postOn = async (port: number, body: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(rawPost('/in/a', body));
  return socket;
};

test('an attempt is answered 204 and written to the journal', async () => {
  await using receiver = await startReceiver();
  const sent = notification();
  const before = Date.now();
  expect(await send(`${receiver.url}/in/a`, sent)).toBe(204);
  expect(receiver.facts).toEqual([['a', expect.any(Number), 'amber', sent.orderId, sent.id, 204]]);
  expect(Math.abs(Number(receiver.facts[0]?.[1]) - before)).toBeLessThan(5_000);
  expect(receiver.counts).toEqual({ received: 1, overloaded: 0, turnedAway: 0, unreadable: 0 });
});

test('ids that are not strings become null', async () => {
  await using receiver = await startReceiver();
  await send(`${receiver.url}/in/a?x=1`, { ...notification(), id: 7, orderId: { a: 1 } });
  expect(receiver.facts).toMatchObject([['a', expect.any(Number), 'amber', null, null, 204]]);
});

test('a failing receiver refuses everything', async () => {
  await using receiver = await startReceiver();
  expect(await send(`${receiver.url}/in/b`, notification())).toBe(503);
  expect(receiver.facts).toMatchObject([
    ['a', expect.any(Number), 'birch', expect.any(String), expect.any(String), 503],
  ]);
});

test('the first attempts of a chosen delivery are refused', async () => {
  await using receiver = await startReceiver({ refusals: createRefusals({ refuseEvery: 1, refuseTimes: 2 }) });
  const sent = notification();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 3; attempt++) statuses.push(await send(`${receiver.url}/in/a`, sent));
  expect(statuses).toEqual([503, 503, 204]);
  expect(receiver.facts.map((fact) => fact[5])).toEqual(statuses);
});

test.for<[what: string, given: Given]>([
  ['open requests', { bounds: { open: 0 } }],
  ['unwritten lines', { unwritten: bounds.unwritten + 1 }],
  ['a late loop', { loop: { lateMs: () => bounds.lateMs + 1 } }],
])('an overload by %s is answered 503, and the attempt is still written', async ([, given]) => {
  await using receiver = await startReceiver(given);
  const answer = await fetch(`${receiver.url}/in/a`, { method: 'POST', body: JSON.stringify(notification()) });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(receiver.facts.map((fact) => fact[5])).toEqual([503]);
  expect(receiver.counts).toMatchObject({ received: 1, overloaded: 1 });
});

test('attempts are dropped and counted when the disk is stuck', async () => {
  await using receiver = await startReceiver({ unwritten: maxUnwritten + 1 });
  await expect(send(`${receiver.url}/in/a`, notification())).rejects.toThrow();
  expect(receiver.facts).toEqual([]);
  expect(receiver.counts).toMatchObject({ received: 0, turnedAway: 1 });
});

test.for<[what: string, body: string, status: number]>([
  ['nothing', '', 400],
  ['a text', 'no JSON', 400],
  ['a list', '[]', 400],
  ['null', 'null', 400],
  ['a JSON text', '"text"', 400],
  ['more than 64 KiB', JSON.stringify({ code: 'x'.repeat(64 * 1024) }), 413],
])('an unreadable body is answered and counted: %s', async ([, body, status]) => {
  await using receiver = await startReceiver();
  expect(await send(`${receiver.url}/in/a`, body)).toBe(status);
  expect(receiver.facts).toEqual([]);
  expect(receiver.counts).toEqual({ received: 0, overloaded: 0, turnedAway: 0, unreadable: 1 });
});

test('an unknown path is answered 404 and counted', async () => {
  await using receiver = await startReceiver();
  for (const path of ['/', '/in/', '/in/c', '/in/a/b']) {
    expect(await send(receiver.url + path, notification())).toBe(404);
  }
  expect(receiver.facts).toEqual([]);
  expect(receiver.counts.unreadable).toBe(4);
});

test('an absolute URL in the request line leads to the company', async () => {
  await using receiver = await startReceiver();
  const sent = rawPost('http://x/in/a', JSON.stringify(notification())).replace(
    'host: x',
    'host: x\r\nconnection: close',
  );
  expect(await exchange(receiver.port, sent)).toMatch(/^HTTP\/1.1 204/);
});

test('a sender that disconnects within the body is counted', async () => {
  await using receiver = await startReceiver();
  const socket = connect(receiver.port, '127.0.0.1');
  socket.end('POST /in/a HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{');
  await expect.poll(() => receiver.counts.unreadable).toBe(1);
});

test('a hang lasts until the sender disconnects, and acknowledges nothing', async () => {
  await using receiver = await startReceiver();
  receiver.behave('hang');
  const giveUp = new AbortController();
  const sending = send(`${receiver.url}/in/a`, notification(), { signal: giveUp.signal });
  await expect.poll(() => receiver.facts.length).toBe(1);
  giveUp.abort();
  await expect(sending).rejects.toThrow();
  expect(receiver.facts.map((fact) => [fact[0], fact[5]])).toEqual([['a', 0]]);
});

test('a hang does not count as open after the sender disconnects', async () => {
  await using receiver = await startReceiver({ bounds: { open: 1 } });
  receiver.behave('hang');
  const socket = await postOn(receiver.port, JSON.stringify(notification()));
  await expect.poll(() => receiver.facts.length).toBe(1);
  expect(await send(`${receiver.url}/in/a`, notification())).toBe(503);
  socket.destroy();
  receiver.behave('acknowledge');
  await expect.poll(() => send(`${receiver.url}/in/a`, notification())).toBe(204);
});

test('a reset is written with status 0', async () => {
  await using receiver = await startReceiver();
  receiver.behave('reset');
  await expect(send(`${receiver.url}/in/a`, notification())).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(receiver.facts.map((fact) => fact[5])).toEqual([0]);
});

test('a response that its sender may not have received is reported', async () => {
  await using receiver = await startReceiver({ isClogged: true });
  const sent = notification();
  const socket = await postOn(receiver.port, JSON.stringify(sent));
  await expect.poll(() => receiver.facts.length).toBe(1);
  socket.resetAndDestroy();
  await expect.poll(() => receiver.facts.length).toBe(2);
  const arrivedMs = receiver.facts[0]?.[1];
  expect(receiver.facts).toEqual([
    ['a', arrivedMs, 'amber', sent.orderId, sent.id, 204],
    ['u', arrivedMs, 'amber', sent.orderId, sent.id],
  ]);
});

test('one attempt in N is judged, readable or not', async () => {
  await using receiver = await startReceiver({ sampleEvery: 2 });
  const headers = { 'content-type': 'text/plain', authorization: 'Bearer very-secret' };
  for (let attempt = 0; attempt < 3; attempt++) await send(`${receiver.url}/in/a`, notification(), { headers });
  await send(`${receiver.url}/in/a`, 'no JSON');
  await send(`${receiver.url}/in/a`, 'x');
  await send(`${receiver.url}/in/a`, JSON.stringify({ code: 'x'.repeat(64 * 1024) }), { headers });
  const judged = receiver.facts.filter(([kind]) => kind === 'p');
  const violation = ['PAS-15', 'header content-type', 'application/json', 'text/plain', 'notification to amber'];
  expect(judged).toEqual([
    ['p', ['PAS-15', 'PAS-16', 'PAS-17'], [violation]],
    ['p', ['PAS-15', 'PAS-16', 'PAS-17'], expect.arrayContaining([expect.arrayContaining(['PAS-15', 'body'])])],
    ['p', ['PAS-15'], [violation]],
  ]);
  expect(JSON.stringify(receiver.facts)).not.toContain('very-secret');
});
