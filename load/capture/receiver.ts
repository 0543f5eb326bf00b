import type { IncomingMessage } from 'node:http';
import { isObject } from '../../core/json.ts';
import type { ReceiverBehavior } from '../../core/load-kinds.ts';
import { epochMs } from '../../fixtures/capture/clock.ts';
import type { OnRequest } from '../../fixtures/capture/receive/bounded-server.ts';
import { createHeaderReader } from '../../fixtures/capture/receive/sender-headers.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { type DeliveryUnconfirmedFact, writeFact } from '../facts.ts';
import type { ArrivalJournal } from './arrival-journal.ts';
import { type Bounds, drainedBodyBytes, maxBodyBytes, maxHangMs, maxUnwritten } from './bounds.ts';
import { judgeAttempt } from './judge-attempt.ts';
import type { LoopWatch } from './loop-watch.ts';
import type { Refusals } from './refusals.ts';

/** Nearly every id needs no escaping in JSON. */
const isPlain = /^[\w-]*$/;

const asJson = (text: string | null): string => {
  if (text === null) return 'null';
  return isPlain.test(text) ? `"${text}"` : JSON.stringify(text);
};

/** The line of an `ArrivalFact`: what `writeFact` writes, but faster. */
export const arrivalLine = (
  arrivedMs: number,
  companyJson: string,
  orderId: string | null,
  couponId: string | null,
  status: number,
): string => `["a",${arrivedMs},${companyJson},${asJson(orderId)},${asJson(couponId)},${status}]\n`;

export interface ReceivingCompany {
  name: string;
  path: string;
  /** Its receiver refuses every attempt. */
  isFailing: boolean;
}

export interface ReceiverCounts {
  /** Attempts with a line in the journal. */
  received: number;
  overloaded: number;
  turnedAway: number;
  unreadable: number;
}

export interface ReceiverOptions {
  companies: readonly ReceivingCompany[];
  refusals: Refusals;
  sampleEvery: number;
  journal: ArrivalJournal;
  loop: Pick<LoopWatch, 'lateMs'>;
  bounds: Bounds;
}

/** Responds to attempts as planned and writes each to the journal. */
export interface Receiver {
  readonly counts: Readonly<ReceiverCounts>;
  readonly onRequest: OnRequest;
  behave(behavior: ReceiverBehavior): void;
}

interface Route {
  name: string;
  nameJson: string;
  isFailing: boolean;
}

const emptyBody = { 'content-length': '0' };
const busy = { 'content-length': '0', 'retry-after': '1' };

type Sampler = (request: IncomingMessage, company: string, arrivedMs: number, body: string, bodyBytes: number) => void;

/** Judges one in N attempts, and writes what it found to the journal. */
const createSampler = (sampleEvery: number, journal: ArrivalJournal): Sampler => {
  const readHeaders = createHeaderReader();
  let unsampled = 0;

  const isSampled = (): boolean => {
    if (sampleEvery === 0) return false;
    unsampled += 1;
    if (unsampled < sampleEvery) return false;
    unsampled = 0;
    return true;
  };

  return (request, company, arrivedMs, body, bodyBytes) => {
    if (!isSampled()) return;
    const truncated = bodyBytes > maxBodyBytes;
    const fact = judgeAttempt({
      company,
      method: request.method ?? '',
      headers: readHeaders(request.rawHeaders).joined,
      body,
      bodyBytes,
      truncated,
      json: truncated ? undefined : parsedJson(body),
      arrivedMs,
    });
    journal.add(`${writeFact(fact)}\n`);
  };
};

/** The body of an attempt. Nearly every one arrives in one chunk. */
const createBody = () => {
  let chunk: Buffer | undefined;
  let chunks: Buffer[] | undefined;
  let bytes = 0;
  return {
    /** Returns the size so far. What exceeds the limit is not stored. */
    add(data: Buffer): number {
      bytes += data.length;
      if (bytes > maxBodyBytes) return bytes;
      if (chunk === undefined) chunk = data;
      else if (chunks === undefined) chunks = [chunk, data];
      else chunks.push(data);
      return bytes;
    },
    bytes: () => bytes,
    text: () => (chunks === undefined ? chunk : Buffer.concat(chunks))?.toString() ?? '',
  };
};

export const createReceiver = (options: ReceiverOptions): Receiver => {
  const { companies, refusals, sampleEvery, journal, loop, bounds } = options;
  const counts: ReceiverCounts = { received: 0, overloaded: 0, turnedAway: 0, unreadable: 0 };
  const routes = new Map<string, Route>(
    companies.map(({ name, path, isFailing }) => [path, { name, nameJson: JSON.stringify(name), isFailing }]),
  );
  const sample = createSampler(sampleEvery, journal);
  let behavior: ReceiverBehavior = 'acknowledge';
  let open = 0;

  const routeOf = (url: string): Route | undefined =>
    // a sender may add a query, and one behind a proxy sends the whole URL
    routes.get(url) ?? routes.get(URL.parse(url, 'http://capture')?.pathname ?? '');

  const isBusy = (nowMs: number): boolean =>
    open > bounds.open || journal.unwritten() > bounds.unwritten || loop.lateMs(nowMs) > bounds.lateMs;

  /** The planned status; 0 for no response. */
  const planned = ({ isFailing }: Route, couponId: string | null): number => {
    if (typeof behavior === 'object') return behavior.status;
    if (behavior !== 'acknowledge') return 0;
    if (isFailing) return 503;
    return couponId !== null && refusals.refuses(couponId) ? 503 : 204;
  };

  const onRequest: OnRequest = (request, response, server) => {
    const route = routeOf(request.url ?? '');
    if (route === undefined) {
      counts.unreadable += 1;
      response.writeHead(404, emptyBody).end();
      return;
    }
    open += 1;
    const body = createBody();
    let isSettled = false;
    /** What is reported of the attempt if its answer does not reach the sender. */
    let answered: DeliveryUnconfirmedFact | undefined;
    let hang: NodeJS.Timeout | undefined;

    request.on('data', (data: Buffer) => {
      const bodyBytes = body.add(data);
      if (bodyBytes <= maxBodyBytes) return;
      if (!isSettled) {
        isSettled = true;
        counts.unreadable += 1;
        sample(request, route.name, epochMs(), '', bodyBytes);
        // the response ends with the request: closing the connection earlier could lose it
        response.writeHead(413, { ...emptyBody, connection: 'close' }).flushHeaders();
      } else if (bodyBytes > drainedBodyBytes) {
        request.destroy();
      }
    });

    request.on('end', () => {
      // it was counted, and writing to it would be an unhandled error
      if (response.destroyed) return;
      if (isSettled) response.end();
      else settle();
    });

    response.on('close', () => {
      open -= 1;
      if (hang !== undefined) clearTimeout(hang);
      if (!isSettled) {
        if (server.isClosed) counts.turnedAway += 1;
        else counts.unreadable += 1;
      } else if (answered !== undefined && !response.writableFinished) {
        journal.add(`${writeFact(answered)}\n`);
      }
    });

    const settle = (): void => {
      isSettled = true;
      const nowMs = epochMs();
      if (journal.unwritten() > maxUnwritten) {
        counts.turnedAway += 1;
        response.destroy();
        return;
      }
      // to the microsecond: further digits are noise, and would be a third of the line
      const arrivedMs = Math.round(nowMs * 1000) / 1000;
      const text = body.text();
      const payload = parsedJson(text);
      sample(request, route.name, arrivedMs, text, body.bytes());
      if (!isObject(payload)) {
        counts.unreadable += 1;
        response.writeHead(400, emptyBody).end();
        return;
      }
      const couponId = typeof payload.id === 'string' ? payload.id : null;
      const orderId = typeof payload.orderId === 'string' ? payload.orderId : null;
      const isTooMuch = isBusy(nowMs);
      const status = isTooMuch ? 503 : planned(route, couponId);
      counts.received += 1;
      journal.add(arrivalLine(arrivedMs, route.nameJson, orderId, couponId, status));
      if (status === 0) {
        leaveUnanswered();
        return;
      }
      answered = ['u', arrivedMs, route.name, orderId, couponId];
      if (isTooMuch) counts.overloaded += 1;
      if (status === 204) response.writeHead(204).end();
      else response.writeHead(status, isTooMuch ? busy : emptyBody).end();
    };

    const leaveUnanswered = (): void => {
      if (behavior === 'reset') response.socket?.resetAndDestroy();
      else hang = setTimeout(() => response.destroy(), maxHangMs);
    };
  };

  return {
    counts,
    onRequest,
    behave(next) {
      behavior = next;
    },
  };
};
