import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { excused } from './excused/excused.ts';
import { type Excused, excuseFinder, staleEntries } from './excuses.ts';
import type { Judged, Mutant } from './mutant.ts';

const text = 'const pages = size > 50 ? 50 : size;\nconst other = size;\n';
const textOf = (): string => text;

const entry = (code: string, replacements?: string[]): Excused => ({
  file: 'platform/a.ts',
  code,
  excuse: 'open',
  because: 'a test',
  ...(replacements ? { replacements } : {}),
});

const mutantOf = (original: string, replacement: string): Mutant => {
  const start = text.indexOf(original);
  return {
    id: '1',
    file: 'platform/a.ts',
    line: 1,
    start,
    end: start + original.length,
    original,
    replacement,
  };
};

const survivorOf = (mutant: Mutant): Judged => ({
  mutant,
  fate: 'survived',
  message: '',
  unmoved: 1,
});

test('an entry is for the mutants within its code', () => {
  const find = excuseFinder([entry('size > 50 ? 50 : size')], textOf);
  expect(find(mutantOf('size > 50', 'true'))?.because).toBe('a test');
  expect(find(mutantOf('pages', 'other'))).toBeUndefined();
});

test('an entry that names replacements is for these alone, however they are laid out', () => {
  const find = excuseFinder([entry('size > 50', ['size  >=\n50'])], textOf);
  expect(find(mutantOf('size > 50', 'size >= 50'))).toBeDefined();
  expect(find(mutantOf('size > 50', 'false'))).toBeUndefined();
});

test('code that the file does not hold, or holds twice, is refused', () => {
  expect(() => excuseFinder([entry('size < 50')], textOf)).toThrow('platform/a.ts holds this nowhere: size < 50');
  expect(() => excuseFinder([entry('size;')], textOf)).toThrow('platform/a.ts holds this more than once: size;');
});

test('an entry is stale once every mutant that it is for is caught', () => {
  const entries = [entry('size > 50'), entry('const other')];
  const find = excuseFinder(entries, textOf);
  expect(staleEntries(entries, [survivorOf(mutantOf('size > 50', 'true'))], find)).toEqual([entries[1]]);
});

test('every entry is about code that the platform has, once', () => {
  const platformText = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  expect(() => excuseFinder(excused, platformText)).not.toThrow();
});
