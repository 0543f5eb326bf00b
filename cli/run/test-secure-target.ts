import { createPrivateKey } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { dirname, join } from 'node:path';
import { listen } from '../../fixtures/processes/listening.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { issue, issueAuthority } from '../../fixtures/test-certificates.ts';
import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import { type ServedTarget, serveTarget } from './selo-process.ts';

const authority = await issueAuthority();
const word = 'open sesame';
const client = await issue(authority, { passphrase: word });

const decryptedKey = createPrivateKey({ key: client.key, passphrase: word }).export({ type: 'pkcs8', format: 'pem' });

/** Lines that no file may contain. */
export const clientKeyLines: readonly string[] = [client.key, decryptedKey.toString()].flatMap((pem) =>
  pem.split('\n').filter((line) => /^[\w+/=]{16,}$/.test(line)),
);

interface SecureTarget extends ServedTarget {
  port: number;
}

/** A platform behind TLS that requires a client certificate. */
export const serveSecurely = async (
  change: (profile: Profile) => Profile = (profile) => profile,
  options: EmbeddedOptions = {},
): Promise<SecureTarget> => {
  const resources = new AsyncDisposableStack();
  let platform = '';
  const server = createServer(
    { ...(await issue(authority, { hosts: ['api.example'] })), ca: authority.cert, requestCert: true },
    (asked, answer) => {
      const { method, url = '', headers } = asked;
      const passedOn = request(platform + url, { method, headers }, (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      });
      asked.pipe(passedOn);
    },
  );
  const { port } = resources.use(await listen(server));
  const target = resources.use(
    await serveTarget(options, (profile) => {
      const { origin, pathname } = new URL(profile.baseUrl);
      platform = origin;
      const baseUrl = `https://127.0.0.1:${port}${pathname === '/' ? '' : pathname}`;
      const passphrase = { env: 'PASSPHRASE', value: word };
      const tls = { ca: 'ca.pem', cert: 'client.pem', key: 'client.key', passphrase };
      return change({ ...profile, baseUrl, tls });
    }),
  );
  const folder = dirname(target.profileFile);
  await writeFile(join(folder, 'ca.pem'), authority.cert);
  await writeFile(join(folder, 'client.pem'), client.cert);
  await writeFile(join(folder, 'client.key'), client.key);
  return {
    ...target,
    env: { ...target.env, PASSPHRASE: word },
    port,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};

/** The texts of all files below a folder. */
export const textsIn = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
};
