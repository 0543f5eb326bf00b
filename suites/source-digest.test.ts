import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { digestOfSources, sourcesOf } from './source-digest.ts';

test('the digest is of what the roots import, and of nothing that types alone are taken from', async () => {
  await using folder = await temporaryFolder();
  const root = pathToFileURL(`${folder.path}/root.ts`);
  const write = (name: string, text: string) => writeFile(`${folder.path}/${name}.ts`, text);
  await write('root', "import { a } from './a.ts';\nimport type { T } from './t.ts';\n");
  await write('a', "export * from './b.ts';\n");
  await write('b', 'export const a = 1;\n');
  await write('t', 'export type T = 1;\n');
  expect([...sourcesOf([root]).keys()].map((url) => url.split('/').at(-1))).toEqual(['root.ts', 'a.ts', 'b.ts']);

  const before = digestOfSources([root]);
  await write('t', 'export type T = 2;\n');
  await write('b', 'export const a = 1;\r\n');
  expect(digestOfSources([root])).toBe(before);
  await write('b', 'export const a = 2;\n');
  expect(digestOfSources([root])).not.toBe(before);
});
