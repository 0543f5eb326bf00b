import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { openSession, type Session } from './session.ts';

interface Target {
  profile: Profile;
  secrets: Secret[];
}

/** A session of a test, with a folder of its own and without a receiver. */
export const openTestSession = async (
  { profile, secrets }: Target,
  overrides: Partial<RunHandle> = {},
): Promise<AsyncDisposable & { session: Session; folder: string }> => {
  const resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const session = resources.use(
    await openSession({
      runId: 'run1',
      seed: 1,
      depth: 'full',
      profile,
      mailboxes: {},
      unregistered: {},
      secrets,
      folder: folder.path,
      ...overrides,
    }),
  );
  return { session, folder: folder.path, [Symbol.asyncDispose]: () => resources.disposeAsync() };
};
