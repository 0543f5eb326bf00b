import type { TestModule } from 'vitest/node';
import { nothing, type Tally } from './tally.ts';

/**
 * Counts a finished vitest run. Beside each failed test, each module or `describe` that broke (import error, failed
 * hook) and each error outside of any test counts as failed: vitest reports the tests below a failed hook as skipped,
 * and a late rejection spares the test that caused it. A run that judged nothing has failed.
 */
export function tallyRun(modules: TestModule[], unhandledErrors: unknown[]): { tally: Tally; problems: string[] } {
  const tally = { ...nothing };
  const problems: string[] = [];
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result();
      const name = `${module.relativeModuleId}: ${test.fullName}`;
      if (test.diagnostic()?.flaky) problems.push(`${name} passed at a later try${reason(errors[0])}`);
      if (state === 'passed') tally.passed += 1;
      else if (state === 'skipped') tally.skipped += 1;
      else {
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
  return { tally, problems };
}

function reason(error: { message: string } | undefined): string {
  return error === undefined ? '' : `: ${error.message.split('\n', 1)[0]}`;
}
