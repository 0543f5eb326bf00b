import exec from 'k6/execution';
import http from 'k6/http';
import { mark, measured, summarize } from './measurement.ts';

export const options = measured;
export const setup = mark;
export const teardown = mark;
export const handleSummary = summarize;

const baseUrl = __ENV.SELO_BASE_URL;
const sampleEvery = Number(__ENV.SELO_SAMPLE_EVERY);
const returnsId = __ENV.SELO_RETURNS_ID === 'true';
const headers = {
  'content-type': 'application/json',
  authorization: `Bearer ${__ENV.SELO_TOKEN_MAIN}`,
  [__ENV.SELO_ACCESS_HEADER ?? '']: __ENV.SELO_ACCESS_KEY ?? '',
};
const post = { headers, tags: { name: 'POST /orders' } };
const put = { headers, tags: { name: 'PUT /orders/:id' } };
const find = { headers, tags: { name: 'GET /orders/external/:externalId' } };

/** The same requests as those of our journeys `completed` and `pay`, and nothing else. */
export const journey = (): void => {
  const index = exec.scenario.iterationInTest;
  const externalId = `bare-${__ENV.SELO_RUN}-${index}`;
  // written without a JSON library: k6 shares its cores with the target
  const order = (status: string): string =>
    `{"customer":{"firstName":"Selo","lastName":"Customer","phone":"+5511${100_000_000 + index}","address":{"street":"Rua Um","number":"1","city":"São Paulo","state":"SP"}},"lineItems":[{"name":"Selo","quantity":1,"price":100}],"total":100,"externalId":"${externalId}","status":"${status}"}`;
  const pays = ((index + 1) * 0.618_033_988_749_894_9) % 1 >= 0.8;
  let answer = http.post(`${baseUrl}/orders`, order(pays ? 'on-hold' : 'completed'), post);
  if (!returnsId) answer = http.get(`${baseUrl}/orders/external/${externalId}`, find);
  if (pays) http.put(`${baseUrl}/orders/${answer.json('id')}`, order('completed'), put);
  if (index % sampleEvery === 0) http.get(`${baseUrl}/orders/external/${externalId}`, find);
};
