import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { k6ForTests } from '../../load/k6/test-k6.ts';
import { layOutPackage } from '../../tools/package/lay-out.ts';
import { lockedPackages } from '../../tools/package/locked-packages.ts';
import { docker } from './test-docker.ts';

/** An image of Selo. Disposing removes it. */
export interface TestImage extends AsyncDisposable {
  name: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The shared libraries of a file. */
const librariesOf = (file: string): string[] =>
  [...execFileSync('ldd', [file], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g)].flatMap(([, path]) => path ?? []);

const put = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, dereference: true });
};

/** The files of a base image that Node and these packages need. */
const layBase = (folder: string, packages: string): void => {
  put(process.execPath, join(folder, 'usr/local/bin/node'));
  const addons = globSync('node_modules/**/*.node', { cwd: packages }).map((addon) => join(packages, addon));
  const libraries = new Set([process.execPath, ...addons].flatMap((file) => librariesOf(file)));
  for (const library of libraries) put(library, join(folder, library));
  mkdirSync(join(folder, 'tmp'));
  chmodSync(join(folder, 'tmp'), 0o1777);
};

/** The package with its dependencies. */
const layPackage = async (folder: string): Promise<void> => {
  mkdirSync(folder);
  await layOutPackage(root, folder);
  for (const { path } of lockedPackages(root)) {
    // optional packages for other systems are not installed
    if (existsSync(join(root, path))) put(join(root, path), join(folder, path));
  }
};

/** The last stage of the Dockerfile, on an image that contains only this Node. */
const dockerfile = (): string => {
  const [, last] = readFileSync(join(root, 'Dockerfile'), 'utf8').split(/^FROM \S+ AS selo$/m);
  if (last === undefined) throw new Error('the Dockerfile has no stage named selo');
  return `FROM scratch\nCOPY base /\nENV PATH=/usr/local/bin\n${last.replaceAll(/--from=\S+ /g, '')}`;
};

/** Builds an image of Selo without pulling any base image. */
export const buildTestImage = async (): Promise<TestImage> => {
  await using context = await temporaryFolder();
  const { path } = context;
  await layPackage(join(path, 'selo'));
  layBase(join(path, 'base'), join(path, 'selo'));
  const [k6] = k6ForTests();
  if (k6) put(k6.path, join(path, 'k6'));
  // the Dockerfile copies a k6, and no test runs it
  else writeFileSync(join(path, 'k6'), '');
  mkdirSync(join(path, 'empty'));
  writeFileSync(join(path, 'Dockerfile'), dockerfile());
  const name = `selo-test:${randomBytes(4).toString('hex')}`;
  await docker('build', '--quiet', '--tag', name, path);
  return {
    name,
    async [Symbol.asyncDispose]() {
      await docker('rmi', '--force', name);
    },
  };
};
