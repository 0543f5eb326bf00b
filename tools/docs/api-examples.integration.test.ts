import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { codeOf, publicDeclarations } from './api-page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An example of a rule imports what a file in a folder of `suites/` imports. */
const fromOutput = (code: string): string => code.replaceAll("from '../", "from '../../../suites/");

test('every example of the public surface compiles', async () => {
  const examples = publicDeclarations().flatMap(({ declared }) =>
    declared.flatMap(({ name, tags }) =>
      tags.filter((tag) => tag.name === 'example').map(({ text }) => ({ name, code: codeOf(text) })),
    ),
  );
  expect(examples.length).toBeGreaterThan(5);
  await mkdir(join(root, 'reports/out'), { recursive: true });
  const folder = await mkdtemp(join(root, 'reports/out/api-examples-'));
  try {
    for (const [index, { name, code }] of examples.entries()) {
      await writeFile(join(folder, `${index}-${name}.ts`), `${fromOutput(code)}\n`);
    }
    const settings = {
      extends: '../../../tsconfig.json',
      compilerOptions: { paths: { selo: ['../../../cli/library.ts'] } },
      include: ['*.ts'],
      exclude: [],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const compiled = promisify(execFile)(process.execPath, [tsc, '--pretty', 'false', '--project', folder]);
    expect(await compiled.catch((error: { stdout: string }) => error)).toMatchObject({ stdout: '' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
