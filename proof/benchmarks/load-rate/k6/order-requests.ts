import exec from 'k6/execution';
import http from 'k6/http';
import { closed } from './closed.ts';
import { mark } from './marks.ts';

const baseUrl = __ENV.SELO_BASE_URL;
const headers = {
  'content-type': 'application/json',
  authorization: `Bearer ${__ENV.SELO_TOKEN_MAIN}`,
  [__ENV.SELO_ACCESS_HEADER ?? '']: __ENV.SELO_ACCESS_KEY ?? '',
};
const post = { headers, tags: { name: 'POST /orders' }, responseType: 'none' } as const;
const find = { headers, tags: { name: 'GET /orders/external/:externalId' }, responseType: 'none' } as const;

export const options = closed;
export const setup = mark;
export const teardown = mark;
export const handleSummary = (data: unknown): Record<string, string> => ({ stdout: JSON.stringify(data) });

let current: typeof exec.scenario | undefined;

// What any mock server of the API can answer: an order is created, and looked up. It shares its cores with the server,
// so it asks k6 for as little as it can.
export const journey = (): void => {
  current ??= exec.scenario;
  const index = current.iterationInTest;
  const externalId = `order-${__ENV.SELO_RUN}-${index}`;
  http.post(
    `${baseUrl}/orders`,
    `{"customer":{"firstName":"Selo","lastName":"Customer","phone":"+5511${100_000_000 + index}","address":{"street":"Rua Um","number":"1","city":"São Paulo","state":"SP"}},"lineItems":[{"name":"Selo","quantity":1,"price":100}],"total":100,"externalId":"${externalId}","status":"completed"}`,
    post,
  );
  http.get(`${baseUrl}/orders/external/${externalId}`, find);
};
