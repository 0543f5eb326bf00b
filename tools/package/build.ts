import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { layOutPackage } from './lay-out.ts';
import { lockedPackages } from './locked-packages.ts';
import { thirdPartyLicenses } from './third-party-licenses.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The bill of materials takes its subject from the name of the folder. */
const folder = join(root, 'node_modules/.cache/package/selo');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await layOutPackage(root, folder);
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(await billOfMaterials(), null, 2)}\n`);
writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), thirdPartyLicenses(root));

/** The locked packages of the product as CycloneDX, written by npm. */
async function billOfMaterials(): Promise<object> {
  const lock: { packages: Record<string, unknown> } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const manifest: object = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const packages = lockedPackages(root).map(({ path }) => [path, lock.packages[path]]);
  const lockFile = join(folder, 'package-lock.json');
  writeFileSync(lockFile, JSON.stringify({ ...lock, packages: { '': manifest, ...Object.fromEntries(packages) } }));
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
}
