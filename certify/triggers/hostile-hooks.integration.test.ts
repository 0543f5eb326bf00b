import { expect, test } from 'vitest';
import { serving } from '../../fixtures/test-server.ts';
import { httpTrigger } from './http-trigger.ts';

test.for([302, 307, 308])('hooks that answer %i do not get the bearer to another host', async (status) => {
  let asked = 0;
  await using elsewhere = await serving((_, response) => {
    asked += 1;
    response.end('{"id":"7"}');
  });
  await using hooks = await serving((_, response) => response.writeHead(status, { location: elsewhere.url }).end());
  const { act } = httpTrigger({ url: `${hooks.url}/hooks/`, token: 'hook-token' });
  expect(await act('redeem', { code: 'A' })).toMatchObject({ outcome: 'failed' });
  expect(asked).toBe(0);
});

test('hooks that answer with JSON that nests without end fail, and no more', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  await using hooks = await serving((_, response) => response.end(`{"id":${deep},"__proto__":{"code":"A"}}`));
  const { act } = httpTrigger({ url: `${hooks.url}/hooks/`, token: 'hook-token' });
  expect(await act('redeem', { code: 'A' })).toMatchObject({ outcome: 'failed' });
});
