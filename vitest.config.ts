import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // on by default in vitest 5; a stale entry would judge yesterday's code, and node_modules may be read-only
    fsModuleCache: false,
    projects: [
      {
        test: {
          name: 'tests',
          include: ['**/*.test.ts'],
          maxWorkers: 2,
          // ends what hangs, and nothing that a busy machine slows down
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 300_000 } },
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
