import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { KeyError, newKey, publicPart, writeKey } from '../../certify/certificate/keys.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { signingKeyFrom } from './signing-key.ts';

test('a key that only checks is refused before anything is played, from a file and from the environment', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'key.json');
  const key = await newKey();
  const { publicFile } = writeKey(key, file);
  await expect(signingKeyFrom(file)).resolves.toMatchObject({ jwk: { d: key.d }, isOwn: true });
  await expect(signingKeyFrom(publicFile)).rejects.toThrow(KeyError);
  await expect(signingKeyFrom(publicFile)).rejects.toThrow(/key\.public\.json contains only a public key/);
  try {
    vi.stubEnv('SELO_SIGNING_KEY', JSON.stringify(publicPart(key)));
    await expect(signingKeyFrom(undefined)).rejects.toThrow(/^SELO_SIGNING_KEY contains only a public key/);
  } finally {
    vi.unstubAllEnvs();
  }
});
