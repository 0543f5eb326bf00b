import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { SetupError } from './setup-error.mjs';

const oldestMajor = 24;

/**
 * Chooses the Node.js that runs the TypeScript sources: the machine's own if it is new enough, otherwise the packaged one.
 * @param {string} root absolute path of the project
 * @returns {{ path: string, version: string, origin: string }}
 * @throws {SetupError}
 */
export function chooseNode(root) {
  const packages = join(realpathSync(root), 'node_modules') + sep;
  for (const path of machineNodes(packages)) {
    const version = versionOf(path);
    if (isNewEnough(version)) return { path, version, origin: path };
  }
  const packaged = packagedNode(root);
  const version = packaged === undefined ? undefined : versionOf(packaged);
  if (packaged !== undefined && isNewEnough(version)) return { path: packaged, version, origin: 'node_modules' };
  throw new SetupError(
    `Node.js ${oldestMajor} or newer is needed, this machine has ${process.versions.node}, and no packaged one runs on ` +
      `${process.platform} ${process.arch}. Install Node.js ${oldestMajor} (https://nodejs.org) and start again.`,
  );
}

/** Every `node` of the machine. npm puts node_modules/.bin first on PATH, and that folder does not count. */
function machineNodes(packages) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const found = [process.env.npm_node_execpath, process.execPath, ...onPath]
    .filter((path) => path !== undefined && existsSync(path))
    .map((path) => realpathSync(path));
  return [...new Set(found)].filter((path) => !path.startsWith(packages));
}

/** npm installs only the package of Node.js that fits this machine. */
function packagedNode(root) {
  const packages = join(root, 'node_modules');
  for (const folder of readdirSync(packages)) {
    if (!/^node-(bin-)?(darwin|linux|win)-/.test(folder)) continue;
    const { bin } = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
    const path = join(packages, folder, bin.node);
    if (existsSync(path)) return realpathSync(path);
  }
  return undefined;
}

function versionOf(path) {
  if (path === realpathSync(process.execPath)) return process.versions.node;
  try {
    return execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8', timeout: 10_000 }).trim();
  } catch {
    return undefined; // does not run here
  }
}

function isNewEnough(version) {
  return version !== undefined && Number.parseInt(version, 10) >= oldestMajor;
}
