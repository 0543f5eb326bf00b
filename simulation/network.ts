import type { Lost, Transport, WireAnswer, WireRequest } from '../fixtures/client/transport.ts';
import type { Runtime } from '../fixtures/runtime.ts';
import type { AnswerInMemory, MemoryAnswer } from '../platform/http/in-memory.ts';
import type { Outcome } from '../platform/policy/webhooks.ts';
import type { Sender } from '../platform/webhooks/sender.ts';
import type { Chance } from './chance.ts';
import type { Reply, SimulatedCapture } from './simulated-capture.ts';

/** What a network may do to a request and its answer. */
export const accidents = [
  'drop',
  'reset before',
  'reset after',
  'hang',
  'twice',
  'gateway page',
  'rate limit',
] as const;
type Accident = (typeof accidents)[number];

export interface NetworkConditions {
  /** One way, drawn evenly between the two. A wide range reorders simultaneous requests. */
  latencyMs: readonly [least: number, most: number];
  /** The share of requests with each accident, from 0 to 1. */
  accidents: Partial<Record<Accident, number>>;
}

/** No accidents, and requests arrive in the order in which they were sent. */
export const calm: NetworkConditions = { latencyMs: [2, 2], accidents: {} };

type Clock = Pick<Runtime, 'now' | 'setTimer' | 'pause'>;

/** Draws what happens to each request. */
const weatherOf = ({ latencyMs: [least, most], accidents: shares }: NetworkConditions, chance: Chance) => ({
  latency: (): number => least + chance.random() * (most - least),
  accident(): Accident | undefined {
    let left = chance.random();
    for (const accident of accidents) {
      left -= shares[accident] ?? 0;
      if (left < 0) return accident;
    }
    return undefined;
  },
});

const resetByPeer: Lost = { lost: 'reset', reason: 'read ECONNRESET' };
const timedOut: Lost = { lost: 'time-out', reason: 'the operation was aborted due to timeout' };

const rateLimited: WireAnswer = { status: 429, headers: { 'retry-after': '1' }, text: 'slow down' };
const inHtml = { 'content-type': 'text/html' };
const inJson = { 'content-type': 'application/json' };
/** None of them looks like an error of the API. */
const gatewayPages: readonly WireAnswer[] = [
  ...[500, 502, 503, 504].map((status) => ({ status, headers: inHtml, text: `<html><title>${status}</title></html>` })),
  { status: 502, headers: inJson, text: '{"message":"An invalid response was received from the upstream server"}' },
  { status: 500, headers: inJson, text: '{"message":"An unexpected error occurred"}' },
  { status: 403, headers: inJson, text: '{"message":"Forbidden"}' },
  { status: 413, headers: inJson, text: '{"message":"Request Too Long"}' },
];
const gatewayPage = (chance: Chance): WireAnswer =>
  gatewayPages[Math.floor(chance.random() * gatewayPages.length)] ?? rateLimited;

interface CallOptions {
  baseUrl: URL;
  answer: AnswerInMemory;
  timeoutMs: number;
  clock: Clock;
  chance: Chance;
  conditions: NetworkConditions;
}

/** The network from the client to the platform. */
export const simulatedTransport = (options: CallOptions): Transport => {
  const { baseUrl, answer, timeoutMs, clock, chance, conditions } = options;
  const { latency, accident } = weatherOf(conditions, chance);
  const prefix = baseUrl.pathname.replace(/\/$/, '');

  const handled = ({ url, method, headers, body = '' }: WireRequest): Promise<MemoryAnswer> => {
    const { pathname, search } = new URL(url);
    const named: Record<string, string> = {};
    for (const name in headers) named[name.toLowerCase()] = headers[name] ?? '';
    return answer({ method, url: pathname.slice(prefix.length) + search, headers: named, body });
  };

  /** Undefined when no answer comes. */
  const exchanged = async (request: WireRequest, met: Accident | undefined): Promise<WireAnswer | Lost | undefined> => {
    await clock.pause(latency());
    if (met === 'drop') return undefined;
    if (met === 'reset before') return resetByPeer;
    if (met === 'gateway page') return gatewayPage(chance);
    if (met === 'rate limit') return rateLimited;
    const answered = await handled(request);
    // a proxy repeats safe requests
    if (met === 'twice' && request.method === 'GET') await handled(request);
    if (met === 'hang') return undefined;
    // a successful answer needs no second timer: the first latency already reorders simultaneous requests
    if (met !== undefined) await clock.pause(latency());
    return met === 'reset after' ? resetByPeer : answered;
  };

  return {
    async exchange(request) {
      const sentMs = clock.now();
      const answered = await exchanged(request, accident());
      const leftMs = sentMs + timeoutMs - clock.now();
      if (answered !== undefined && leftMs >= 0) return answered;
      await clock.pause(leftMs);
      return timedOut;
    },
    async [Symbol.asyncDispose]() {},
  };
};

const outcomes: Record<Exclude<Reply, object>, Outcome> = {
  cut: { kind: 'failed', code: 'ECONNRESET' },
  reset: { kind: 'failed', code: 'ECONNRESET' },
  refused: { kind: 'failed', code: 'ECONNREFUSED' },
};

interface DeliveryOptions {
  capture: SimulatedCapture;
  clock: Clock;
  chance: Chance;
  conditions: NetworkConditions;
}

const maxRedirects = 20;

/** The network from the platform to receivers. */
export const simulatedSender = ({ capture, clock, chance, conditions }: DeliveryOptions): Sender => {
  const { latency, accident } = weatherOf(conditions, chance);

  const send = (attempt: Parameters<Sender['send']>[0], redirects: number): Promise<Outcome> =>
    new Promise((resolve) => {
      const url = new URL(attempt.url);
      const met = accident();
      let leave = (): void => {};
      const cancel = clock.setTimer(attempt.timeoutMs, () => {
        leave();
        resolve({ kind: 'timed-out' });
      });
      const settle = (outcome: Outcome): void => {
        cancel();
        resolve(outcome);
      };
      const follow = (location: string): void => {
        cancel();
        void send({ ...attempt, url: new URL(location, url).href }, redirects + 1).then(resolve);
      };
      const answered = (reply: Reply): void => {
        if (met === 'hang') return;
        const back = met === 'reset after' ? 'reset' : reply;
        if (typeof back === 'string') {
          settle(outcomes[back]);
          return;
        }
        const { status, headers } = back;
        const location = status >= 300 && status < 400 ? headers?.location : undefined;
        if (attempt.followsRedirects && location !== undefined && redirects < maxRedirects) follow(location);
        else settle({ kind: 'answered', status });
      };
      const { method, body } = attempt;
      const headers = { ...attempt.headers, host: url.host, 'content-length': String(Buffer.byteLength(body)) };
      const arrive = (onReply: (reply: Reply) => void): void => {
        leave = capture.receive({ method, url, headers, body }, (reply) => {
          clock.setTimer(latency(), () => onReply(reply));
        });
      };
      clock.setTimer(latency(), () => {
        if (met === 'drop') return;
        if (met === 'reset before') settle(outcomes.reset);
        else if (met === 'gateway page') settle({ kind: 'answered', status: 502 });
        else if (met === 'rate limit') settle({ kind: 'answered', status: 429 });
        else {
          if (met === 'twice') arrive(() => {});
          arrive(answered);
        }
      });
    });

  return { send: (attempt) => send(attempt, 0), close() {} };
};

/** The network to receivers, for our own test requests. */
export const receiverTransport = (sender: Sender, timeoutSeconds: number): Transport => ({
  async exchange({ url, method, headers, body = '' }) {
    const timeoutMs = timeoutSeconds * 1000;
    const outcome = await sender.send({
      url,
      method,
      headers,
      body,
      timeoutMs,
      framing: 'content-length',
      followsRedirects: false,
    });
    if (outcome.kind === 'timed-out') return timedOut;
    return outcome.kind === 'failed' ? resetByPeer : { status: outcome.status, headers: {}, text: '' };
  },
  async [Symbol.asyncDispose]() {},
});
