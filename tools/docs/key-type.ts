import { inspect } from 'node:util';
import type { z } from 'zod';

export type KeySchema = z.core.JSONSchema.JSONSchema;

export const literal = (value: unknown): string =>
  `\`${inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: null })}\``;

export const jsonLiteral = (value: unknown): string => `\`${JSON.stringify(value)}\``;

const isSchema = (value: unknown): value is KeySchema => typeof value === 'object' && value !== null;

/** The alternatives of a schema; a schema without alternatives is the only one. */
export const alternativesOf = (schema: KeySchema): readonly KeySchema[] => schema.anyOf ?? schema.oneOf ?? [schema];

export const itemsOf = ({ items }: KeySchema): KeySchema | undefined => (isSchema(items) ? items : undefined);

export const keysOf = ({ properties = {} }: KeySchema): [key: string, schema: KeySchema][] =>
  Object.entries(properties).flatMap(([key, schema]) => (isSchema(schema) ? [[key, schema]] : []));

const formats: Readonly<Record<string, string>> = { uri: 'URL', uuid: 'UUID', date: 'date' };

const boundsOf = ({ minimum, maximum, exclusiveMinimum }: KeySchema): string => {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum;
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const above = exclusiveMinimum === undefined ? 'from' : 'above';
  return [least === undefined ? '' : ` ${above} ${least}`, most === undefined ? '' : ` to ${most}`].join('');
};

const objectType = (schema: KeySchema, show: typeof literal): string => {
  const keys = keysOf(schema).map(([key]) => key);
  if (keys.length === 1 && keys[0] === 'env') return 'secret';
  const named = schema.additionalProperties;
  if (isSchema(named) && Object.keys(named).length > 0) return `object by name: ${describeType(named, show)}`;
  const isDescribed = keysOf(schema).some(([, { description }]) => description !== undefined);
  return keys.length === 0 || isDescribed ? 'object' : `object of ${keys.map((key) => `\`${key}\``).join(', ')}`;
};

const single = (schema: KeySchema, show: typeof literal): string => {
  if (schema.const !== undefined) return show(schema.const);
  if (schema.enum) return schema.enum.map(show).join(' or ');
  switch (schema.type) {
    case 'object':
      return objectType(schema, show);
    case 'array': {
      const items = itemsOf(schema);
      return items && items.type !== 'object' ? `list of ${describeType(items, show)}` : 'list';
    }
    case 'integer':
      return `whole number${boundsOf(schema)}`;
    case 'number':
      return `number${boundsOf(schema)}`;
    case 'string':
      return formats[schema.format ?? ''] ?? 'text';
    default:
      return schema.type === 'boolean' ? '`true` or `false`' : 'anything';
  }
};

/** The type of a key in a few words. */
export const describeType = (schema: KeySchema, show = literal): string =>
  [...new Set(alternativesOf(schema).map((each) => single(each, show)))].join(' or ');
