import { prepare } from './prepare.mjs';
import { projectRoot } from './project-root.mjs';
import { runNode } from './run-node.mjs';

const node = await prepare(projectRoot);
if (node === undefined) {
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 2;
} else {
  process.exitCode = await runNode(node, ['tools/steps/test-command.ts', ...process.argv.slice(2)], projectRoot);
}
