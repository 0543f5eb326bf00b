import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const docs = join(import.meta.dirname, '..', 'docs');
const page = readFileSync(join(docs, 'threats.md'), 'utf8');
const shown = [...page.matchAll(/\[([^\]]+)\]\(([^)]+\.test\.ts)\)/g)].map(([, title = '', path = '']) => ({
  title,
  path,
}));

test('every threat of a table names a test', () => {
  const rows = page.split('\n').filter((line) => /^\| (?!-|.* \| what Selo does )/.test(line));
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) expect(row).toContain('.test.ts)');
});

test.for(shown)('a test of $path is titled “$title”', ({ title, path }) => {
  const file = join(docs, path);
  expect(existsSync(file)).toBe(true);
  const titles = [...readFileSync(file, 'utf8').matchAll(/(?<=^\s*|\)\(\s*|test\w*(?:\.\w+)?\(\s*)(['"`])(.*?)\1/gm)];
  expect(titles.map(([, , each = '']) => each)).toEqual(expect.arrayContaining([expect.stringContaining(title)]));
});
