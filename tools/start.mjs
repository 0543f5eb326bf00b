import { prepare } from './prepare.mjs';
import { projectRoot } from './project-root.mjs';
import { runNode } from './run-node.mjs';

const node = await prepare(projectRoot);
process.exitCode =
  node === undefined ? 2 : await runNode(node, ['cli/selo.ts', 'run', ...process.argv.slice(2)], projectRoot);
