import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const here = dirname(fileURLToPath(import.meta.url));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

test('the script of the page has sound types', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '--project', here]).catch((failed) => failed);
  expect(stdout).toBe('');
});

test('nothing in the script of the page ends its element', async () => {
  expect(await readFile(join(here, 'client.js'), 'utf8')).not.toMatch(/<\/?script|<!--/i);
});
