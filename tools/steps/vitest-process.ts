import type { TestModule } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { counted } from '../../core/counted.ts';
import type { StepOutcome } from './run-step.ts';
import { nothing } from './tally.ts';

/**
 * Counts a finished vitest run. A module or `describe` that broke counts as failed, because vitest reports the tests below a
 * failed hook as skipped. So does an error outside of any test, because a late rejection does not fail its test, and a
 * run without a test.
 */
function tallyRun(modules: TestModule[], unhandledErrors: unknown[]): StepOutcome {
  const tally = { ...nothing };
  const problems: string[] = [];
  const skips = new Map<string, number>();
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const result = test.result();
      const { state, errors = [] } = result;
      const name = `${module.relativeModuleId}: ${test.fullName}`;
      if (state === 'passed') tally.passed += 1;
      else if (result.state === 'skipped') {
        tally.skipped += 1;
        // a `describe` that is skipped has its reason in its title
        const why = result.note ?? `${module.relativeModuleId}: ${test.fullName.split(' > ', 1)[0]}`;
        skips.set(why, (skips.get(why) ?? 0) + 1);
      } else {
        tally.failed += 1; // a test that is still pending never ended
        problems.push(`${name}${reason(errors[0])}`);
      }
    }
    for (const part of [module, ...module.children.allSuites()]) {
      if (part.errors().length === 0) continue;
      const name = part.type === 'suite' ? `${module.relativeModuleId}: ${part.fullName}` : module.relativeModuleId;
      problems.push(`${name} broke outside of its tests${reason(part.errors()[0])}`);
      tally.failed += 1;
    }
  }
  if (unhandledErrors.length > 0) problems.push(`${unhandledErrors.length} errors outside of all tests`);
  tally.failed += unhandledErrors.length;
  if (tally.passed + tally.failed === 0) {
    problems.push('no test ran');
    tally.failed = 1;
  }
  const skipped = [...skips].map(([why, count]) => `${counted(count, 'test')}: ${why}`);
  return { tally, problems, skipped };
}

function reason(error: { message: string } | undefined): string {
  return error === undefined ? '' : `: ${error.message.split('\n', 1)[0]}`;
}

const [project, root, ...files] = process.argv.slice(2);
if (project === undefined || root === undefined) throw new Error('usage: vitest-process.ts PROJECT ROOT [FILE ...]');

// the test command ended
process.on('disconnect', () => process.exit());

const vitest = await startVitest(files, { project, root, watch: false });
const result = tallyRun(vitest.state.getTestModules(), vitest.state.getUnhandledErrors());
await vitest.close();
process.exitCode = result.tally.failed > 0 ? 1 : 0;
process.send?.(result, () => process.disconnect());
