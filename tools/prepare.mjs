import { installPackages } from './install-packages.mjs';
import { chooseNode } from './node-runtime.mjs';
import { SetupError } from './setup-error.mjs';

/**
 * Installs packages and chooses a Node.js. Reports on standard error.
 * @param {string} root absolute path of the project
 * @returns {Promise<string | undefined>} path of the Node.js to run the sources with; `undefined` when the machine is
 *   not fit, which has been explained on standard error
 */
export async function prepare(root) {
  try {
    await installPackages(root, say);
    const { path, version, origin } = chooseNode(root);
    say(`Node.js ${version} (${origin})`);
    return path;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    return undefined;
  }
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
