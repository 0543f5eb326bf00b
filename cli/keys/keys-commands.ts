import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  type KeyStatement,
  publicKeySchema,
  type Revocation,
  signStatement,
} from '../../certify/certificate/key-statements.ts';
import { KeyError, publicPart, readKeyFile, requirePrivate } from '../../certify/certificate/keys.ts';
import {
  emptyStore,
  type KnownKey,
  knownKeys,
  readKeyStore,
  withTrusted,
} from '../../certify/certificate/trusted-keys.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { printable } from '../../reports/kit/printable.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const write = (file: string, text: string, flag: 'w' | 'wx'): void => {
  try {
    writeFileSync(file, text, { flag });
  } catch (error) {
    throw new KeyError(`${file} cannot be written: ${messageOf(error)}. Name another file.`);
  }
};

const publish = async (statement: KeyStatement, key: string, out: string): Promise<void> => {
  const jwk = await readKeyFile(key);
  requirePrivate(jwk, key);
  write(out, `${await signStatement(statement, jwk)}\n`, 'wx');
  say(`  ${out}: for everyone who checks certificates; each adds it with "npx selo keys trust ${out}"`);
};

const publicKey = async (file: string) => publicKeySchema.parse(publicPart(await readKeyFile(file)));

/** Writes a statement that introduces the next key. Throws `KeyError`. */
export const introduceKey = async (file: string, { key, out }: { key: string; out: string }): Promise<void> => {
  const next = await publicKey(file);
  say(`key ${next.kid} comes next`);
  await publish({ kind: 'introduce', key: next, at: new Date().toISOString() }, key, out);
};

/** Writes a list of revoked keys. Throws `KeyError`. */
export const revokeKeys = async (
  files: readonly string[],
  { key, reason, out }: { key: string; reason: Revocation['reason']; out: string },
): Promise<void> => {
  const revoked = await Promise.all(files.map(publicKey));
  say(`${revoked.map(({ kid }) => `key ${kid}`).join(', ')}: ${reason}`);
  const keys = revoked.map(({ kid }) => ({ kid, reason }));
  await publish({ kind: 'revoke', keys, at: new Date().toISOString() }, key, out);
};

/** Adds a key or a statement to a store, which is created if missing. Throws `KeyError`. */
export const trust = async (file: string, { store, issuer }: { store: string; issuer: string }): Promise<void> => {
  if (!existsSync(file)) throw new KeyError(`${file} does not exist.`);
  const before = existsSync(store) ? readKeyStore(store) : emptyStore();
  const after = await withTrusted(before, { text: readFileSync(file, 'utf8'), issuer, from: file });
  write(store, `${JSON.stringify(after, null, 2)}\n`, 'w');
  await listKeys({ store });
};

const describe = ({ jwk, issuer, introducedBy, revoked }: KnownKey): string => {
  return [
    `key ${jwk.kid} of ${printable(issuer)}`,
    introducedBy === undefined ? 'trusted directly' : `introduced by ${introducedBy}`,
    ...(revoked === undefined ? [] : [`${revoked.reason} since ${revoked.at.slice(0, 10)}`]),
  ].join(' · ');
};

/** Prints the keys of a store. Throws `KeyError`. */
export const listKeys = async ({ store }: { store: string }): Promise<void> => {
  const known = await knownKeys(readKeyStore(store));
  for (const key of known.values()) say(describe(key));
};
