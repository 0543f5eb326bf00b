import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const copy = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
};

const ownImport = /(?:from |import\()'(\.[^']+)\.ts'/g;

/** Copies a declaration between two folders, with the declarations that it imports. */
const copyDeclarations = (entry: string, from: string, to: string): void => {
  const copied = new Set<string>();
  const visit = (path: string): void => {
    if (copied.has(path)) return;
    copied.add(path);
    copy(join(from, path), join(to, path));
    const text = readFileSync(join(from, path), 'utf8');
    for (const [, specifier = ''] of text.matchAll(ownImport)) visit(join(dirname(path), `${specifier}.d.ts`));
  };
  visit(entry);
};

/**
 * Writes JavaScript, because Node strips no types from installed packages. Copies the sources, because k6 and the digests
 * of rules read them. Declarations have their own folder: next to a source, TypeScript would prefer the source.
 */
const compile = async (root: string, folder: string): Promise<void> => {
  const tsc = (...args: string[]) =>
    promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '--project', join(root, 'tools/package'), ...args],
      { cwd: root },
    );
  await tsc('--outDir', folder);
  for (const compiled of globSync('**/*.js', { cwd: folder })) {
    const source = compiled.replace(/\.js$/, '.ts');
    copy(join(root, source), join(folder, source));
  }
  const scratch = mkdtempSync(join(tmpdir(), 'selo-declarations-'));
  try {
    await tsc('--outDir', scratch, '--declaration', '--emitDeclarationOnly');
    copyDeclarations('cli/library.d.ts', scratch, join(folder, 'types'));
  } finally {
    rmSync(scratch, { recursive: true });
  }
};

/** Other files of the package: their paths in the project and in the package. */
const data: Readonly<Record<string, string>> = {
  'cli/selo.mjs': 'cli/selo.mjs',
  'load/k6/go.mod': 'load/k6/go.mod',
  'load/k6/go.sum': 'load/k6/go.sum',
  'load/k6/no-settings.json': 'load/k6/no-settings.json',
  'reports/run-page/client/client.js': 'reports/run-page/client/client.js',
  'docs/package.md': 'README.md',
  'docs/profile.schema.json': 'profile.schema.json',
  'CHANGELOG.md': 'CHANGELOG.md',
  LICENSE: 'LICENSE',
};

/**
 * The project's manifest with the compiled entries, and without what only building and testing need. Without a packaged Node,
 * which would hide the Node of the project that installs the package.
 */
const packageManifest = (root: string): object => {
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { scripts: _, devDependencies: __, optionalDependencies: ___, ...kept } = manifest;
  return {
    ...kept,
    // the compiled package runs on the Node of its project; a clone brings its own
    engines: { node: '>=24' },
    bin: { selo: 'cli/selo.mjs' },
    exports: {
      '.': { types: './types/cli/library.d.ts', default: './cli/library.js' },
      './package.json': './package.json',
    },
  };
};

/**
 * Writes the package to a folder, without its dependencies.
 *
 * @throws `Error` with what the compiler says when it refuses something, or the system's where a file is missing.
 */
export const layOutPackage = async (root: string, folder: string): Promise<void> => {
  await compile(root, folder);
  for (const [from, to] of Object.entries(data)) copy(join(root, from), join(folder, to));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageManifest(root), null, 2)}\n`);
};
