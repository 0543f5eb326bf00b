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

/** Copies the declaration at this path between two folders, with those that it stands on: no others are anyone's business. */
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
 * JavaScript, because Node strips no types from what is installed, together with its source, because k6 reads that, and
 * the digests of the rules are of it. The declarations stand apart: TypeScript would take a source in the same folder as one
 * instead.
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

/** What the compiled code reads, and those who install it, by where it stands in the project and in the package. */
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
 * What the package says of itself: the project's own manifest, with what is compiled as its entries. Without what only
 * building and testing take, and without a Node of its own: it would come before that of the project it is installed in.
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
 * Lays out a package in a folder like the project, without what it brings along.
 *
 * @throws `Error` with what the compiler says when it refuses something, or the system's where a file is missing.
 */
export const layOutPackage = async (root: string, folder: string): Promise<void> => {
  await compile(root, folder);
  for (const [from, to] of Object.entries(data)) copy(join(root, from), join(folder, to));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageManifest(root), null, 2)}\n`);
};
