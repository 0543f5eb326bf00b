import exec from 'k6/execution';
import http from 'k6/http';
import { headers, mark, measured, orderBody, summarize } from './measurement.ts';

export const options = measured;
export const setup = mark;
export const teardown = mark;
export const handleSummary = summarize;

const baseUrl = __ENV.SELO_BASE_URL;
const post = { headers, tags: { name: 'POST /orders' }, responseType: 'none' } as const;
const find = { headers, tags: { name: 'GET /orders/external/:externalId' }, responseType: 'none' } as const;

let current: typeof exec.scenario | undefined;

/** Creates an order and looks it up, which any mock server of the API can answer. Reads the scenario only once a user. */
export const journey = (): void => {
  current ??= exec.scenario;
  const index = current.iterationInTest;
  const externalId = `order-${__ENV.SELO_RUN}-${index}`;
  http.post(`${baseUrl}/orders`, orderBody(index, externalId, 'completed'), post);
  http.get(`${baseUrl}/orders/external/${externalId}`, find);
};
