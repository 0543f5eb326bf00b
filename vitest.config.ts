import { defineConfig } from 'vitest/config';

const integrationTests = '**/*.integration.test.ts';
const k6Tests = 'load/scripts/**/*.test.ts';
const packages = '**/node_modules/**';

const unit = {
  // threads start faster than processes
  pool: 'threads',
  maxWorkers: 2,
  // ends what hangs: how fast a test is on a busy machine decides nothing
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // what one test replaces is back before the next
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
} as const;

export default defineConfig({
  test: {
    // on by default in vitest 5; a stale entry would judge yesterday's code, and node_modules may be read-only
    fsModuleCache: false,
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [integrationTests, k6Tests, packages],
          setupFiles: ['tools/unit-test-guard.ts', 'tools/share-modules.ts'],
          // modules are loaded once a worker and not once a file, which halves the time
          isolate: false,
        },
      },
      {
        test: {
          ...unit,
          // the scripts import modules that exist only inside k6, so their tests replace modules, each its own
          name: 'unit-k6',
          include: [k6Tests],
          exclude: [integrationTests, packages],
          setupFiles: ['tools/unit-test-guard.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          include: [integrationTests],
          globalSetup: ['tools/k6-for-tests.ts'],
          maxWorkers: 2,
          // these end what hangs; a busy machine stays below them
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'suites',
          include: ['cli/run/*.suite.ts', 'properties/states/regressions/*.suite.ts'],
          // one worker: the session that all checks share (recorded exchanges, capture server) lives in it
          pool: 'threads',
          isolate: false,
          maxWorkers: 1,
          // all rules at once: each waits for the target, not for its turn
          maxConcurrency: 10_000,
          testTimeout: 24 * 3600 * 1000,
          hookTimeout: 24 * 3600 * 1000,
          globalSetup: ['cli/vitest-global-setup.ts'],
        },
      },
    ],
  },
});
