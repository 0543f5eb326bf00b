import type { LoadedProfile } from '../fixtures/profile/load-profile.ts';
import { evidenceRedaction } from '../fixtures/redaction.ts';
import { captureForContainers } from './capture-for-containers.ts';
import { reachDocker } from './docker.ts';
import { type StartedTarget, startTarget } from './start-target.ts';

/** A profile whose target is there; disposing removes what was started for it. */
export interface OpenedProfile extends LoadedProfile, AsyncDisposable {
  /** Where the profile has its target started. */
  started?: StartedTarget;
}

interface OpenOptions {
  /** Ends the start of a target. */
  signal?: AbortSignal;
  /** Progress in words, for the one who waits for a target. */
  say?: (text: string) => void;
}

/**
 * Starts the target that a profile declares, if it does, and puts its address into the profile. Throws `TargetError` when
 * it cannot be started or does not get ready, and the signal's reason; nothing of it is left then.
 */
export const openProfile = async (
  loaded: LoadedProfile,
  { signal = new AbortController().signal, say = () => {} }: OpenOptions = {},
): Promise<OpenedProfile> => {
  const { profile, secrets } = loaded;
  const { target, baseUrl, capture } = profile;
  if (!target) return { ...loaded, async [Symbol.asyncDispose]() {} };
  const docker = await reachDocker();
  const reached = capture && { capture: await captureForContainers(docker, capture) };
  const redact = evidenceRedaction(secrets);
  const started = await startTarget(docker, target, { path: baseUrl, redact, signal, say });
  return {
    ...loaded,
    profile: { ...profile, ...reached, baseUrl: started.origin + baseUrl.replace(/\/+$/, '') },
    started,
    async [Symbol.asyncDispose]() {
      await started.end();
    },
  };
};
