import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { equivalents } from './equivalents/equivalents.ts';
import { openLedger } from './ledger.ts';

const textOf = (file: string): string => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');

test('every entry is about code that the platform has, once', () => {
  const lost = equivalents.filter((entry) => {
    try {
      openLedger([entry], textOf);
      return false;
    } catch {
      return true;
    }
  });
  expect(lost).toEqual([]);
});
