import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Credentials, type MockServer, runServer } from './run-server.ts';

/** One of WireMock's stub mappings; a lower priority number goes first. */
interface StubMapping {
  priority: number;
  request: object;
  response: object;
}

const json = { 'content-type': 'application/json' };

const refusal = (status: number, message: string): object => ({
  status,
  headers: json,
  jsonBody: { statusCode: status, message },
});

const order =
  '{"id":"{{randomValue type=\'UUID\'}}","externalId":"{{request.path.externalId}}","status":"completed","couponCode":null,"lineItems":[{"name":"Selo","quantity":1,"price":100}],"total":100,"customer":{"id":"{{randomValue type=\'UUID\'}}","firstName":"Selo","lastName":"Customer","phone":"5511999999999"},"createdAt":"{{now}}","updatedAt":"{{now}}"}';

/** Both headers and two fields of an order are required. A POST answers what was sent, as the embedded platform does. */
const stubMappings = ({ SELO_ACCESS_HEADER, SELO_ACCESS_KEY, SELO_TOKEN_MAIN }: Credentials): StubMapping[] => {
  const headers = {
    [SELO_ACCESS_HEADER]: { equalTo: SELO_ACCESS_KEY },
    authorization: { equalTo: `Bearer ${SELO_TOKEN_MAIN}` },
  };
  return [
    {
      priority: 1,
      request: {
        method: 'POST',
        urlPath: '/orders',
        headers,
        bodyPatterns: [{ matchesJsonPath: '$.externalId' }, { matchesJsonPath: '$.customer.phone' }],
      },
      response: {
        status: 200,
        headers: json,
        transformers: ['response-template'],
        body: '{{{request.body}}}',
      },
    },
    {
      priority: 1,
      request: { method: 'GET', urlPathTemplate: '/orders/external/{externalId}', headers },
      response: {
        status: 200,
        headers: json,
        transformers: ['response-template'],
        body: order,
      },
    },
    {
      priority: 2,
      request: { method: 'POST', urlPath: '/orders', headers },
      response: refusal(400, 'Validation error'),
    },
    { priority: 3, request: { urlPathPattern: '/orders.*' }, response: refusal(403, 'Forbidden') },
  ];
};

/** WireMock with stubs for the requests that are measured, and without its journal of requests. */
export const startWireMock = async (
  { java, jar }: { java: string; jar: string },
  folder: string,
  credentials: Credentials,
): Promise<MockServer> => {
  await mkdir(join(folder, 'mappings'), { recursive: true });
  const mappings = stubMappings(credentials);
  await writeFile(join(folder, 'mappings', 'orders.json'), JSON.stringify({ mappings }));
  return runServer({
    name: 'WireMock',
    file: java,
    args: (port) => [
      ...['-jar', jar, '--port', port, '--bind-address', '127.0.0.1', '--root-dir', folder],
      ...['--no-request-journal', '--disable-banner', '--disable-gzip'],
    ],
    credentials,
  });
};
