import type { SlowRequest } from '../../../core/load-result.ts';
import type { OrderFact, RequestFact } from '../../facts.ts';
import { traceIdOf, traceparentOf } from '../../trace.ts';

const keptRequests = 10;

interface KeptRequest {
  company: string;
  request: RequestFact;
  /** Within its journey, from 1. */
  number: number;
  externalId: string | undefined;
}

/** Keeps the slowest requests. */
export class SlowestRequests {
  readonly #kept: KeptRequest[] = [];

  /** Adds the requests of a journey. */
  add(company: string, requests: readonly RequestFact[], order: OrderFact | null): void {
    for (const [index, request] of requests.entries()) {
      const last = this.#kept.at(-1);
      if (this.#kept.length === keptRequests && last !== undefined && request[2] <= last.request[2]) continue;
      this.#kept.push({ company, request, number: index + 1, externalId: order?.[0] });
      this.#kept.sort((one, other) => other.request[2] - one.request[2]);
      this.#kept.length = Math.min(keptRequests, this.#kept.length);
    }
  }

  /** The slowest first. */
  list(): SlowRequest[] {
    return this.#kept.map(({ company, request: [name, beganMs, ms, status], number, externalId }) => ({
      name,
      company,
      sentAt: new Date(beganMs).toISOString(),
      ms,
      status,
      order:
        externalId === undefined ? null : { externalId, traceparent: traceparentOf(traceIdOf(externalId), number) },
    }));
  }
}
