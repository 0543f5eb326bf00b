import { z } from 'zod';
import { profileSchema } from '../../fixtures/profile/schema.ts';
import { profileKeys } from './config-keys.ts';
import { keysTable } from './keys-table.ts';

/** The JSON schema of profiles, by which editors complete and check the keys of one in JSON. */
export const profileJsonSchema = (): object => {
  const { $schema, properties, ...rest } = z.toJSONSchema(profileSchema, { io: 'input' });
  return {
    ...{ $schema, title: 'Profile of Selo' },
    ...rest,
    properties: { $schema: { type: 'string', description: 'where this schema is, for editors' }, ...properties },
  };
};

/** The page that lists every key of a profile. */
export const profilePage = (): string =>
  [
    '# The profile',
    '',
    'Made from the schema of profiles by `npm run docs`.',
    '',
    'A profile says where a target is, which credentials it needs, and how it does what the document leaves open. `selo init`',
    'writes one. A profile is a `.json` file, or a `.ts`, `.mts`, `.js` or `.mjs` file with the profile as its default export.',
    'Commands read the file of `--profile`, or else `selo.config.ts` in the working directory. Without either, they use the',
    'embedded platform.',
    '',
    'Selo checks every key before it sends a request, and reports all unknown keys and invalid values at once, with their',
    "paths. A profile never contains a secret: `{ env: 'NAME' }` names an environment variable. Its value has at least 8",
    'characters and no line break.',
    '',
    'Editors can complete and check the keys. In TypeScript, export `defineConfig({ … })`, imported from `selo`, or end the',
    "export with `satisfies import('selo').ProfileInput`. In JSON, set `$schema` to [profile.schema.json](profile.schema.json);",
    'an installed Selo has it as `./node_modules/selo/profile.schema.json`.',
    '',
    'If the default is empty, the key is optional. `[]` stands for each entry of a list.',
    '',
    ...keysTable(profileKeys()),
    '',
  ].join('\n');
