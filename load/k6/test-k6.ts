import { test as base, inject } from 'vitest';
import type { K6 } from './look-for-k6.ts';

/** What `tools/k6-for-tests.ts` finds once for all test files. */
export interface K6ForTests {
  /** Each version once, the one that load runs take first. */
  all: K6[];
  /** Why there is none. */
  trouble: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    k6: K6ForTests;
  }
}

/** Each version of k6 that is here, the one that load runs take first; none where there is none. */
export const k6ForTests = (): readonly K6[] => inject('k6').all;

/** The first k6 of this machine. Skips the test, with the reason, where there is none. */
export const requireK6 = (skip: (reason: string) => never): K6 => {
  const { all, trouble } = inject('k6');
  return all[0] ?? skip(trouble);
};

/** A test that needs k6: skipped, with the reason, where there is none. */
export const testWithK6 = base.extend<{ k6: K6 }>({
  k6: [
    async ({ skip }, use) => {
      await use(requireK6(skip));
    },
    { auto: true },
  ],
});

const none = { version: 'none is here', path: '' };

/** Every version of k6 that is here, for tests that each has to pass; a stand-in that they are skipped with where there is none. */
export const everyK6 = (): readonly K6[] => {
  const all = k6ForTests();
  return all.length > 0 ? all : [none];
};
