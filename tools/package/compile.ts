import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { declare } from './declare.ts';

/**
 * Compiles what a package needs into a folder, laid out like the project: JavaScript, because Node strips no types from
 * what is installed, and its source beside each, because k6 reads that, and the digests of the rules are of it. The
 * declarations stand apart: TypeScript would take a source that stands beside one instead.
 *
 * @throws `Error` with what the compiler says when it refuses something.
 */
export const compile = async (root: string, folder: string): Promise<void> => {
  const tsc = (...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '--project', join(root, 'tools/package'), ...args],
      { cwd: root },
    );
  await tsc('--outDir', folder);
  for (const compiled of globSync('**/*.js', { cwd: folder })) {
    const source = compiled.replace(/\.js$/, '.ts');
    copyFileSync(join(root, source), join(folder, source));
  }
  const scratch = mkdtempSync(join(tmpdir(), 'selo-declarations-'));
  try {
    await tsc('--outDir', scratch, '--declaration', '--emitDeclarationOnly');
    declare('cli/library.d.ts', scratch, join(folder, 'types'));
  } finally {
    rmSync(scratch, { recursive: true });
  }
};
