import { join } from 'node:path';
import { prepare } from '../../tools/prepare.mjs';
import { projectRoot } from '../../tools/project-root.mjs';
import { runNode } from '../../tools/run-node.mjs';

// Like `npm start`, this needs only npm and Node 18, but it runs any command, in the folder of the caller.
const node = await prepare(projectRoot);
process.exitCode =
  node === undefined
    ? 2
    : await runNode(node, [join(projectRoot, 'cli', 'selo.ts'), ...process.argv.slice(2)], process.cwd());
