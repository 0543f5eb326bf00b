import { globSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import { expect } from 'vitest';
import { serving } from '../../fixtures/test-server.ts';
import { testWithK6 } from '../../load/k6/test-k6.ts';
import { runSelo, serveTarget } from '../run/selo-process.ts';

const forward = async (baseUrl: string, incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers;
  const sent = await buffer(incoming);
  const answer = await request(baseUrl + (incoming.url ?? ''), {
    method: incoming.method ?? 'GET',
    headers,
    body: sent.length > 0 ? sent : null,
  });
  response.statusCode = answer.statusCode;
  response.setHeader('content-type', String(answer.headers['content-type']));
  response.end(await answer.body.text());
};

testWithK6('results are written before the clean-up, which ends though the target hangs in it', async () => {
  let platformUrl = '';
  let out = '';
  const resultsAtCleanUp: string[][] = [];
  await using front = await serving((incoming, response) => {
    if (incoming.method === 'DELETE' && incoming.url?.startsWith('/webhooks')) {
      resultsAtCleanUp.push(globSync('load-*/result.json', { cwd: out }));
      return; // never answered
    }
    forward(platformUrl, incoming, response).catch(() => response.destroy());
  });
  await using target = await serveTarget(
    { policy: { timeScale: 0.05 }, choices: { webhooks: { timeoutFloorMs: 2000 } } },
    (profile) => {
      platformUrl = profile.baseUrl;
      return {
        ...profile,
        baseUrl: front.url,
        limits: { ...profile.limits, timeoutSeconds: 1 },
        load: { ...profile.load, companies: ['main'], journeySeconds: 5 },
      };
    },
  );
  ({ out } = target);
  const args = ['load', 'mixed', '--rate', '10', '--duration', '2', '--profile', target.profileFile, '--out', out];
  const { stderr } = await runSelo(args, { env: target.env });
  expect(resultsAtCleanUp[0]).toHaveLength(1);
  expect(stderr).toMatch(/^the registration of main at \S+ could not be removed/m);
});
