import { prepare } from './prepare.mjs';
import { projectRoot } from './project-root.mjs';
import { runNode } from './run-node.mjs';

// Runs the unit tests that depend on what changed since the last commit, and on every file that is saved from then on.

const vitest = ['node_modules/vitest/vitest.mjs', 'watch', '--project', 'unit*', '--changed'];
const node = await prepare(projectRoot);
process.exitCode = node === undefined ? 2 : await runNode(node, [...vitest, ...process.argv.slice(2)], projectRoot);
