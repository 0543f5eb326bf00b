import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { readDescription } from './read-description.ts';

const openApi = `
openapi: 3.1.0
paths:
  /crm/clientes:
    get: {}
    post:
      requestBody: { $ref: '#/components/requestBodies/Customer' }
  /crm/clientes/{id}: { get: {} }
  /carrinhos/abandonados: { get: {} }
components:
  requestBodies:
    Customer: { content: { application/json: { schema: { $ref: '#/components/schemas/Customer' } } } }
  schemas:
    Customer:
      properties:
        telefone: { type: string, example: '+5511912345678' }
        ativo: { type: boolean }
        secretKey: { type: string, example: 'a-secret' }
        dados: { properties: { nome: { type: string } } }
`;

const har = {
  log: {
    entries: [
      {
        request: {
          method: 'POST',
          url: 'https://any.example/api/v3/clientes?x=1',
          postData: { text: '{"telefone":"11 9","nested":{"token":"a-secret","n":1}}' },
        },
      },
      { request: { method: 'GET', url: 'https://any.example/api/v3/clientes/5' } },
    ],
  },
};

test.for<[name: string, content: string, paths: string[], path: string, body: object]>([
  [
    'openapi.yaml',
    openApi,
    ['/crm/clientes', '/clientes'],
    '/crm/clientes',
    { telefone: 'Selo', ativo: true, dados: { nome: 'Selo' } },
  ],
  [
    'any.har',
    JSON.stringify(har),
    ['/api/v3/clientes', '/v3/clientes', '/clientes'],
    '/clientes',
    { telefone: 'Selo', nested: { n: 1 } },
  ],
  [
    'postman.json',
    JSON.stringify({
      item: [{ request: { method: 'POST', url: '{{base}}/clientes', body: { raw: '{"telefone":"x"}' } } }],
    }),
    ['/clientes'],
    '/clientes',
    { telefone: 'Selo' },
  ],
])('%s says what to try first, without what is secret or of somebody', async ([name, content, paths, path, body]) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, name);
  writeFileSync(file, content);
  const hints = readDescription(file);
  expect(hints.paths('POST', 'customers')).toEqual(paths);
  expect(hints.paths('POST', 'abandonedCarts')).toEqual([]);
  expect(hints.body(path)).toEqual(body);
  expect(hints.body('/elsewhere')).toBeUndefined();
});
