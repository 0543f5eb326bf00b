import { z } from 'zod';
import { partnerConfigSchema } from '../../certify/partner-config.ts';
import { profileSchema } from '../../fixtures/profile/schema.ts';
import { alternativesOf, itemsOf, type KeySchema, keysOf } from './key-type.ts';

/** A key of a configuration file: `companies[].flows[].trigger`. */
export interface ConfigKey {
  path: string;
  schema: KeySchema;
  isRequired: boolean;
  /** An earlier key with the same keys, which describes them. */
  like?: string;
}

const withoutTexts = (key: string, value: unknown): unknown =>
  key === 'examples' || key === 'description' ? undefined : value;

/** The keys directly below one. */
const below = (schema: KeySchema): Omit<ConfigKey, 'like'>[] =>
  merged(
    alternativesOf(itemsOf(schema) ?? schema).flatMap((part) =>
      keysOf(part).map(([path, child]) => ({
        path,
        schema: child,
        isRequired: part.required?.includes(path) ?? false,
      })),
    ),
  );

/** Merges a key that several alternatives have with one meaning, such as `kind`, into one key that takes all their values. */
const merged = (keys: readonly Omit<ConfigKey, 'like'>[]): Omit<ConfigKey, 'like'>[] =>
  [...Map.groupBy(keys, ({ path, schema }) => `${path} ${schema.description}`).values()].flatMap((same) => {
    const [first, ...others] = same;
    if (first === undefined || others.length === 0) return same;
    const { description } = first.schema;
    const anyOf = same.map(({ schema }) => schema);
    return { ...first, schema: { anyOf, ...(description !== undefined && { description }) } };
  });

const isDescribed = ({ schema }: { schema: KeySchema }): boolean => schema.description !== undefined;

const walk = (parent: KeySchema, before: string, seen: Map<string, string>): ConfigKey[] =>
  below(parent).flatMap(({ path, schema, isRequired }) => {
    const name = before + path;
    const inner = below(schema);
    const form = JSON.stringify(schema, withoutTexts);
    const like = inner.length > 1 ? seen.get(form) : undefined;
    if (like === undefined) seen.set(form, name);
    const key = { path: name, schema, isRequired, ...(like !== undefined && { like }) };
    if (like !== undefined || !inner.some(isDescribed)) return [key];
    return [key, ...walk(schema, `${name}${itemsOf(schema) ? '[]' : ''}.`, seen)];
  });

export const profileKeys = (): ConfigKey[] => walk(z.toJSONSchema(profileSchema, { io: 'input' }), '', new Map());

export const partnerKeys = (): ConfigKey[] => walk(z.toJSONSchema(partnerConfigSchema, { io: 'input' }), '', new Map());
