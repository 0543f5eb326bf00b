import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openProfile } from '../fixtures/containers/open-profile.ts';
import { loadProfile } from '../fixtures/profile/load-profile.ts';
import { cleanUp } from '../fixtures/run/clean-up.ts';
import { startRun } from '../fixtures/run/start-run.ts';
import { startEmbedded } from '../platform/embedded/start-embedded.ts';
import { runFiles } from '../suites/session/evidence-folder.ts';

/** A fixed seed, so that failures repeat. */
const seed = 1;

/**
 * Sets up a run for `vitest run --project suites`, with the profile in SELO_PROFILE or the embedded platform. Returns
 * its clean-up.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'selo-suites-'));
  resources.defer(() => rm(folder, { recursive: true }));
  const { SELO_PROFILE: profileFile } = process.env;
  const isEmbedded = profileFile === undefined;
  const target = resources.use(isEmbedded ? await startEmbedded() : await openProfile(await loadProfile(profileFile)));
  const { profile, secrets } = target;
  const run = resources.use(
    await startRun({ profile, secrets, depth: isEmbedded ? 'full' : 'quick', seed, isShared: !isEmbedded, folder }),
  );
  project.provide('run', run.handle);
  return async () => {
    await cleanUp(run.handle, join(folder, runFiles.journal));
    await resources.disposeAsync();
  };
};
