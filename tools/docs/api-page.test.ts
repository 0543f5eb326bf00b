import { expect, test } from 'vitest';
import { publicDeclarations } from './api-page.ts';

const parts = publicDeclarations();

test('every declaration of the public surface has a doc comment that says what it is', () => {
  const silent = parts.flatMap(({ declared }) => declared.filter(({ text }) => text === ''));
  expect(silent.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

test('the page has the exports of the package and the types that they need', () => {
  const [ofPackage] = parts;
  const names = ofPackage?.declared.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'rules',
      'defineConfig',
      'checkContext',
      'LoadJourney',
      'LoadShop',
      'ProfileInput',
      'Verdict',
    ]),
  );
});

test('a signature ends before the body, and shows the defaults', () => {
  const declared = parts.flatMap((part) => part.declared);
  const opened = declared.find(({ name }) => name === 'checkContext');
  expect(opened?.signature).toMatch(/^checkContext\([\s\S]*depth = 'quick'[\s\S]*\): Promise<CheckContext>$/);
  expect(opened?.tags.map(({ name }) => name)).toEqual(['param', 'throws', 'example']);
  expect(declared.find(({ name }) => name === 'rules')?.signature).toBe('const rules: readonly ListedRule[]');
});
