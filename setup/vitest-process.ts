import { startVitest } from 'vitest/node';
import { tallyRun } from './vitest-tally.ts';

const [project, root] = process.argv.slice(2);
if (project === undefined || root === undefined) throw new Error('usage: vitest-process.ts PROJECT ROOT');

// the test command was broken off, or has its counts
process.on('disconnect', () => process.exit());

/**
 * A busy machine spoils a test now and then; what is wrong with the code is wrong each time. What needed it is told. The
 * suites have tries of their own.
 */
const retry = project === 'suites' ? 0 : 1;

const vitest = await startVitest([], { project, root, watch: false, retry });
const result = tallyRun(vitest.state.getTestModules(), vitest.state.getUnhandledErrors());
await vitest.close();
process.exitCode = result.tally.failed > 0 ? 1 : 0;
process.send?.(result, () => process.disconnect());
