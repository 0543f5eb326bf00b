import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));

const versions = z.record(z.string(), z.string()).default({});
const wanted = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
  peerDependencies: versions,
});
const locked = z.looseObject({
  version: z.string(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
});
const lock = z.object({ packages: z.record(z.string(), z.looseObject({})) }).parse(read('package-lock.json'));
const { '': own, ...packages } = lock.packages;
const manifest = wanted.parse(read('package.json'));

test('the lock file matches the manifest, which names exact versions', () => {
  expect(wanted.parse(own)).toEqual(manifest);
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)]);
    expect([name, locked.parse(packages[`node_modules/${name}`]).version]).toEqual([name, version]);
  }
});

test('every package is locked by a SHA-512 of its content and names no registry, so any mirror can serve it', () => {
  const loose = Object.entries(packages).filter(([, each]) => {
    const { integrity = '', link } = locked.parse(each);
    return link || 'resolved' in each || !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity);
  });
  expect(loose.map(([path]) => path)).toEqual([]);
});

/** Selo works without their scripts, which build a faster cipher for SSH and print a warning about versions. */
const worksWithout = ['node_modules/cpu-features', 'node_modules/protobufjs', 'node_modules/ssh2'];

test('no package needs an install script', () => {
  const withScript = Object.keys(packages).filter((path) => locked.parse(packages[path]).hasInstallScript);
  expect(withScript.filter((path) => !worksWithout.includes(path))).toEqual([]);
});
