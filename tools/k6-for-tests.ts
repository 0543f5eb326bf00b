import type { TestProject } from 'vitest/node';
import { k6Range } from '../load/k6/k6-versions.ts';
import { type K6, lookForK6 } from '../load/k6/look-for-k6.ts';

/**
 * Finds the k6 of this machine once for all test files. Fetches nothing: the step "k6" of the test command does, and a single
 * test file must not wait for a build.
 */
export const setup = async (project: TestProject): Promise<void> => {
  const all = new Map<string, K6>();
  const troubles: string[] = [];
  for await (const sighting of lookForK6({})) {
    if ('trouble' in sighting) troubles.push(sighting.trouble);
    else if (!all.has(sighting.k6.version)) all.set(sighting.k6.version, sighting.k6);
  }
  project.provide('k6', {
    all: [...all.values()],
    trouble: [
      `no k6 ${k6Range} on PATH or in the cache: "node tools/provide-k6.ts" fetches one, or says why not`,
      ...troubles,
    ].join('; '),
  });
};
