import type { ConfigKey } from './config-keys.ts';
import { describeType, literal } from './key-type.ts';
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

export const keysTable = (keys: readonly ConfigKey[], show = literal): string[] =>
  markdownTable(
    ['Key', 'Type', 'Default', 'Meaning', 'Example'],
    keys.map((key) => row(key, show)),
  );
