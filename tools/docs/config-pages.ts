import { z } from 'zod';
import { profileSchema } from '../../fixtures/profile/schema.ts';
import { type ConfigKey, partnerKeys, profileKeys } from './config-keys.ts';
import { describeType, jsonLiteral, literal } from './key-type.ts';
import { markdownTable } from './markdown-table.ts';

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

const usual = ({ schema, isRequired }: ConfigKey, show: typeof literal): string => {
  if (isRequired) return 'required';
  return schema.default === undefined || isEmpty(schema.default) ? '' : show(schema.default);
};

const meaning = ({ schema, like }: ConfigKey): string =>
  [schema.description ?? '', ...(like === undefined ? [] : [`as \`${like}\``])].join('; ');

const row = (key: ConfigKey, show: typeof literal): string[] => [
  `\`${key.path}\``,
  describeType(key.schema, show),
  usual(key, show),
  meaning(key),
  (key.schema.examples ?? []).map(show).join(', '),
];

const keysTable = (keys: readonly ConfigKey[], show = literal): string[] =>
  markdownTable(
    ['Key', 'Type', 'Default', 'Meaning', 'Example'],
    keys.map((key) => row(key, show)),
  );

/** The JSON schema by which editors complete and check a profile. */
export const profileJsonSchema = (): object => {
  const { $schema, properties, ...rest } = z.toJSONSchema(profileSchema, { io: 'input' });
  return {
    $schema,
    title: 'Profile of Selo',
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

export const partnerPage = (): string =>
  [
    '# The partner file',
    '',
    'Made from the schema of partner files by `npm run docs`.',
    '',
    'A partner file is JSON. It says who is certified, what the software does and how Selo makes it act. `selo certify init`',
    'writes one with the hooks that it needs, `selo certify doctor` checks it, and `selo certify --partner` reads it.',
    '[certify.md](certify.md) explains the session, [hooks.md](hooks.md) each action.',
    '',
    'Selo refuses a key that does not exist and a value that does not fit, with the path of the key. Secrets are never in the',
    'file: keys that end in `Env` name the environment variable.',
    '',
    'An empty default means that you may leave out the key. `[]` stands for each entry of a list.',
    '',
    ...keysTable(partnerKeys(), jsonLiteral),
    '',
  ].join('\n');
