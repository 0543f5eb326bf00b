import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guideNamed } from './test-guide.ts';

const root = join(import.meta.dirname, '..');

/** What a reader sees, by the first column of each table: its texts in backticks. */
const messages = guideNamed('troubleshooting.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| -'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, message = '']) => message));

const sources = globSync('{certify,cli,core,fixtures,load,reports,suites,tools}/**/*.{ts,mjs}', { cwd: root })
  .filter((path) => !/\.test\.ts$|(^|\/)test-[a-z-]+\.ts$/.test(path))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');

/** The parts of a message that do not vary, as the code writes them. */
const lastingParts = (message: string): string[] =>
  message
    .split(/…|<run>/)
    .map((part) => part.trim())
    .filter((part) => part.length > 3);

test('every message under troubleshooting is one that the code prints', () => {
  expect(messages.length).toBeGreaterThan(30);
  // put together at run time, from a kind of loss, a status and a kind of body
  const composed = /^no answer \(|^status \d{3} with /;
  const unknown = messages
    .filter((message) => !composed.test(message))
    .filter((message) => !lastingParts(message).every((part) => sources.includes(part)));
  expect(unknown, 'correct them in docs/troubleshooting.md').toEqual([]);
});
