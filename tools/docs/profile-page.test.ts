import { expect, test } from 'vitest';
import { z } from 'zod';
import { profileSchema } from '../../fixtures/profile/schema.ts';
import { type ProfileKey, profileKeys } from './profile-keys.ts';

const keys = profileKeys();
const { $defs = {} } = z.toJSONSchema(profileSchema, { io: 'input' });

const paths = (some: readonly ProfileKey[]): string[] => some.map(({ path }) => path);

test('keys of objects, of lists and of what may be one of several are there', () => {
  const some = ['baseUrl', 'companies[].flows[].step.percent', 'resources.customers.create.body', 'waivers[].until'];
  expect(paths(keys)).toEqual(expect.arrayContaining(some));
});

test('every key says what it means', () => {
  const silent = keys.filter(({ schema }) => !schema.description);
  expect(paths(silent), 'add .describe(…) in fixtures/profile/*-schema.ts').toEqual([]);
});

test('every key has a default, an example, or keys of its own', () => {
  const bare = keys.filter(
    ({ path, schema, like }) =>
      like === undefined &&
      [schema.default, schema.const, ...(schema.examples ?? [])].every((value) => value === undefined) &&
      !keys.some((other) => /^(\[\])?\./.test(other.path.startsWith(path) ? other.path.slice(path.length) : '')),
  );
  expect(paths(bare), 'add .meta({ examples: […] }) in fixtures/profile/*-schema.ts').toEqual([]);
});

test('every example is one', () => {
  const wrong = keys.filter(({ schema: { default: _, examples = [], ...schema } }) => {
    const read = z.fromJSONSchema({ ...schema, $defs });
    return examples.some((example) => !read.safeParse(example).success);
  });
  expect(paths(wrong)).toEqual([]);
});
