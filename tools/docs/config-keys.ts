import { z } from 'zod';
import { partnerConfigSchema } from '../../certify/partner-config.ts';
import { profileSchema } from '../../fixtures/profile/schema.ts';
import { alternativesOf, itemsOf, type KeySchema, keysOf } from './key-type.ts';

/** A key of a configuration file: `companies[].flows[].trigger`. */
export interface ConfigKey {
  path: string;
  schema: KeySchema;
  isRequired: boolean;
  /** The key before it that takes the same keys as this one; they are described there. */
  like?: string;
}

const withoutTexts = (key: string, value: unknown): unknown =>
  key === 'examples' || key === 'description' ? undefined : value;

/** The keys that stand directly below one, each with the part of the schema that has it. */
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

/** A key that several alternatives have with one meaning, such as the `kind` of each, as one that takes any of their values. */
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

/** Every key that a profile may have, in the order of the schema, each before those within it. */
export const profileKeys = (): ConfigKey[] => walk(z.toJSONSchema(profileSchema, { io: 'input' }), '', new Map());

/** Every key that a partner file may have, in the same order. */
export const partnerKeys = (): ConfigKey[] => walk(z.toJSONSchema(partnerConfigSchema, { io: 'input' }), '', new Map());
