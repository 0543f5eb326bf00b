import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../../fixtures/processes/free-port.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { evidenceIn } from '../certificate/evidence.ts';
import { judgePartner } from '../obligations/judge.ts';
import { type PartnerConfig, partnerConfigSchema } from '../partner-config.ts';
import { playWith } from './example-session.ts';
import { startPartner } from './started-partner.ts';

const tillFile = fileURLToPath(new URL('../../examples/till/partner.json', import.meta.url));

/** The example till as in its partner file, on its own port. */
const exampleTill = async (env: Record<string, string> = {}): Promise<PartnerConfig> => {
  const port = await freePort('127.0.0.1');
  const { start, ...partner } = partnerConfigSchema.parse(JSON.parse(readFileSync(tillFile, 'utf8')));
  if (start === undefined) throw new Error('the till does not say how it is started');
  return {
    ...partner,
    triggers: { kind: 'http', url: `http://127.0.0.1:${port}/hooks` },
    start: { ...start, env: { ...start.env, TILL_PORT: String(port), ...env } },
  };
};

test('the till keeps running as a process of its own when a restart cuts off a hook that waits', async () => {
  await using folder = await temporaryFolder();
  const only = ['registered', 'order', 'restarted-at-work', 'unregistered-coupon', 'look-ups-answered-500-restarted'];
  const { ended, endedBy, records } = await playWith(
    await exampleTill({ TILL_JOURNAL: join(folder.path, 'journal'), TILL_PAUSE_MS: '20' }),
    { only, partnerFolder: dirname(tillFile) },
  );
  expect([ended, endedBy]).toEqual(['complete', undefined]);
  // the hook waits for a lookup that fails until the restart, so it never answers
  const { actions } = evidenceIn(records);
  expect(actions.filter(({ outcome }) => outcome === 'failed').map(({ action }) => action)).toContain('redeem');
  expect(actions.filter(({ action }) => action === 'restart').map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  expect(judgePartner(...records).filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')).toEqual([]);
});

test('a request that breaks off before the end of its body does not end the till', async () => {
  const { start, triggers } = await exampleTill();
  if (start === undefined || triggers?.kind !== 'http') throw new Error('the till has no hooks to ask');
  const nowhere = { env: 'NOBODY', value: 'nobody' };
  const access = { baseUrl: 'http://127.0.0.1:1', accessHeader: 'access', token: nowhere, accessKey: nowhere };
  await using till = startPartner(start, access, dirname(tillFile));
  const idle = (): Promise<number> =>
    fetch(`${triggers.url}/idle`, { method: 'POST' }).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(idle, { timeout: 20_000 }).toBe(200);
  const leaving = request(`${triggers.url}/idle`, { method: 'POST', headers: { 'content-length': '100' } });
  leaving.on('error', () => {}).write('{');
  await expect.poll(() => leaving.socket?.bytesWritten ?? 0).toBeGreaterThan(0);
  leaving.destroy();
  // a process that ends serves at most one request that was under way
  for (let asked = 0; asked < 3; asked += 1) expect(await idle()).toBe(200);
  expect(till.ended()).toBeUndefined();
});
