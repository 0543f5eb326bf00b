import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listedRules } from '../../reports/listed-rules.ts';
import { cleanFolders, forbiddenIn, isNotClean } from './forbidden-words.ts';

const root = join(import.meta.dirname, '../..');

test('a forbidden word is found in prose and inside of names', () => {
  expect(forbiddenIn('it is told anew')).toEqual(['told: write reported or message', 'anew: write again']);
  expect(forbiddenIn('const brokenDemand = 1;')).toEqual(['Demand: write assertion or require']);
  expect(forbiddenIn("{ name: 'properties-dates' }")).toEqual([]);
});

test.each(cleanFolders)('%s has no forbidden word', (folder) => {
  const files = globSync(`${folder}/**/*.{ts,mjs,js,md}`, { cwd: root }).filter((file) => !isNotClean(file));
  expect(files.length).toBeGreaterThan(0);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => forbiddenIn(line).map((word) => `${file}:${index + 1} ${word}`)),
  );
  expect(found).toEqual([]);
});

test('the text of a rule has no forbidden word and at most 30 words', () => {
  const wrong = listedRules.filter(({ text }) => forbiddenIn(text).length > 0 || text.split(/\s+/).length > 30);
  expect(wrong.map(({ id, text }) => `${id} ${text}`)).toEqual([]);
});
