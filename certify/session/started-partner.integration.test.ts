import { expect, test } from 'vitest';
import { startPartner } from './started-partner.ts';

const access = {
  baseUrl: 'http://[::]:4200',
  accessHeader: 'service-access',
  token: { env: 'PARTNER_TOKEN', value: 'token-of-a-test' },
  accessKey: { env: 'PARTNER_ACCESS_KEY', value: 'key-of-a-test' },
};

const startedWith = (code: string) => startPartner({ command: 'node', args: ['-e', code], env: {} }, access);

test('it is told an address that it can reach, and what it said last is told when it ends', async () => {
  await using started = startedWith(
    `console.log(process.env.PLATFORM_URL); process.stderr.write('no such '); setImmediate(() => { console.error('setting'); process.exitCode = 3; })`,
  );
  await expect.poll(() => started.ended()).toBe('it ended with exit code 3: no such setting · http://[::1]:4200');
});

test('a program that is not there is told', async () => {
  await using started = startPartner({ command: '/no/such/program', args: [], env: {} }, access);
  await expect.poll(() => started.ended()).toMatch(/ENOENT/);
});
