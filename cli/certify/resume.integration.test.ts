import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PartnerConfig } from '../../certify/partner-config.ts';
import { exampleShop } from '../../certify/session/example-session.ts';
import { signedCertificateSchema } from '../../core/certificate.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { type Ended, runSelo } from '../run/selo-process.ts';
import { isRunning } from './session-folder.ts';

interface Killed {
  folder: string;
  log: string;
  resume(partner?: PartnerConfig, ...args: string[]): Promise<Ended>;
}

/** Kills a session in the middle of its fifth scenario. */
const killedSession = async (root: string, partner: PartnerConfig): Promise<Killed> => {
  const file = join(root, 'partner.json');
  const out = join(root, 'out');
  await writeFile(file, JSON.stringify(partner));
  await runSelo(['certify', '--partner', file, '--time-scale', '0.02', '--seed', 'twice', '--out', out], {
    onStderr: (soFar, kill) => soFar.includes('5 of') && kill('SIGKILL'),
  });
  const [session = ''] = await readdir(out);
  const folder = join(out, session);
  return {
    folder,
    log: join(folder, 'session.jsonl'),
    async resume(changed = partner, ...args) {
      await writeFile(file, JSON.stringify(changed));
      return await runSelo(['certify', '--partner', file, '--quiet', '--resume', folder, ...args]);
    },
  };
};

/** Ends the process that a killed session left. */
const endPartner = async (log: string): Promise<void> => {
  const [, pid] = /"partnerPid":(\d+)/.exec(await readFile(log, 'utf8')) ?? [];
  process.kill(Number(pid), 'SIGKILL');
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
};

test('a killed session is resumed, and its certificate rests on both parts', async () => {
  await using root = await temporaryFolder();
  const session = await killedSession(root.path, await exampleShop());
  expect(existsSync(join(session.folder, 'certificate.json'))).toBe(false);

  const early = await session.resume();
  expect([early.code, early.stderr]).toEqual([
    2,
    expect.stringMatching(/seems to be still running \(process \d+\): end it/),
  ]);
  await endPartner(session.log);

  const { code, stdout, stderr } = await session.resume();
  expect([code, stdout, stderr]).toEqual([0, expect.stringContaining('certified, valid until'), '']);
  expect(existsSync(session.log)).toBe(false);
  const text = await readFile(join(session.folder, 'certificate.json'), 'utf8');
  const { certificate } = signedCertificateSchema.parse(JSON.parse(text));
  expect(certificate.records).toHaveLength(2);
  expect(certificate.session).toMatchObject({ seed: 'twice', ended: 'complete' });
  expect(
    certificate.session.scenarios.filter(({ outcome }) => outcome !== 'played' && outcome !== 'not declared'),
  ).toEqual([]);
  expect((await runSelo(['verify', join(session.folder, 'certificate.json')])).code).toBe(0);
});

test('a session that cannot be resumed is reported', async () => {
  await using root = await temporaryFolder();
  const partner = await exampleShop();
  const session = await killedSession(root.path, partner);
  await endPartner(session.log);

  const newer = await session.resume({ ...partner, version: '1.0.1' });
  expect([newer.code, newer.stderr]).toEqual([2, expect.stringContaining('a session of Example shop 1.0.0')]);
  const observing = await session.resume(partner, '--observe', '1');
  expect([observing.code, observing.stderr]).toEqual([2, expect.stringContaining('leave --observe out')]);
  const seeded = await session.resume(partner, '--seed', 'other');
  expect([seeded.code, seeded.stderr]).toEqual([2, expect.stringContaining('leave them out')]);
  await writeFile(session.log, 'spoiled\n{}\n');
  const spoiled = await session.resume();
  expect([spoiled.code, spoiled.stderr]).toEqual([
    2,
    expect.stringContaining('session.jsonl:1 is no entry of a session'),
  ]);
  const none = await runSelo(['certify', '--partner', join(root.path, 'partner.json'), '--resume', root.path]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('there is no session.jsonl in it')]);
});
