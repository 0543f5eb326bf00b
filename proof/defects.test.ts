import { expect, test } from 'vitest';
import { allDefects } from '../suites/all-defects.ts';
import { sections } from '../suites/catalogue.ts';
import { passive } from '../suites/passive/rules.ts';
import { describeVerdict } from './judge-embedded.ts';
import { proveDefect } from './prove-defect.ts';

const titled = allDefects.map((defect) => [`${defect.rule} catches a platform that ${defect.text}`, defect] as const);

// the longest lasts two schedules of ten attempts: the fault, and its confirmation
const longestMs = 60_000;
// a machine that stalls may hide a fault of timing from one look, and the rule then says so instead of accusing
const furtherLooks = 2;

test.concurrent.for(titled)(
  '%s',
  { timeout: longestMs, retry: furtherLooks },
  async ([, defect], { expect: expectHere }) => {
    const { verdict, isCaught } = await proveDefect(defect);
    expectHere(isCaught, verdict && describeVerdict(verdict)).toBe(true);
  },
);

test('every rule has a defect that it catches', () => {
  const proven = new Set<string>(allDefects.map(({ rule }) => rule));
  const ids = [...sections.flatMap(({ rules }) => rules), ...passive].map(({ id }) => id);
  expect(ids.filter((id) => !proven.has(id))).toEqual([]);
});

test('no two defects say the same', () => {
  const texts = titled.map(([title]) => title);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});
