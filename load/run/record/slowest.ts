import type { SlowRequest } from '../../../core/load-result.ts';
import type { OrderFact, RequestFact } from '../../facts.ts';
import { traceIdOf, traceparentOf } from '../../trace.ts';

const keptRequests = 10;

/** Keeps the slowest requests. */
interface Slowest {
  journey(company: string, requests: readonly RequestFact[], order: OrderFact | null): void;
  /** The slowest first. */
  list(): SlowRequest[];
}

export const createSlowest = (): Slowest => {
  const slowest: { company: string; request: RequestFact; number: number; externalId: string | undefined }[] = [];
  return {
    journey(company, requests, order) {
      for (const [index, request] of requests.entries()) {
        const last = slowest.at(-1);
        if (slowest.length === keptRequests && last !== undefined && request[2] <= last.request[2]) continue;
        slowest.push({ company, request, number: index + 1, externalId: order?.[0] });
        slowest.sort((one, other) => other.request[2] - one.request[2]);
        slowest.length = Math.min(keptRequests, slowest.length);
      }
    },

    list: () =>
      slowest.map(({ company, request: [name, beganMs, ms, status], number, externalId }) => ({
        name,
        company,
        sentAt: new Date(beganMs).toISOString(),
        ms,
        status,
        order:
          externalId === undefined ? null : { externalId, traceparent: traceparentOf(traceIdOf(externalId), number) },
      })),
  };
};
