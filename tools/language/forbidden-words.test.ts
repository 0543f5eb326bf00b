import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listedRules } from '../../reports/listed-rules.ts';
import { forbiddenIn } from './forbidden-words.ts';
import { filesOf, quotesForbiddenWords } from './read-texts.ts';

const root = join(import.meta.dirname, '../..');

test('a forbidden word is found in prose and inside of names', () => {
  expect(forbiddenIn('it is told anew')).toEqual(['told: write reported or message', 'anew: write again']);
  expect(forbiddenIn('const brokenDemand = 1;')).toEqual(['Demand: write assertion or require']);
  expect(forbiddenIn("{ name: 'properties-dates' }")).toEqual([]);
});

test('no source and no page has a forbidden word', () => {
  const files = filesOf(root, 'ts,mjs,js,md').filter((file) => !quotesForbiddenWords(file));
  expect(files.length).toBeGreaterThan(1_000);
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
