import { z } from 'zod';
import { profileSchema } from '../../fixtures/profile/schema.ts';
import { profileKeys } from './config-keys.ts';
import { keysTable } from './keys-table.ts';

/** The JSON schema by which editors complete and check a profile. */
export const profileJsonSchema = (): object => {
  const { $schema, properties, ...rest } = z.toJSONSchema(profileSchema, { io: 'input' });
  return {
    ...{ $schema, title: 'Profile of Selo' },
    ...rest,
    properties: { $schema: { type: 'string', description: 'where this schema is, for editors' }, ...properties },
  };
};

export const profilePage = (): string =>
  [
    '# The profile',
    '',
    'Made from the schema of profiles by `npm run docs`.',
    '',
    'A profile says where a target is, with what credentials, and how it fills what the document leaves open. `selo init`',
    'writes one to start from. It is a file that ends in `.ts`, `.mts`, `.js` or `.mjs`, with the profile as its default',
    'export, or in `.json`. Commands read the one that `--profile` names, else `selo.config.ts` in the folder; without',
    'either they take the embedded platform.',
    '',
    'Every key is checked before anything is sent. A key that does not exist, or a value that does not fit, is refused with',
    "its path, and all that is wrong is reported at once. A secret is never written into a profile: `{ env: 'NAME' }` names the",
    'environment variable that holds it. Its value needs at least 8 characters and no line break.',
    '',
    'Editors complete and check the keys. In TypeScript the default export is `defineConfig({ … })`, imported from `selo`, or',
    "ends with `satisfies import('selo').ProfileInput`. In JSON `$schema` names [profile.schema.json](profile.schema.json), which",
    'is `./node_modules/selo/profile.schema.json` where Selo is installed.',
    '',
    'An empty default means that the key may be left out. `[]` stands for each entry of a list.',
    '',
    ...keysTable(profileKeys()),
    '',
  ].join('\n');
