import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exampleShop } from '../certify/session/example-session.ts';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { testWithK6 } from '../load/k6/test-k6.ts';
import { runSelo, serveTarget } from './run/selo-process.ts';
import { childProcessesDuring, type SeenProcess } from './test-child-processes.ts';

/** What may stand in the environment of anyone who starts Selo, and is nobody else's to know. */
const canaries = {
  AWS_SECRET_ACCESS_KEY: 'canary-of-a-cloud-0123456789',
  NODE_AUTH_TOKEN: 'canary-of-a-package-store-0123456789',
  SELO_CONTROL_TOKEN: 'canary-of-a-control-token-0123456789',
};

const withSecrets = (
  processes: readonly SeenProcess[],
  secrets: readonly string[],
  where: 'arguments' | 'environment',
) => processes.filter((each) => secrets.some((secret) => each[where].includes(secret)));

const startedBySelo = (processes: readonly SeenProcess[]) => processes.filter(({ generation }) => generation > 1);
const named = (processes: readonly SeenProcess[], name: RegExp) =>
  processes.filter((each) => name.test(each.arguments));

const isLinux = process.platform === 'linux';

describe.skipIf(!isLinux)(
  `${isLinux ? '' : 'not tried, for what processes show is read from /proc of Linux: '}of the secrets of`,
  () => {
    testWithK6('a load run, k6 has in its environment those that it sends, and no process any other', async () => {
      await using target = await serveTarget(
        { policy: { timeScale: 0.05 }, choices: { webhooks: { timeoutFloorMs: 2000 } } },
        (profile) => ({ ...profile, load: { ...profile.load, companies: ['main'] } }),
      );
      const { SELO_TOKEN_MAIN: sent = '', ...rest } = target.env;
      const args = ['load', 'webhooks', '--rate', '20', '--duration', '3', '--profile', target.profileFile];
      const ending = runSelo([...args, '--out', target.out], { env: { ...target.env, ...canaries } });
      const processes = await childProcessesDuring(ending);
      const { code, stdout, stderr } = await ending;
      expect([code, stderr]).toEqual([0, expect.anything()]);
      const all = [...Object.values(target.env), ...Object.values(canaries)];
      expect(withSecrets(processes, all, 'arguments')).toEqual([]);
      const started = startedBySelo(processes);
      const [generators, captures] = [named(started, /\brun\0--quiet/), named(started, /process-entry/)];
      expect([generators.length, captures.length > 0]).toEqual([1, true]);
      expect(withSecrets(generators, [sent], 'environment')).toEqual(generators);
      const others = Object.entries(rest).filter(([name]) => name !== 'SELO_ACCESS_KEY');
      const foreign = [...others.map(([, value]) => value), ...Object.values(canaries)];
      expect(withSecrets(generators, foreign, 'environment')).toEqual([]);
      expect(
        withSecrets(
          started.filter((each) => !generators.includes(each)),
          all,
          'environment',
        ),
      ).toEqual([]);
      expect(all.filter((secret) => `${stdout}${stderr}`.includes(secret))).toEqual([]);
    });

    testWithK6('a load run on the embedded platform, no process has any', async () => {
      await using folder = await temporaryFolder();
      const args = ['load', 'orders', '--rate', '20', '--duration', '2', '--out', folder.path];
      const ending = runSelo(args, { env: canaries });
      const processes = startedBySelo(await childProcessesDuring(ending));
      expect((await ending).code).toBe(0);
      expect(named(processes, /embedded-process/)).toHaveLength(1);
      const all = Object.values(canaries);
      expect(withSecrets(processes, all, 'arguments')).toEqual([]);
      expect(withSecrets(processes, all, 'environment')).toEqual([]);
    });

    test('a run, no argument of a process is one, and no other process has any', async () => {
      await using target = await serveTarget();
      const args = ['run', '--rule', 'PAG-3', 'ORD-4', '--profile', target.profileFile, '--out', target.out];
      const ending = runSelo(args, { env: { ...target.env, ...canaries } });
      const processes = await childProcessesDuring(ending);
      expect((await ending).code).toBe(0);
      const all = [...Object.values(target.env), ...Object.values(canaries)];
      expect(withSecrets(processes, all, 'arguments')).toEqual([]);
      expect(withSecrets(startedBySelo(processes), all, 'environment')).toEqual([]);
    });

    test('a certification, the partner’s process gets only the credentials of its session', async () => {
      await using folder = await temporaryFolder();
      const [key, file] = [join(folder.path, 'key.json'), join(folder.path, 'partner.json')];
      expect((await runSelo(['keys', 'new', key])).code).toBe(0);
      const shop = await exampleShop();
      await writeFile(file, JSON.stringify(shop));
      const session = {
        SELO_PARTNER_TOKEN: 'token-of-the-session-0123',
        SELO_PARTNER_ACCESS_KEY: 'key-of-the-session-0123',
      };
      const args = ['certify', '--partner', file, '--time-scale', '0.05', '--scenario', 'order', '--quiet'];
      const ending = runSelo([...args, '--key', key, '--out', join(folder.path, 'out')], {
        env: { ...canaries, ...session, SELO_SIGNING_KEY: 'canary-of-a-signing-key-0123456789' },
      });
      const processes = await childProcessesDuring(ending);
      expect((await ending).code).toBe(3);
      const foreign = [...Object.values(canaries), 'canary-of-a-signing-key-0123456789'];
      const all = [...foreign, ...Object.values(session)];
      expect(withSecrets(processes, all, 'arguments')).toEqual([]);
      const partners = named(startedBySelo(processes), /examples\/shop\/main/);
      expect(partners).toHaveLength(1);
      expect(withSecrets(partners, [session.SELO_PARTNER_TOKEN], 'environment')).toEqual(partners);
      expect(withSecrets(startedBySelo(processes), foreign, 'environment')).toEqual([]);
    });
  },
);
