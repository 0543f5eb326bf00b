import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { type Fact, writeFact } from '../facts.ts';
import { uniteJournals } from './unite-journals.ts';

const uniteLines = async (...journals: string[][]): Promise<string[]> => {
  await using folder = await temporaryFolder();
  const files = journals.map((_, index) => join(folder.path, `${index}.jsonl`));
  for (const [index, file] of files.entries()) await writeFile(file, (journals[index] ?? []).join(''));
  const into = join(folder.path, 'union.jsonl');
  await uniteJournals(files, into);
  return (await readFile(into, 'utf8')).split('\n').filter((line) => line !== '');
};

const lineOf = (fact: Fact): string => `${writeFact(fact)}\n`;
const attempt = (arrivedMs: number, coupon: string, status = 204): string =>
  lineOf(['a', arrivedMs, 'amber', 'an-order', coupon, status]);
const judged = lineOf(['p', ['ORD-1'], []]);
const trimmed = (...lines: string[]): string[] => lines.map((line) => line.trim());

test('the attempts of a delivery are in order even if several processes received them', async () => {
  const [first, second, third] = [attempt(1000, 'c', 503), attempt(3000, 'c', 503), attempt(7000, 'c')];
  expect(await uniteLines([first, third], [second])).toEqual(trimmed(first, second, third));
  expect(await uniteLines([second], [first, third])).toEqual(trimmed(first, second, third));
});

test('an unconfirmed delivery stays between its attempt and the next one', async () => {
  const deliveryUnconfirmed = lineOf(['u', 1000, 'amber', 'o', 'c']);
  const [first, between, retry] = [attempt(1000, 'c'), attempt(5500, 'other'), attempt(8000, 'c')];
  expect(await uniteLines([first, between, deliveryUnconfirmed], [retry])).toEqual(
    trimmed(first, between, deliveryUnconfirmed, retry),
  );
});

test('a fact and its judgments count once', async () => {
  const journal = [judged, judged, attempt(1000, 'c'), judged, attempt(2000, 'd'), judged];
  expect(await uniteLines(journal, journal)).toEqual(trimmed(...journal));
  expect(await uniteLines(journal.slice(0, 3), journal, journal.slice(2))).toEqual(trimmed(...journal));
});

test('equal judgments in different journals all count', async () => {
  const [one, other] = [attempt(1000, 'c'), attempt(2000, 'd')];
  expect(await uniteLines([judged, one], [judged, other])).toEqual(trimmed(judged, one, judged, other));
});

test('a journal may be empty or end in the middle of a line', async () => {
  const whole = attempt(1000, 'c');
  expect(await uniteLines([], [whole, attempt(2000, 'd').slice(0, 20)])).toEqual(trimmed(whole));
});
