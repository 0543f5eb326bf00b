import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProfile } from '../../fixtures/profile/load-profile.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';

test('a profile in JSON may name its schema', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'profile.json');
  const written = {
    $schema: './node_modules/selo/profile.schema.json',
    baseUrl: 'https://staging.example.com',
    accessHeader: { value: { env: 'KEY' } },
    companies: [{ name: 'main', token: { env: 'TOKEN' } }],
  };
  writeFileSync(file, JSON.stringify(written));
  const { profile } = await loadProfile(file, {}, { KEY: 'the-access-key', TOKEN: 'the-token-value' });
  expect(profile.baseUrl).toBe(written.baseUrl);
});
