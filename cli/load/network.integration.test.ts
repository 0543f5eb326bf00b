import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadResultSchema } from '../../core/load-result.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { testWithK6 } from '../../load/k6/test-k6.ts';
import { runSelo } from '../run/selo-process.ts';
import { clientKeyLines, serveSecurely, textsIn } from '../run/test-secure-target.ts';

const onlyMain = (profile: Profile): Profile => ({ ...profile, load: { ...profile.load, companies: ['main'] } });

testWithK6(
  'load reaches a target with an authority and client certificates of its own, and the key is in no file',
  async () => {
    await using target = await serveSecurely(onlyMain);
    const { profileFile, env, out } = target;
    const { stderr } = await runSelo(
      ['load', 'orders', '--rate', '20', '--duration', '3', '--profile', profileFile, '--out', out],
      { env },
    );
    expect(stderr).not.toContain('k6 sent nothing');
    const { orders, target: driven } = loadResultSchema.parse(
      JSON.parse(await readFile(join(out, 'latest-load.json'), 'utf8')),
    );
    expect(driven.baseUrl).toMatch(/^https:/);
    expect(orders.accepted).toBeGreaterThan(20);
    const written = await textsIn(out);
    expect(written).toContain('BEGIN CERTIFICATE');
    for (const line of clientKeyLines) expect(written).not.toContain(line);
  },
);

test('objects for a cluster are refused where the profile has tls: its files are here alone', async () => {
  await using target = await serveSecurely(onlyMain);
  const { profileFile, env, out } = target;
  const args = ['load', 'orders', '--manifest', out, '--profile', profileFile];
  const { code, stdout, stderr } = await runSelo(args, { env });
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toContain('The profile has tls');
});
