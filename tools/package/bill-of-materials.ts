import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lockedPackages } from './locked-packages.ts';

const lockOf = (root: string, manifest: object): object => {
  const lock: { packages: Record<string, unknown> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const packages = lockedPackages(root).map(({ path }) => [path, lock.packages[path]]);
  return { ...lock, packages: { '': manifest, ...Object.fromEntries(packages) } };
};

/**
 * The bill of materials of a package, as CycloneDX: what was locked when it was tried. npm writes it, by the manifest in
 * `folder` and by those locked packages that belong to it.
 *
 * @throws `Error` with what npm says.
 */
export const billOfMaterials = async (root: string, folder: string): Promise<object> => {
  const manifest: object = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const lockFile = join(folder, 'package-lock.json');
  writeFileSync(lockFile, JSON.stringify(lockOf(root, manifest)));
  try {
    const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: folder,
      maxBuffer: Number.POSITIVE_INFINITY,
      // Windows starts command files only through a shell
      shell: process.platform === 'win32',
    });
    return JSON.parse(stdout);
  } finally {
    rmSync(lockFile);
  }
};
