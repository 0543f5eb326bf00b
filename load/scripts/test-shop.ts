import type { FlowCounts } from '../plan.ts';
import type { Request, Shop } from './shop.ts';

export const orderId = '11111111-2222-4333-8444-555555555555';
/** The time of the first response. Each further one is a second later. */
export const firstAnswerMs = 1_000_000;

export interface TestShop {
  shop: Shop;
  sent: Request[];
}

/** A shop with these responses. `statusOf` gets each request with its number, from 0. By default, a 2xx has `orderId`. */
export const shopAnswering = (
  statusOf: (request: Request, number: number) => number,
  {
    flows = { completed: 1, onHold: 2 },
    bodyOf = () => ({ id: orderId }),
  }: { flows?: FlowCounts; bodyOf?: (request: Request) => Record<string, unknown> } = {},
): TestShop => {
  const sent: Request[] = [];
  return {
    sent,
    shop: {
      company: { name: 'amber', tokenEnv: 'TOKEN', flows },
      requests: [],
      send(request) {
        const number = sent.push(request) - 1;
        const status = statusOf(request, number);
        const isServed = status >= 200 && status < 300;
        const body = isServed ? bodyOf(request) : undefined;
        return { status, atMs: firstAnswerMs + number * 1000, isServed, body: () => body, id: () => body?.id };
      },
    },
  };
};

export const customer = { externalId: 'selo-r-measure-1', phone: '+5511987650001' };
