import { join } from 'node:path';
import { prepare } from '../../tools/prepare.mjs';
import { projectRoot } from '../../tools/project-root.mjs';
import { runNode } from '../../tools/run-node.mjs';

// The commands of Selo for a machine that has nothing but npm and Node 18: what `npm start` does, for every command, and
// in the folder of the caller.
const node = await prepare(projectRoot);
process.exitCode =
  node === undefined
    ? 2
    : await runNode(node, [join(projectRoot, 'cli', 'selo.ts'), ...process.argv.slice(2)], process.cwd());
