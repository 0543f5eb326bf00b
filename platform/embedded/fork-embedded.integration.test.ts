import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { credentialHeaders } from '../../fixtures/run/credentials.ts';
import { forkEmbedded } from './fork-embedded.ts';

const options = { timeScale: 0.05, webhooks: { timeoutFloorMs: 700 } };

const statusAt = async (profile: Profile): Promise<number> => {
  const [company] = profile.companies;
  if (!company) throw new Error('the embedded profile has companies');
  const answer = await fetch(`${profile.baseUrl}/coupons-config`, { headers: credentialHeaders(profile, company) });
  return answer.status;
};

const isUp = (baseUrl: string): Promise<boolean> =>
  fetch(baseUrl).then(
    () => true,
    () => false,
  );

test('it serves its profile from a process of its own', async () => {
  await using forked = await forkEmbedded(options);
  expect(forked.process.pid).not.toBe(process.pid);
  expect(forked.profile.timeScale).toBe(options.timeScale);
  expect(await statusAt(forked.profile)).toBe(200);
  expect(forked.secrets).toEqual([
    forked.profile.accessHeader.value,
    ...forked.profile.companies.map(({ token }) => token),
  ]);
});

test('Ctrl-C is left to its parent process', async () => {
  await using forked = await forkEmbedded(options);
  forked.process.kill('SIGINT');
  expect(await statusAt(forked.profile)).toBe(200);
});

test('disposed, it ends', async () => {
  const forked = await forkEmbedded(options);
  await forked[Symbol.asyncDispose]();
  expect(forked.process.exitCode).toBe(0);
  expect(await isUp(forked.profile.baseUrl)).toBe(false);
});

test('a process that was killed can be disposed', async () => {
  const forked = await forkEmbedded(options);
  forked.process.kill('SIGKILL');
  await Promise.all([once(forked.process, 'exit'), once(forked.process, 'disconnect')]);
  await forked[Symbol.asyncDispose]();
  expect(forked.process.signalCode).toBe('SIGKILL');
});

test('one that ends before it listens is reported', async () => {
  vi.stubEnv('NODE_OPTIONS', '--no-such-option');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  await expect(forkEmbedded(options)).rejects.toThrow('exit code 9 before it listened');
});

test('it does not outlive its parent process', async () => {
  const code = `
const { forkEmbedded } = await import(${JSON.stringify(new URL('fork-embedded.ts', import.meta.url).href)});
const forked = await forkEmbedded(${JSON.stringify(options)});
console.log(forked.profile.baseUrl);`;
  const starter = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line]: unknown[] = await once(createInterface({ input: starter.stdout }), 'line');
  const baseUrl = String(line);
  expect(await isUp(baseUrl)).toBe(true);
  starter.kill('SIGKILL');
  await expect.poll(() => isUp(baseUrl)).toBe(false);
});
