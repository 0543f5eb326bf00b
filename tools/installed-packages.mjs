import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SetupError } from './setup-error.mjs';

/**
 * Returns why `node_modules` differs from the lock file; `undefined` if it does not. Compares the lock file with npm's own
 * record (`node_modules/.package-lock.json`), which npm writes last, so an install that was broken off does not count.
 * @param {string} root absolute path of the project
 * @returns {string | undefined}
 */
export function reasonToInstall(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const recordPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(recordPath)) return 'node_modules is missing or incomplete';
  const installed = readPackages(recordPath);

  for (const [path, found] of Object.entries(installed)) {
    // the lock lacks an optional package that its author could not fetch
    if (!(path in wanted) && found.optional) continue;
    if (!isSameRelease(wanted[path], found)) return `${path} differs from package-lock.json`;
    if (!fitsThisMachine(found)) return `${path} is made for another machine`;
  }
  for (const [path, wish] of Object.entries(wanted)) {
    const isNeeded = path !== '' && (!wish.optional || isForThisMachine(wish));
    if (isNeeded && !(path in installed)) return `${path} is missing`;
  }
  return undefined;
}

/**
 * Refuses a package.json with other dependencies than the lock file, because npm would choose new versions.
 * @param {string} root absolute path of the project
 * @throws {SetupError}
 */
export function requireLockInStep(root) {
  const manifest = readJson(join(root, 'package.json'));
  const locked = readPackages(join(root, 'package-lock.json'))[''] ?? {};
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    if (!isDeepStrictEqual(manifest[kind] ?? {}, locked[kind] ?? {})) {
      throw new SetupError(
        `package-lock.json was made for other ${kind} than package.json names. Run "npm install" and commit both files.`,
      );
    }
  }
}

function readPackages(path) {
  return readJson(path).packages ?? {};
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new SetupError(`${path} cannot be read (${error.message}). Restore it, for example with "git checkout".`);
  }
}

function isSameRelease(wanted, found) {
  return wanted?.version === found.version && wanted?.integrity === found.integrity;
}

/** An optional package that names its machine is the build of a needed package. */
function isForThisMachine(release) {
  return (release.os ?? release.cpu) !== undefined && fitsThisMachine(release);
}

function fitsThisMachine({ os, cpu, libc }) {
  return allows(os, process.platform) && allows(cpu, process.arch) && (libc === undefined || allows(libc, nameLibc()));
}

function nameLibc() {
  process.report.excludeNetwork = true; // the report would wait for DNS
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/** npm's `os`, `cpu` and `libc` fields: one or more names, and `!` negates a name. */
function allows(field, name) {
  const list = field === undefined ? [] : [field].flat();
  const named = list.filter((entry) => !entry.startsWith('!'));
  return !list.includes(`!${name}`) && (named.length === 0 || named.includes(name) || named.includes('any'));
}
