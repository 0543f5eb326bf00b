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

/** An image of Selo; disposing removes it. */
export interface TestImage extends AsyncDisposable {
  name: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The libraries that this file is linked with, where the loader looks for them. */
const librariesOf = (file: string): string[] =>
  [...execFileSync('ldd', [file], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g)].flatMap(([, path]) => path ?? []);

const put = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, dereference: true });
};

/** What an image with Node has, in so far as Node and these packages need it. */
const layBase = (folder: string, packages: string): void => {
  put(process.execPath, join(folder, 'usr/local/bin/node'));
  const addons = globSync('node_modules/**/*.node', { cwd: packages }).map((addon) => join(packages, addon));
  const libraries = new Set([process.execPath, ...addons].flatMap((file) => librariesOf(file)));
  for (const library of libraries) put(library, join(folder, library));
  mkdirSync(join(folder, 'tmp'));
  chmodSync(join(folder, 'tmp'), 0o1777);
};

/** The package, and beside it what it runs on. */
const layPackage = async (folder: string): Promise<void> => {
  mkdirSync(folder);
  await layOutPackage(root, folder);
  for (const { path } of lockedPackages(root)) {
    // packages for other machines are not there
    if (existsSync(join(root, path))) put(join(root, path), join(folder, path));
  }
};

/** The instructions of the last stage as they are, on an image that holds this Node and nothing else. */
const dockerfile = (): string => {
  const [, last] = readFileSync(join(root, 'Dockerfile'), 'utf8').split(/^FROM \S+ AS selo$/m);
  if (last === undefined) throw new Error('the Dockerfile has no stage named selo');
  return `FROM scratch\nCOPY base /\nENV PATH=/usr/local/bin\n${last.replaceAll(/--from=\S+ /g, '')}`;
};

/** Builds the image of Selo from what is here: nothing is pulled, and no base but that of this machine is there. */
export const buildTestImage = async (): Promise<TestImage> => {
  await using context = await temporaryFolder();
  const { path } = context;
  await layPackage(join(path, 'selo'));
  layBase(join(path, 'base'), join(path, 'selo'));
  const [k6] = k6ForTests();
  if (k6) put(k6.path, join(path, 'k6'));
  // the Dockerfile copies one; no test runs this
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
