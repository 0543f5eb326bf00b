import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProfile } from '../../fixtures/profile/load-profile.ts';
import { profileTemplate } from './profile-template.ts';

const environment = {
  SELO_ACCESS_KEY: 'the-access-key',
  SELO_TOKEN: 'the-token',
  SELO_TOKEN_SECOND: 'another-token',
  PARTNER_BEARER: 'the-bearer',
};

/** Takes the comment marks off every line that holds a key or closes one. */
const uncommented = (template: string): string =>
  template.replace(/^(\s*)\/\/ (?=[{}[\]]|\s|[a-z]\w*: (?![A-Z]))/gmu, '$1');

test.for([
  ['as it is written', (template: string) => template],
  ['with every optional key', uncommented],
] as const)('the profile that init writes loads %s', async ([, edited]) => {
  const folder = await mkdtemp(join(tmpdir(), 'selo-init-'));
  const file = join(folder, 'selo.config.ts');
  const answers = {
    baseUrl: 'https://staging.example.com',
    accessHeader: 'x-key',
    accessKey: 'SELO_ACCESS_KEY',
    tokens: ['SELO_TOKEN'],
  };
  await writeFile(file, edited(profileTemplate(answers)));
  const { profile } = await loadProfile(file, {}, environment);
  expect(profile).toMatchObject({ baseUrl: 'https://staging.example.com', accessHeader: { name: 'x-key' } });
  await rm(folder, { recursive: true });
});
