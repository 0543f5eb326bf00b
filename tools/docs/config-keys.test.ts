import { expect, test } from 'vitest';
import { z } from 'zod';
import { partnerConfigSchema } from '../../certify/partner-config.ts';
import { profileSchema } from '../../fixtures/profile/schema.ts';
import { type ConfigKey, partnerKeys, profileKeys } from './config-keys.ts';

const files = [
  {
    keys: profileKeys(),
    schema: profileSchema,
    some: ['baseUrl', 'companies[].flows[].step.percent', 'resources.customers.create.body', 'waivers[].until'],
    where: 'fixtures/profile/*-schema.ts',
  },
  {
    keys: partnerKeys(),
    schema: partnerConfigSchema,
    some: ['capabilities', 'names.paths', 'triggers.kind', 'triggers.url', 'start.env'],
    where: 'certify/partner-config.ts',
  },
];

const paths = (some: readonly ConfigKey[]): string[] => some.map(({ path }) => path);

test.each(files)('$where: keys of objects, lists and alternatives are listed', ({ keys, some }) => {
  expect(paths(keys)).toEqual(expect.arrayContaining(some));
});

test.each(files)('$where: every key has a description', ({ keys, where }) => {
  const silent = keys.filter(({ schema }) => !schema.description);
  expect(paths(silent), `add .describe(…) in ${where}`).toEqual([]);
});

test.each(files)('$where: every key has a default, an example, fixed values or keys below it', ({ keys, where }) => {
  const hasValue = ({ default: usual, const: only, enum: some, anyOf = [], examples = [] }: ConfigKey['schema']) =>
    [usual, only, some, ...anyOf.map((each) => each.const), ...examples].some((value) => value !== undefined);
  const bare = keys.filter(
    ({ path, schema, like }) =>
      like === undefined &&
      !hasValue(schema) &&
      !keys.some((other) => /^(\[\])?\./.test(other.path.startsWith(path) ? other.path.slice(path.length) : '')),
  );
  expect(paths(bare), `add .meta({ examples: […] }) in ${where}`).toEqual([]);
});

test.each(files)('$where: every example matches its schema', ({ keys, schema: whole }) => {
  const { $defs = {} } = z.toJSONSchema(whole, { io: 'input' });
  const wrong = keys.filter(({ schema: { default: _, examples = [], ...schema } }) => {
    const read = z.fromJSONSchema({ ...schema, $defs });
    return examples.some((example) => !read.safeParse(example).success);
  });
  expect(paths(wrong)).toEqual([]);
});
