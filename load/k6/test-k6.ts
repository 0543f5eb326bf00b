import { test as base, inject } from 'vitest';
import type { K6 } from './look-for-k6.ts';

/** What `tools/k6-for-tests.ts` finds once for all test files. */
export interface K6ForTests {
  /** Each version once. The first is the one that load runs use. */
  all: K6[];
  trouble: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    k6: K6ForTests;
  }
}

export const k6ForTests = (): readonly K6[] => inject('k6').all;

/** The k6 of load runs. Skips the test, with the reason, if there is none. */
export const requireK6 = (skip: (reason: string) => never): K6 => {
  const { all, trouble } = inject('k6');
  return all[0] ?? skip(trouble);
};

/** A test that needs k6. It is skipped, with the reason, if there is none. */
export const testWithK6 = base.extend<{ k6: K6 }>({
  k6: [
    async ({ skip }, use) => {
      await use(requireK6(skip));
    },
    { auto: true },
  ],
});

/** Every version of k6, for tests that each must pass. Without any, a placeholder with which they are skipped. */
export const everyK6 = (): readonly K6[] => {
  const all = k6ForTests();
  return all.length > 0 ? all : [{ version: 'none is here', path: '' }];
};
