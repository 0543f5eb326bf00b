import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProfile } from '../../fixtures/profile/load-profile.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { profileJsonSchema } from './profile-schema.ts';

test('docs/profile.schema.json is current', () => {
  const file = readFileSync(new URL('../../docs/profile.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(file), 'write it again: node setup/write-docs.ts').toEqual(
    JSON.parse(JSON.stringify(profileJsonSchema())),
  );
});

test('a profile in JSON may say where its schema is', async () => {
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
