import { prepare } from './prepare.mjs';
import { projectRoot } from './project-root.mjs';
import { runNode } from './run-node.mjs';

// Installs what is missing, then runs the named script: `node tools/run-script.mjs proof/proof.ts --alone`.

const node = await prepare(projectRoot);
process.exitCode = node === undefined ? 2 : await runNode(node, process.argv.slice(2), projectRoot);
