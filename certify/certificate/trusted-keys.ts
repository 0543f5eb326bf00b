import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { Certificate } from '../../core/certificate.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { isStatement, publicKeySchema, type Revocation, readStatement } from './key-statements.ts';
import { type Key, KeyError, publicKeyOf, publicPart, readKey, readText } from './keys.ts';

const storeSchema = z.strictObject({
  schema: z.literal('selo-trusted-keys/1'),
  /** The trusted keys and their issuers' later statements, in the order of arrival. */
  entries: z.array(
    z.union([
      z.strictObject({ key: publicKeySchema, issuer: z.string().min(1) }),
      z.strictObject({ statement: z.string() }),
    ]),
  ),
});

export type KeyStore = z.output<typeof storeSchema>;
type Entry = KeyStore['entries'][number];

/** A key of an issuer in the store. */
export interface KnownKey {
  jwk: Key;
  issuer: string;
  /** The id of the key that introduced it; undefined for a key that the reader trusted directly. */
  introducedBy: string | undefined;
  revoked?: { reason: Revocation['reason']; at: string };
}

export const emptyStore = (): KeyStore => ({ schema: 'selo-trusted-keys/1', entries: [] });

/** Reads a store. Throws `KeyError` if there is none. */
export const readKeyStore = (file: string): KeyStore => {
  if (!existsSync(file)) {
    throw new KeyError(`${file} does not exist: "npx selo keys trust <public key> --store ${file}" creates it.`);
  }
  const store = storeSchema.safeParse(parsedJson(readText(file)));
  if (store.success) return store.data;
  throw new KeyError(
    `${file} is no store of keys: ${store.error.issues[0]?.message}. "npx selo keys trust" creates one.`,
  );
};

/** A key and the keys that introduced it. */
const lineOf = (known: ReadonlyMap<string, KnownKey>, kid: string): string[] => {
  const by = known.get(kid)?.introducedBy;
  return by === undefined ? [kid] : [kid, ...lineOf(known, by)];
};

/** Revokes a key. No later statement takes an earlier one back. */
const revoke = (key: KnownKey, { reason, at }: NonNullable<KnownKey['revoked']>): void => {
  const { revoked } = key;
  if (revoked?.reason === 'compromised' || (revoked?.reason === reason && revoked.at <= at)) return;
  key.revoked = { reason, at };
};

const addStatement = async (known: Map<string, KnownKey>, jws: string, from: string): Promise<void> => {
  const keys = [...known.values()].map(({ jwk }) => jwk);
  const { signer, statement } = await readStatement(jws, keys, from);
  const signing = known.get(signer);
  if (statement.kind === 'introduce') {
    const { kid } = statement.key;
    if (signing?.revoked !== undefined || signing === undefined) {
      throw new KeyError(`${from} is signed with key ${signer}, which is revoked: a revoked key introduces no other.`);
    }
    if (kid !== (await publicKeyOf(statement.key)).kid) {
      throw new KeyError(`${from} names a key by an id that is not its own: get it again.`);
    }
    // a statement may arrive twice
    if (!known.has(kid)) known.set(kid, { jwk: statement.key, issuer: signing.issuer, introducedBy: signer });
    return;
  }
  const own = lineOf(known, signer);
  for (const { kid, reason } of statement.keys) {
    const key = known.get(kid);
    if (key === undefined) continue;
    if (!own.includes(kid)) {
      throw new KeyError(`${from} revokes key ${kid}: a key revokes itself and those that introduced it, no other.`);
    }
    revoke(key, { reason, at: statement.at });
    if (reason !== 'compromised') continue;
    // a thief may have introduced keys as well: only the line of the key that signs is certain
    for (const [other, doubtful] of known) {
      const line = lineOf(known, other);
      const isCertain = line.includes(signer) || own.includes(other);
      if (line.includes(kid) && !isCertain) revoke(doubtful, { reason, at: statement.at });
    }
  }
};

/** Reads the keys of a store with their revocations. Throws `KeyError` on an entry that no earlier key signed. */
export const knownKeys = async ({ entries }: KeyStore): Promise<Map<string, KnownKey>> => {
  const known = new Map<string, KnownKey>();
  for (const [index, entry] of entries.entries()) {
    const from = `entry ${index + 1} of the store`;
    if ('statement' in entry) await addStatement(known, entry.statement, from);
    else {
      const jwk = publicKeySchema.parse(publicPart(await readKey(JSON.stringify(entry.key), from)));
      known.set(jwk.kid, { jwk, issuer: entry.issuer, introducedBy: undefined });
    }
  }
  return known;
};

/** Adds a public key, or a statement about a known key, to a store. Throws `KeyError`. */
export const withTrusted = async (
  store: KeyStore,
  { text, issuer, from }: { text: string; issuer: string; from: string },
): Promise<KeyStore> => {
  const known = await knownKeys(store);
  let entry: Entry;
  if (isStatement(text.trim())) {
    entry = { statement: text.trim() };
    await addStatement(known, entry.statement, from);
  } else {
    entry = { key: publicKeySchema.parse(publicPart(await readKey(text, from))), issuer };
    if (known.has(entry.key.kid)) throw new KeyError(`${from} is in the store already: nothing was changed.`);
  }
  return { ...store, entries: [...store.entries, entry] };
};

/** The reasons why a store does not let a key vouch for a certificate. */
export const keyProblems = (
  known: ReadonlyMap<string, KnownKey>,
  own: Key,
  { validFrom }: Pick<Certificate, 'validFrom'>,
): string[] => {
  const key = known.get(own.kid);
  const name = `key ${own.kid}`;
  if (key === undefined) return [`it was signed with ${name}, which is not among the trusted keys`];
  const { issuer, revoked } = key;
  if (revoked?.reason === 'compromised') {
    return [
      `it was signed with ${name} of ${issuer}, which is revoked as compromised: ask for a certificate by its new key`,
    ];
  }
  if (revoked !== undefined && validFrom > revoked.at) {
    return [`it was issued after ${name} of ${issuer} was superseded on ${revoked.at.slice(0, 10)}`];
  }
  return [];
};
