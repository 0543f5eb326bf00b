import { readFileSync } from 'node:fs';
import { parseSync, type TSSignature, type TSType } from 'oxc-parser';
import { expect, test } from 'vitest';
import { isObject, valueAt } from '../../core/json.ts';
import { openRoutes } from '../../platform/routes.ts';
import { allVariants, namedVariants } from './all-variants.ts';

const choicesFile = new URL('../../platform/choices.ts', import.meta.url);

const nameOf = ({ key }: { key: unknown }): string => (isObject(key) ? String(key.name) : '');

/** The values of a type that lists them; undefined for any other. */
const listedValues = (type: TSType): unknown[] | undefined => {
  if (type.type === 'TSBooleanKeyword') return [true, false];
  if (type.type !== 'TSUnionType') return undefined;
  return type.types.flatMap((one) =>
    one.type === 'TSLiteralType' && 'value' in one.literal ? [one.literal.value] : [],
  );
};

const enumerable = (members: readonly TSSignature[], path: readonly string[]): [string[], unknown[]][] =>
  members.flatMap((member): [string[], unknown[]][] => {
    if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) return [];
    const { typeAnnotation: type } = member.typeAnnotation;
    const at = [...path, nameOf(member)];
    if (type.type === 'TSTypeLiteral') return enumerable(type.members, at);
    const values = listedValues(type);
    return values ? [[at, values]] : [];
  });

/** Every choice of the platform whose values its type lists. */
const choices = parseSync('choices.ts', readFileSync(choicesFile, 'utf8')).program.body.flatMap((statement) => {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'TSInterfaceDeclaration')
    return [];
  const { id, body } = statement.declaration;
  return id.name === 'Choices' ? enumerable(body.body, []) : [];
});

test('names are unique, and at least forty variants have one of their own', () => {
  const names = allVariants.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(namedVariants.length).toBeGreaterThanOrEqual(40);
});

test('every variant says what it does and what leaves that open', () => {
  expect(allVariants.filter(({ text, open, source }) => !(text && open && source))).toEqual([]);
});

test('every value of every enumerable choice is in some variant', () => {
  expect(choices.length).toBeGreaterThan(35);
  expect(choices).toContainEqual([
    ['lists', 'badPage'],
    ['refuse-400', 'refuse-422', 'clamp'],
  ]);
  const missing = choices.flatMap(([path, values]) => {
    const chosen = new Set(allVariants.map(({ options }) => valueAt(options?.choices, `/${path.join('/')}`)));
    return values.filter((value) => !chosen.has(value)).map((value) => `${path.join('.')} ${String(value)}`);
  });
  expect(missing).toEqual([]);
});

test('every open route is absent in some variant', () => {
  const absent = new Set(allVariants.flatMap(({ options }) => options?.choices?.absentRoutes ?? []));
  expect(openRoutes.filter((route) => !absent.has(route))).toEqual([]);
});
