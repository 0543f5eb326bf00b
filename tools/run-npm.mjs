import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { SetupError } from './setup-error.mjs';

/**
 * Runs npm. Resolves with `undefined` if it succeeded, otherwise with npm's error code (`ENOTFOUND`, `E404`, ...) and the
 * first line of its output, if npm gave them.
 * @param {string[]} npmArguments
 * @param {string} cwd
 * @returns {Promise<{ code?: string, detail?: string } | undefined>}
 * @throws {SetupError} when npm could not be run, or was stopped
 */
export function runNpm(npmArguments, cwd) {
  const { command, leadingArguments } = findNpm();
  return new Promise((resolve, reject) => {
    const npm = spawn(command, [...leadingArguments, ...npmArguments], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: command === 'npm.cmd', // Windows starts command files only through a shell
    });
    let complaint = '';
    npm.stderr.setEncoding('utf8').on('data', (text) => {
      complaint += text;
    });
    npm.on('error', (error) => reject(npmNotStarted(error)));
    npm.on('close', (exitCode, signal) => {
      if (exitCode === 0) resolve(undefined);
      else if (signal !== null) reject(new SetupError(`npm was stopped by ${signal}. Start again to go on.`));
      else resolve(readComplaint(complaint));
    });
  });
}

/** npm names itself and its Node to its scripts; otherwise it is on PATH. */
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

function readComplaint(complaint) {
  const lines = complaint.split('\n').map((line) => /^npm (?:error|ERR!) (.+)/.exec(line)?.[1] ?? '');
  const code = lines.find((line) => line.startsWith('code '))?.slice('code '.length);
  const detail = lines.find((line) => line !== '' && !/^(code|syscall|errno|path|A complete log)\b/.test(line));
  return { code, detail };
}
