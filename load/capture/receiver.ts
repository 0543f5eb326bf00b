import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject } from '../../core/json.ts';
import type { ReceiverBehavior } from '../../core/load-kinds.ts';
import { epochMs } from '../../fixtures/capture/clock.ts';
import type { OnRequest } from '../../fixtures/capture/receive/bounded-server.ts';
import { createHeaderReader } from '../../fixtures/capture/receive/receive.ts';
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

interface Route {
  name: string;
  nameJson: string;
  isFailing: boolean;
}

/** A request from its first byte to the end of its response. */
interface Attempt {
  request: IncomingMessage;
  response: ServerResponse;
  route: Route;
  body: Body;
  /** Its status is decided, or that it gets no response. */
  isSettled: boolean;
  /** What is reported of the attempt if its response does not reach the sender. */
  unconfirmed?: DeliveryUnconfirmedFact;
  hang?: NodeJS.Timeout;
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
class Body {
  /** The whole size. What exceeds the limit is not stored. */
  bytes = 0;
  #chunk: Buffer | undefined;
  #chunks: Buffer[] | undefined;

  add(data: Buffer): void {
    this.bytes += data.length;
    if (this.bytes > maxBodyBytes) return;
    if (this.#chunk === undefined) this.#chunk = data;
    else if (this.#chunks === undefined) this.#chunks = [this.#chunk, data];
    else this.#chunks.push(data);
  }

  text(): string {
    return (this.#chunks === undefined ? this.#chunk : Buffer.concat(this.#chunks))?.toString() ?? '';
  }
}

/** Responds to attempts as planned and writes each to the journal. */
export class Receiver {
  readonly counts: ReceiverCounts = { received: 0, overloaded: 0, turnedAway: 0, unreadable: 0 };
  behavior: ReceiverBehavior = 'acknowledge';
  readonly #options: ReceiverOptions;
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #sample: Sampler;
  #open = 0;

  constructor(options: ReceiverOptions) {
    this.#options = options;
    this.#routes = new Map(
      options.companies.map(({ name, path, isFailing }) => [path, { name, nameJson: JSON.stringify(name), isFailing }]),
    );
    this.#sample = createSampler(options.sampleEvery, options.journal);
  }

  readonly onRequest: OnRequest = (request, response, server) => {
    const route = this.#routeOf(request.url ?? '');
    if (route === undefined) {
      this.counts.unreadable += 1;
      response.writeHead(404, emptyBody).end();
      return;
    }
    this.#open += 1;
    const attempt: Attempt = { request, response, route, body: new Body(), isSettled: false };
    request.on('data', (data: Buffer) => this.#read(attempt, data));
    request.on('end', () => {
      // it was counted, and writing to it would be an unhandled error
      if (response.destroyed) return;
      if (attempt.isSettled) response.end();
      else this.#settle(attempt);
    });
    response.on('close', () => this.#close(attempt, server.isClosed));
  };

  #routeOf(url: string): Route | undefined {
    // a sender may add a query, and one behind a proxy sends the whole URL
    return this.#routes.get(url) ?? this.#routes.get(URL.parse(url, 'http://capture')?.pathname ?? '');
  }

  #read(attempt: Attempt, data: Buffer): void {
    const { request, response, route, body, isSettled } = attempt;
    body.add(data);
    if (body.bytes <= maxBodyBytes) return;
    if (!isSettled) {
      attempt.isSettled = true;
      this.counts.unreadable += 1;
      this.#sample(request, route.name, epochMs(), '', body.bytes);
      // the response ends with the request: closing the connection earlier could lose it
      response.writeHead(413, { ...emptyBody, connection: 'close' }).flushHeaders();
    } else if (body.bytes > drainedBodyBytes) {
      request.destroy();
    }
  }

  #settle(attempt: Attempt): void {
    const { request, response, route, body } = attempt;
    const { journal } = this.#options;
    attempt.isSettled = true;
    const nowMs = epochMs();
    if (journal.unwritten() > maxUnwritten) {
      this.counts.turnedAway += 1;
      response.destroy();
      return;
    }
    // to the microsecond: further digits are noise, and would be a third of the line
    const arrivedMs = Math.round(nowMs * 1000) / 1000;
    const text = body.text();
    const payload = parsedJson(text);
    this.#sample(request, route.name, arrivedMs, text, body.bytes);
    if (!isObject(payload)) {
      this.counts.unreadable += 1;
      response.writeHead(400, emptyBody).end();
      return;
    }
    const couponId = typeof payload.id === 'string' ? payload.id : null;
    const orderId = typeof payload.orderId === 'string' ? payload.orderId : null;
    const isOverloaded = this.#isOverloaded(nowMs);
    const status = isOverloaded ? 503 : this.#plannedStatus(route, couponId);
    this.counts.received += 1;
    if (isOverloaded) this.counts.overloaded += 1;
    journal.add(arrivalLine(arrivedMs, route.nameJson, orderId, couponId, status));
    if (status === 0) {
      this.#leaveUnanswered(attempt);
      return;
    }
    attempt.unconfirmed = ['u', arrivedMs, route.name, orderId, couponId];
    if (status === 204) response.writeHead(204).end();
    else response.writeHead(status, isOverloaded ? busy : emptyBody).end();
  }

  #isOverloaded(nowMs: number): boolean {
    const { bounds, journal, loop } = this.#options;
    return this.#open > bounds.open || journal.unwritten() > bounds.unwritten || loop.lateMs(nowMs) > bounds.lateMs;
  }

  /** 0 for no response. */
  #plannedStatus({ isFailing }: Route, couponId: string | null): number {
    if (typeof this.behavior === 'object') return this.behavior.status;
    if (this.behavior !== 'acknowledge') return 0;
    if (isFailing) return 503;
    return couponId !== null && this.#options.refusals.refuses(couponId) ? 503 : 204;
  }

  #leaveUnanswered(attempt: Attempt): void {
    const { response } = attempt;
    if (this.behavior === 'reset') response.socket?.resetAndDestroy();
    else attempt.hang = setTimeout(() => response.destroy(), maxHangMs);
  }

  #close({ response, isSettled, unconfirmed, hang }: Attempt, isServerClosed: boolean): void {
    this.#open -= 1;
    clearTimeout(hang);
    if (!isSettled) {
      if (isServerClosed) this.counts.turnedAway += 1;
      else this.counts.unreadable += 1;
    } else if (unconfirmed !== undefined && !response.writableFinished) {
      this.#options.journal.add(`${writeFact(unconfirmed)}\n`);
    }
  }
}
