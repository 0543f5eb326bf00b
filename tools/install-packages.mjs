import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { reasonToInstall, requireLockInStep } from './installed-packages.mjs';
import { runNpm } from './run-npm.mjs';
import { SetupError } from './setup-error.mjs';

// Not `npm ci`: npm 11 refuses it when the lock lacks optional packages for other machines, which a registry need not
// have. `install --no-save` installs the locked releases too, and requireLockInStep keeps it from choosing others.
const installArguments = [
  'install',
  '--no-save',
  '--include=dev',
  '--include=optional',
  '--ignore-scripts', // no package here needs one, and npm 11 warns about each
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
  '--fetch-retries=0', // npm would retry package by package, which takes minutes without a network
];

/** The waits between attempts. npm's cache keeps what was fetched. */
const waitsMs = [1000, 3000];

const passingTroubles = ['ECONNRESET', 'ETIMEDOUT', 'ERR_SOCKET_TIMEOUT', 'EAI_AGAIN', 'E429', 'E502', 'E503', 'E504'];

const notWritable = 'This user may not write there. Give it the folder, or clone the project into one of its own.';
const notFound = 'The package registry was not found. Check the network, the proxy and "npm config get registry".';
const noAnswer = 'The package registry did not answer. Check the network and start again.';

const adviceByCode = {
  EACCES: notWritable,
  EPERM: notWritable,
  EROFS: 'The folder is read-only. Copy the project to a place that can be written.',
  ENOSPC: 'The disk is full. Free about 500 MB and start again.',
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  ECONNREFUSED: 'The package registry refused the connection. Check the proxy and "npm config get registry".',
  ECONNRESET: noAnswer,
  ETIMEDOUT: noAnswer,
  ERR_SOCKET_TIMEOUT: noAnswer,
  ENETUNREACH: noAnswer,
  E401: 'The package registry asks for a login. Run "npm login" or check the .npmrc files.',
  E403: 'The package registry refused a package. Ask the people who run it, or check the .npmrc files.',
  E404: 'The package registry lacks a package of the lock file. Check "npm config get registry".',
  EINTEGRITY: 'A package is not what the lock file promises. Run "npm cache clean --force" and start again.',
};

/**
 * Installs the packages of the lock file. Does nothing if they are installed.
 * @param {string} root absolute path of the project
 * @param {(line: string) => void} say
 * @throws {SetupError}
 */
export async function installPackages(root, say) {
  requireLockInStep(root);
  const reason = reasonToInstall(root);
  if (reason === undefined) return;

  requireWritable(root);
  say(`Installing packages by package-lock.json (${reason}) ...`);
  const startedMs = performance.now();
  let trouble = await attemptInstall(root);
  for (const waitMs of waitsMs) {
    if (!trouble?.mayPass) break;
    say(`${trouble.message} Trying again ...`);
    await wait(waitMs);
    trouble = await attemptInstall(root);
  }
  if (trouble !== undefined) throw new SetupError(trouble.message);
  say(`Packages installed in ${((performance.now() - startedMs) / 1000).toFixed(1)} s.`);
}

async function attemptInstall(root) {
  const failure = await runNpm(installArguments, root);
  if (failure !== undefined) {
    return { message: describeFailure(failure), mayPass: passingTroubles.includes(failure.code) };
  }
  // npm skips an optional package that it could not fetch, but the one for this machine is needed
  const remaining = reasonToInstall(root);
  if (remaining === undefined) return undefined;
  return { message: `npm has finished, yet ${remaining}. Delete node_modules and start again.`, mayPass: true };
}

function requireWritable(root) {
  const packages = join(root, 'node_modules');
  const target = existsSync(packages) ? packages : root;
  try {
    accessSync(target, constants.W_OK);
  } catch (error) {
    throw new SetupError(`Packages cannot be installed in ${target}. ${adviceFor(error.code)}`);
  }
}

function describeFailure({ code, detail }) {
  const known = code === undefined ? '' : ` (${code})`;
  const quote = detail === undefined ? '' : `\nnpm said: ${detail}`;
  return `npm could not install the packages${known}. ${adviceFor(code)}${quote}`;
}

function adviceFor(code) {
  return adviceByCode[code] ?? 'Run "npm install --no-save" to see all that npm says.';
}
