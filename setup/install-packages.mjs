import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { reasonToInstall, requireLockInStep } from './installed-packages.mjs';
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
  '--fetch-retries=3',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-factor=2',
];

const adviceByCode = {
  EACCES: 'This user may not write there. Give it the folder, or clone the project into one of its own.',
  EPERM: 'This user may not write there. Give it the folder, or clone the project into one of its own.',
  EROFS: 'The folder is read-only. Copy the project to a place that can be written.',
  ENOSPC: 'The disk is full. Free about 500 MB and start again.',
  ENOTFOUND: 'The package registry was not found. Check the network, the proxy and "npm config get registry".',
  EAI_AGAIN: 'The package registry was not found. Check the network, the proxy and "npm config get registry".',
  ECONNREFUSED: 'The package registry refused the connection. Check the proxy and "npm config get registry".',
  ECONNRESET: 'The connection to the package registry broke. Check the network and start again.',
  ETIMEDOUT: 'The package registry did not answer. Check the network and start again.',
  ERR_SOCKET_TIMEOUT: 'The package registry did not answer. Check the network and start again.',
  ENETUNREACH: 'There is no network. Connect and start again.',
  E401: 'The package registry asks for a login. Run "npm login" or check the .npmrc files.',
  E403: 'The package registry refused a package. Ask whoever runs it, or check the .npmrc files.',
  E404: 'The package registry lacks a package of the lock file. Check "npm config get registry".',
  EINTEGRITY: 'A package is not what the lock file promises. Run "npm cache clean --force" and start again.',
};

/**
 * Brings `node_modules` to what the lock file asks for; does nothing when it is there already.
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
  const startedMs = Date.now();
  await runNpm(root);
  const remaining = reasonToInstall(root);
  if (remaining !== undefined) {
    throw new SetupError(`npm installed the packages, yet ${remaining}. Delete node_modules and start again.`);
  }
  say(`Packages installed in ${((Date.now() - startedMs) / 1000).toFixed(1)} s.`);
}

function requireWritable(root) {
  const target = [join(root, 'node_modules'), root].find((path) => existsSync(path)) ?? root;
  try {
    accessSync(target, constants.W_OK);
  } catch (error) {
    throw new SetupError(`Packages cannot be installed in ${target}. ${adviceFor(error.code)}`);
  }
}

function runNpm(root) {
  const { command, leadingArguments } = findNpm();
  return new Promise((resolve, reject) => {
    const npm = spawn(command, [...leadingArguments, ...installArguments], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: command === 'npm.cmd', // Windows starts command files only through a shell
    });
    let complaint = '';
    npm.stderr.setEncoding('utf8').on('data', (text) => {
      complaint += text;
    });
    npm.on('error', (error) => reject(npmNotStarted(error)));
    npm.on('close', (code, signal) => {
      if (code === 0) resolve(undefined);
      else if (signal !== null) reject(new SetupError(`npm was stopped by ${signal}. Start again to go on.`));
      else reject(installFailed(complaint));
    });
  });
}

/** Under `npm start` npm names itself and its Node; otherwise it is looked up on PATH. */
function findNpm() {
  const { npm_execpath: npmScript, npm_node_execpath: npmNode } = process.env;
  if (npmScript?.endsWith('npm-cli.js') && existsSync(npmScript)) {
    return { command: npmNode ?? process.execPath, leadingArguments: [npmScript] };
  }
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', leadingArguments: [] };
}

function npmNotStarted(error) {
  if (error.code === 'ENOENT') {
    return new SetupError('npm was not found. Install Node.js with npm (https://nodejs.org) and start again.');
  }
  return new SetupError(`npm could not be started: ${error.message}`);
}

function installFailed(complaint) {
  const code = /^npm (?:error|ERR!) code (\S+)/m.exec(complaint)?.[1];
  const detail = complaint
    .split('\n')
    .map((line) => /^npm (?:error|ERR!) (?!code |syscall |errno |path |A complete log)(.+)/.exec(line)?.[1])
    .find((line) => line !== undefined);
  return new SetupError(
    `npm could not install the packages${code === undefined ? '' : ` (${code})`}. ${adviceFor(code)}` +
      (detail === undefined ? '' : `\nnpm said: ${detail}`),
  );
}

function adviceFor(code) {
  return adviceByCode[code] ?? 'Run "npm install --no-save" to see all that npm says.';
}
