import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { request as send } from 'undici';
import { listen } from '../../fixtures/listening.ts';
import { parsedJson } from '../../fixtures/parsed-json.ts';
import { isObject } from '../../suites/json.ts';
import { isAccepted, statusOf } from '../../suites/partner/read-call.ts';
import type { PartnerAttempt } from '../../suites/partner/record.ts';
import { readBody, SenderGone } from '../read-body.ts';
import type { ArrivedCall, AttemptDisturbance, Disturbances, Hit } from './disturbances.ts';
import type { Transcript } from './transcript.ts';

interface RelayOptions {
  transcript: Transcript;
  disturbances: Disturbances;
  /** Name of the registration's field that carries the URL. */
  webhookUrl: string;
  /** How long a receiver has, in ms. */
  receiverMs: number;
  /** Is told of every code that is notified for the first time, before it is. */
  onCoupon: (code: string) => Promise<void>;
  /** Is told of what goes wrong on our side. */
  onFault: (error: unknown) => void;
}

/**
 * Stands between the platform's deliveries and the partner's receiver: the platform is told the relay's address where
 * the partner registers its own, so that every attempt is recorded and may be disturbed.
 */
export interface Relay extends AsyncDisposable {
  /** The body to send on: of a registration one with the relay's address, any other as it is. */
  divert(call: ArrivedCall): string;
  /** Puts the partner's address back into an answer. */
  restore(text: string): string;
  /** Copies and late repeats that are still to come. */
  idle(): Promise<void>;
}

interface Notification {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A code that no coupon has. */
const forgedCode = (number: number): string => `FORGED-${number}`;

const fieldsIn = (text: string): Record<string, unknown> => {
  const value = parsedJson(text);
  return isObject(value) ? value : {};
};

const codeIn = (body: string): string => {
  const { code } = fieldsIn(body);
  return typeof code === 'string' ? code : '';
};

const lostBy = (error: unknown): 'time-out' | 'refused' | 'reset' => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/TIMEOUT|ABORT/i.test(code) || (error instanceof Error && error.name === 'TimeoutError')) return 'time-out';
  return code === 'ECONNREFUSED' ? 'refused' : 'reset';
};

/** Starts listening on a free port of this machine. */
export const openRelay = async (options: RelayOptions): Promise<Relay> => {
  const { transcript, disturbances, webhookUrl, receiverMs, onCoupon, onFault } = options;
  /** The partner's addresses, by the number in the relay's. */
  const addresses: string[] = [];
  const underWay = new Set<Promise<unknown>>();
  const seen = new Set<string>();

  let nextTaken = Promise.withResolvers<void>();

  const track = (work: Promise<unknown>): void => {
    const done = work.catch(onFault).finally(() => underWay.delete(done));
    underWay.add(done);
  };

  const post = async ({ url, headers, body }: Notification, fault?: number): Promise<PartnerAttempt> => {
    const atMs = transcript.now();
    let answer: PartnerAttempt['answer'];
    try {
      const { statusCode, body: told } = await send(url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(receiverMs),
      });
      await told.dump();
      answer = { status: statusCode };
    } catch (error) {
      answer = { lost: lostBy(error) };
    }
    const attempt = transcript.attempt({
      atMs,
      tookMs: Math.round((transcript.now() - atMs) * 10) / 10,
      path: new URL(url).pathname,
      headers,
      body,
      code: codeIn(body),
      answer,
      ...(fault === undefined ? {} : { fault }),
    });
    if (isAccepted(attempt)) {
      nextTaken.resolve();
      nextTaken = Promise.withResolvers();
    }
    return attempt;
  };

  const forge = async (notification: Notification, { disturbance, entry }: Hit<AttemptDisturbance>): Promise<void> => {
    const { authorization: _, ...others } = notification.headers;
    const headers = disturbance.kind === 'no bearer' ? others : { ...others, authorization: 'Bearer not-the-one' };
    const body = JSON.stringify({ ...fieldsIn(notification.body), code: forgedCode(entry.number) });
    const forged = await post({ ...notification, headers, body }, entry.number);
    entry.attempt = forged.number;
  };

  const altered = (body: string, { disturbance }: Hit<AttemptDisturbance>): string =>
    disturbance.kind === 'unknown fields'
      ? JSON.stringify({ ...fieldsIn(body), channel: 'panel', meta: { version: 2 } })
      : body;

  const copy = async (notification: Notification, { disturbance, entry }: Hit<AttemptDisturbance>): Promise<void> => {
    if (disturbance.kind === 'late repeat') await delay(disturbance.delayMs ?? 0);
    for (let number = 0; number < (disturbance.copies ?? 1); number += 1) {
      const copied = await post(notification, entry.number);
      entry.attempt = copied.number;
    }
  };

  /** What the platform is told of it; undefined: nothing, as if the answer were lost. */
  const deliver = async (notification: Notification): Promise<number | undefined> => {
    const code = codeIn(notification.body);
    const isFirst = !seen.has(code);
    seen.add(code);
    if (isFirst) await onCoupon(code);
    const hit = isFirst ? disturbances.takeForAttempt() : undefined;
    if (hit === undefined) return statusOf(await post(notification));
    if (hit.disturbance.kind === 'wrong bearer' || hit.disturbance.kind === 'no bearer') {
      await forge(notification, hit);
      return statusOf(await post(notification));
    }
    if (hit.disturbance.kind === 'overtaken') {
      await Promise.race([nextTaken.promise, delay(hit.disturbance.delayMs ?? 0, undefined, { ref: false })]);
      const attempt = await post(notification);
      hit.entry.attempt = attempt.number;
      return statusOf(attempt);
    }
    const body = altered(notification.body, hit);
    const isAltered = body !== notification.body;
    const attempt = await post({ ...notification, body }, isAltered ? hit.entry.number : undefined);
    if (isAltered || hit.disturbance.kind === 'taken, not told') hit.entry.attempt = attempt.number;
    else if (isAccepted(attempt)) track(copy(notification, hit));
    return hit.disturbance.kind === 'taken, not told' ? undefined : statusOf(attempt);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const url = addresses[Number(request.url?.split('/').at(-1))];
    if (url === undefined || body === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { authorization } = request.headers;
    const status = await deliver({
      url,
      headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
      body,
    });
    if (status === undefined) request.socket.destroy();
    else response.writeHead(status).end();
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!(error instanceof SenderGone)) onFault(error);
      response.destroy();
    });
  });
  const listening = await listen(server);
  const origin = `http://127.0.0.1:${listening.port}/relay/`;

  return {
    divert({ method, path, body }) {
      const isRegistration = /^\/webhooks(\/|$)/.test(path) && (method === 'POST' || method === 'PUT');
      const fields = isRegistration ? fieldsIn(body) : {};
      const url = fields[webhookUrl];
      // what is no address the platform refuses itself
      if (typeof url !== 'string' || !URL.canParse(url)) return body;
      if (!addresses.includes(url)) addresses.push(url);
      return JSON.stringify({ ...fields, [webhookUrl]: `${origin}${addresses.indexOf(url)}` });
    },
    restore: (text) =>
      addresses.reduce(
        (restored, url, number) => restored.replaceAll(`"${origin}${number}"`, JSON.stringify(url)),
        text,
      ),
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};
