import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveProxy } from '../../fixtures/client/test-proxy.ts';
import { testProfile } from '../../fixtures/test-profile.ts';
import { serving } from '../../fixtures/test-server.ts';
import { describeObstacle, examineEssentials } from './essentials.ts';
import { examine, examineProxy } from './examine.ts';

beforeEach(() => {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy']) {
    vi.stubEnv(name, undefined);
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const secure = testProfile('https://api.example').profile;
const plain = testProfile('http://api.example').profile;

test('nothing is found where there is no proxy, or none for the target', () => {
  expect(examineProxy(secure)).toEqual([]);
  vi.stubEnv('HTTPS_PROXY', 'http://proxy.example:3128');
  vi.stubEnv('NO_PROXY', 'api.example');
  expect(examineProxy(secure)).toEqual([]);
  expect(examineProxy(testProfile('https://127.0.0.1').profile)).toEqual([]);
});

test('a proxy is reported with its variable, without its credentials', () => {
  vi.stubEnv('HTTPS_PROXY', 'http://someone:hidden-word@proxy.example:3128');
  expect(examineProxy(secure)).toEqual([
    {
      subject: 'proxy',
      state: 'ok',
      message: 'requests to api.example go through http://proxy.example:3128, which HTTPS_PROXY names',
    },
  ]);
});

test('a proxy that reads what passes is a warning', () => {
  vi.stubEnv('HTTP_PROXY', 'http://proxy.example:3128');
  expect(examineProxy(plain)).toMatchObject([{ state: 'warning', advice: expect.stringContaining('NO_PROXY') }]);
});

test('a variable that names no proxy is reported once, as what stands in the way', async () => {
  vi.stubEnv('HTTPS_PROXY', 'socks5://someone:hidden-word@proxy.example');
  const problems = (await examine(secure, [])).filter(({ state }) => state === 'problem');
  expect(problems).toMatchObject([
    {
      subject: 'target',
      message: expect.stringContaining('socks5://'),
      advice: expect.stringContaining('HTTPS_PROXY'),
    },
  ]);
  expect(JSON.stringify(problems)).not.toContain('hidden-word');
});

test('a refusal that the proxy may have made is reported with the way past it', async () => {
  await using target = await serving((_, response) => response.writeHead(403, { 'content-type': 'text/html' }).end());
  await using proxy = await serveProxy({ leadsTo: { 'api.example': target.port } });
  vi.stubEnv('HTTP_PROXY', proxy.url);
  const obstacle = await examineEssentials(plain);
  expect(obstacle && describeObstacle(plain, obstacle)).toMatch(
    new RegExp(`accessHeader\\.name.*the proxy ${proxy.url} answered instead: name the host in NO_PROXY to bypass it`),
  );
});
