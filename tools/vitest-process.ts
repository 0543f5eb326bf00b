import { startVitest } from 'vitest/node';
import { tallyRun } from './vitest-tally.ts';

const [project, root, ...files] = process.argv.slice(2);
if (project === undefined || root === undefined) throw new Error('usage: vitest-process.ts PROJECT ROOT [FILE ...]');

// the test command was broken off, or has its counts
process.on('disconnect', () => process.exit());

const vitest = await startVitest(files, { project, root, watch: false });
const result = tallyRun(vitest.state.getTestModules(), vitest.state.getUnhandledErrors());
await vitest.close();
process.exitCode = result.tally.failed > 0 ? 1 : 0;
process.send?.(result, () => process.disconnect());
