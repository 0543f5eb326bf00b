import { z } from 'zod';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { profileSchema } from '../../fixtures/profile/schema.ts';
import { alternativesOf, itemsOf, type KeySchema, keysOf } from './key-type.ts';

/** A key of the profile: `companies[].flows[].trigger`. */
export interface ProfileKey {
  path: string;
  schema: KeySchema;
  isRequired: boolean;
  /** The key before it that takes the same keys as this one; they are described there. */
  like?: string;
}

const withoutTexts = (key: string, value: unknown): unknown =>
  key === 'examples' || key === 'description' ? undefined : value;

/** The keys that stand directly below one, each with the part of the schema that has it. */
const below = (schema: KeySchema): Omit<ProfileKey, 'like'>[] =>
  alternativesOf(itemsOf(schema) ?? schema).flatMap((part) =>
    keysOf(part).map(([path, child]) => ({ path, schema: child, isRequired: part.required?.includes(path) ?? false })),
  );

const isDescribed = ({ schema }: { schema: KeySchema }): boolean => schema.description !== undefined;

const walk = (parent: KeySchema, before: string, seen: Map<string, string>): ProfileKey[] =>
  below(parent).flatMap(({ path, schema, isRequired }) => {
    const name = before + path;
    const inner = below(schema);
    const form = JSON.stringify(schema, withoutTexts);
    const like = inner.length > 1 ? seen.get(form) : undefined;
    if (like === undefined) seen.set(form, name);
    const key = { path: name, schema, isRequired, ...omitUndefined({ like }) };
    if (like !== undefined || !inner.some(isDescribed)) return [key];
    return [key, ...walk(schema, `${name}${itemsOf(schema) ? '[]' : ''}.`, seen)];
  });

/** Every key that a profile may have, in the order of the schema, each before those within it. */
export const profileKeys = (): ProfileKey[] => walk(z.toJSONSchema(profileSchema, { io: 'input' }), '', new Map());
