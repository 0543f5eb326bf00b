import type { Profile } from '../../fixtures/profile/profile.ts';
import { startRun } from '../../fixtures/run/start-run.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { type EmbeddedOptions, startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { makeTry, type Try } from './make-context.ts';
import { openSession, type Session } from './session.ts';

export interface TestRun extends AsyncDisposable {
  session: Session;
  /** Ends with the run at the latest. */
  startTry(rule: string): Try;
}

/**
 * A run against the embedded platform, whose receiver is registered for every company; its profile can be changed
 * first.
 */
export const openTestRun = async (
  options: EmbeddedOptions = {},
  change: (profile: Profile) => Profile = (profile) => profile,
): Promise<TestRun> => {
  const resources = new AsyncDisposableStack();
  const target = resources.use(await startEmbedded(options));
  const folder = resources.use(await temporaryFolder());
  const { secrets } = target;
  const run = resources.use(
    await startRun({ profile: change(target.profile), secrets, depth: 'full', seed: 1, folder: folder.path }),
  );
  const session = resources.use(await openSession(run.handle));
  return {
    session,
    startTry(rule) {
      const one = makeTry(session, rule, 0);
      resources.defer(() => one.end());
      return one;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};
