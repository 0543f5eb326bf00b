import { defineConfig } from 'vitest/config';

const integrationTests = '**/*.integration.test.ts';
const k6Tests = 'load/scripts/**/*.test.ts';
const packages = '**/node_modules/**';

const unit = {
  // threads start faster than processes
  pool: 'threads',
  maxWorkers: 2,
  // ends tests that hang; a whole simulated session on a busy machine stays below it
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // restores what a test replaced before the next test
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
} as const;

export default defineConfig({
  test: {
    // on by default in vitest 5; a stale entry would test old code, and node_modules may be read-only
    fsModuleCache: false,
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [integrationTests, k6Tests, packages],
          setupFiles: ['tools/unit-test-guard.ts', 'tools/share-modules.ts'],
          // each worker loads modules once for all files, which halves the time
          isolate: false,
        },
      },
      {
        test: {
          ...unit,
          // the scripts import modules that exist only inside k6, so each of their tests replaces some
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
          // end tests that hang; a whole session on a slow and busy machine stays below them
          testTimeout: 240_000,
          hookTimeout: 240_000,
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
          // all rules at once, because each one mostly waits for the target
          maxConcurrency: 10_000,
          testTimeout: 24 * 3600 * 1000,
          hookTimeout: 24 * 3600 * 1000,
          globalSetup: ['cli/vitest-global-setup.ts'],
        },
      },
    ],
  },
});
