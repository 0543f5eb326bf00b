import type { JWK } from 'jose';
import { expect, test } from 'vitest';
import { emptyRecord } from '../obligations/test-records/test-record.ts';
import { issueCertificate } from './issue.ts';
import { type Revocation, signStatement } from './key-statements.ts';
import { KeyError, newKey, publicPart } from './keys.ts';
import { signCertificate } from './sign.ts';
import { observedSession } from './test-session.ts';
import { emptyStore, type KeyStore, knownKeys, withTrusted } from './trusted-keys.ts';
import { verifyCertificate } from './verify.ts';

const at = new Date(Date.now() - 60_000).toISOString();
const later = new Date(Date.now() + 60_000).toISOString();

const issued = issueCertificate(
  observedSession({ ...emptyRecord(), capabilities: ['orders'] }),
  { name: 'Shop', version: '1', capabilities: ['orders'] },
  { selo: '0.1.0', keepsCustomers: false },
);

const storeOf = async (...texts: string[]): Promise<KeyStore> => {
  let store = emptyStore();
  for (const [index, text] of texts.entries()) {
    store = await withTrusted(store, { text, issuer: 'Platform', from: `text ${index + 1}` });
  }
  return store;
};

const rootOf = (key: JWK): string => JSON.stringify(publicPart(key));
const introduced = (next: JWK, by: JWK): Promise<string> =>
  signStatement({ kind: 'introduce', key: { ...publicPart(next), kid: `${next.kid}` } as never, at }, by);
const revoked = (key: JWK, by: JWK, reason: Revocation['reason'], when = at): Promise<string> =>
  signStatement({ kind: 'revoke', keys: [{ kid: `${key.kid}`, reason }], at: when }, by);

/** The problems of a certificate that a key signed, checked with a store of these texts. */
const problemsOf = async (key: JWK, ...texts: string[]): Promise<string[]> => {
  const text = JSON.stringify(await signCertificate(issued, key));
  const { problems, isTrusted } = await verifyCertificate(text, await knownKeys(await storeOf(...texts)));
  expect(isTrusted).toBe(problems.length === 0);
  return problems;
};

test('only a key of the store vouches for a certificate, whatever id another key claims', async () => {
  const [own, other] = [await newKey(), await newKey()];
  expect(await problemsOf(own, rootOf(own))).toEqual([]);
  const notTrusted = [expect.stringMatching(/key [\w-]{43}, which is not among the trusted keys$/)];
  expect(await problemsOf(other, rootOf(own))).toEqual(notTrusted);
  expect(await problemsOf({ ...other, kid: `${own.kid}` }, rootOf(own))).toEqual(notTrusted);
});

test('a new key is trusted once a trusted one introduced it, over any number of rotations', async () => {
  const [first, second, third] = [await newKey(), await newKey(), await newKey()];
  const texts = [rootOf(first), await introduced(second, first), await introduced(third, second)];
  expect(await problemsOf(third, ...texts)).toEqual([]);
  expect(await problemsOf(third, ...texts.slice(0, 2))).toEqual([
    expect.stringContaining('not among the trusted keys'),
  ]);
  await expect(storeOf(rootOf(first), `${texts[2]}`)).rejects.toThrow(/text 2 is signed with key .* not trusted/);
});

test('what a key signed before it was superseded is valid, and what it signed later is not', async () => {
  const [old, next] = [await newKey(), await newKey()];
  const texts = [rootOf(old), await introduced(next, old)];
  expect(await problemsOf(old, ...texts, await revoked(old, next, 'superseded', later))).toEqual([]);
  expect(await problemsOf(old, ...texts, await revoked(old, next, 'superseded'))).toEqual([
    expect.stringMatching(/issued after key .* of Platform was superseded/),
  ]);
});

test('a superseded key does not move the date from which it is', async () => {
  const [old, next] = [await newKey(), await newKey()];
  const texts = [rootOf(old), await introduced(next, old), await revoked(old, next, 'superseded')];
  expect(await problemsOf(old, ...texts, await revoked(old, old, 'superseded', later))).toEqual([
    expect.stringMatching(/issued after key .* of Platform was superseded/),
  ]);
});

test('no signature of a compromised key is valid, but a key that it introduced stays valid', async () => {
  const [old, next, thief] = [await newKey(), await newKey(), await newKey()];
  const texts = [rootOf(old), await introduced(next, old), await revoked(old, next, 'compromised', later)];
  expect(await problemsOf(old, ...texts)).toEqual([expect.stringMatching(/revoked as compromised/)]);
  expect(await problemsOf(old, ...texts, await revoked(old, next, 'superseded', later))).toEqual([
    expect.stringMatching(/revoked as compromised/),
  ]);
  expect(await problemsOf(next, ...texts)).toEqual([]);
  await expect(storeOf(...texts, await introduced(thief, old))).rejects.toThrow(/a revoked key introduces no other/);
});

test('a key that a compromised one introduced is compromised as well, unless it is the one that revokes', async () => {
  const [old, next, later, thief] = [await newKey(), await newKey(), await newKey(), await newKey()];
  const texts = [
    rootOf(old),
    await introduced(next, old),
    await introduced(thief, old),
    await introduced(later, next),
    await revoked(old, next, 'compromised'),
  ];
  expect(await problemsOf(thief, ...texts)).toEqual([expect.stringMatching(/revoked as compromised/)]);
  for (const key of [next, later]) expect(await problemsOf(key, ...texts)).toEqual([]);
});

test('a key that revokes a compromised one keeps the keys between them, and those of other issuers', async () => {
  const [old, between, next, other] = [await newKey(), await newKey(), await newKey(), await newKey()];
  const texts = [
    rootOf(old),
    rootOf(other),
    await introduced(between, old),
    await introduced(next, between),
    await revoked(old, next, 'compromised'),
  ];
  for (const key of [between, next, other]) expect(await problemsOf(key, ...texts)).toEqual([]);
});

test('what a superseded key introduced stays, and an earlier date of the end of a key counts', async () => {
  const [old, next, sibling] = [await newKey(), await newKey(), await newKey()];
  const texts = [rootOf(old), await introduced(next, old), await introduced(sibling, old)];
  const ended = [...texts, await revoked(old, next, 'superseded', later), await revoked(old, next, 'superseded')];
  expect(await problemsOf(sibling, ...ended)).toEqual([]);
  expect(await problemsOf(old, ...ended)).toEqual([expect.stringMatching(/was superseded on/)]);
});

test('a thief who revokes the stolen key keeps no key that it introduced', async () => {
  const [old, next, thief] = [await newKey(), await newKey(), await newKey()];
  const stolen = [rootOf(old), await introduced(next, old), await introduced(thief, old)];
  for (const by of [old, thief]) {
    const texts = [...stolen, await revoked(old, by, 'compromised'), await revoked(old, next, 'compromised')];
    expect(await problemsOf(thief, ...texts)).toEqual([expect.stringMatching(/revoked as compromised/)]);
  }
});

test('a key revokes itself and those before it, and no key of another or a later one', async () => {
  const [old, next, other] = [await newKey(), await newKey(), await newKey()];
  const texts = [rootOf(old), await introduced(next, old), rootOf(other)];
  for (const [key, by] of [
    [next, old],
    [old, other],
  ] as const) {
    await expect(storeOf(...texts, await revoked(key, by, 'compromised'))).rejects.toThrow(/revokes itself and those/);
  }
  expect(await problemsOf(old, ...texts, await revoked(old, old, 'compromised'))).toHaveLength(1);
});

test('a statement that was changed, or signed under the id of another key, is refused', async () => {
  const [own, thief] = [await newKey(), await newKey()];
  const [header, , signature] = (await introduced(thief, own)).split('.');
  const [, payload] = (await revoked(own, own, 'superseded')).split('.');
  for (const text of [
    [header, payload, signature].join('.'),
    await introduced(thief, { ...thief, kid: `${own.kid}` }),
  ]) {
    await expect(storeOf(rootOf(own), text)).rejects.toThrow(/changed after it was signed/);
  }
  const misnamed = await introduced({ ...thief, kid: `${own.kid}` }, own);
  await expect(storeOf(rootOf(own), misnamed)).rejects.toThrow(/by an id that is not its own/);
  await expect(storeOf(rootOf(own), rootOf(own))).rejects.toThrow(KeyError);
});
