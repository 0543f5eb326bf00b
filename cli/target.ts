import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { omitUndefined } from '../core/omit-undefined.ts';
import type { OpenedProfile } from '../fixtures/containers/open-profile.ts';
import type { StartedTarget } from '../fixtures/containers/start-target.ts';
import { targetLogFile } from '../fixtures/containers/target-log.ts';
import type { LoadedProfile } from '../fixtures/profile/load-profile.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import type { Secret } from '../fixtures/profile/secret.ts';
import { CliError, Interrupted } from './cli-error.ts';
import { relativePath } from './paths.ts';

export interface TargetOptions {
  profile?: string;
  baseUrl?: string;
}

/** The target of a command. Disposing stops the embedded platform and removes started containers. */
export interface Target extends AsyncDisposable {
  profile: Profile;
  secrets: Secret[];
  isEmbedded: boolean;
  /** The options that name it. */
  options: string[];
  /** The containers of the target, if the profile starts it. */
  started?: StartedTarget;
}

interface Opening {
  /** Cancels the start of a target. */
  signal: AbortSignal;
  /** Reports the progress of the start. */
  say: (text: string) => void;
  /** Folder for the log of a target that fails to start. */
  folder?: string;
  /** Starts the embedded platform in its own process, so that it does not compete with the checks. */
  forks?: boolean;
  /** The embedded platform, if it is already starting. */
  embedded?: Promise<EmbeddedTarget> | undefined;
}

type EmbeddedTarget = LoadedProfile & AsyncDisposable;

/** Keeps the log of a target that failed to start, and adds its path to the error. */
const keepLog = async (error: unknown, folder: string | undefined): Promise<unknown> => {
  const { TargetError } = await import('../fixtures/containers/target-error.ts');
  if (!(error instanceof TargetError) || !error.keepLog || folder === undefined) return error;
  const file = join(folder, targetLogFile);
  error.keepLog(file);
  return new TargetError(`${error.message}\nThe whole log: ${relativePath(file)}`);
};

const openLoaded = async (loaded: LoadedProfile, { signal, say, folder }: Opening): Promise<OpenedProfile> => {
  const { openProfile } = await import('../fixtures/containers/open-profile.ts');
  try {
    return await openProfile(loaded, { signal, say });
  } catch (error) {
    if (signal.aborted) throw new Interrupted('Interrupted before the target was ready; nothing of it is left.');
    throw await keepLog(error, folder);
  }
};

const openEmbedded = async ({ forks = false, embedded }: Opening): Promise<EmbeddedTarget> => {
  if (embedded) return await embedded;
  const { startEmbedded } = await import('../platform/embedded/start-embedded.ts');
  if (!forks) return startEmbedded();
  const { forkEmbedded } = await import('../platform/embedded/fork-embedded.ts');
  return forkEmbedded({});
};

/** The embedded platform as the target of a command. */
export const embeddedTarget = (embedded: EmbeddedTarget): Target => ({
  profile: embedded.profile,
  secrets: embedded.secrets,
  isEmbedded: true,
  options: [],
  [Symbol.asyncDispose]: () => embedded[Symbol.asyncDispose](),
});

/** The profile that `selo init` writes, and that commands read by default. */
export const defaultProfile = 'selo.config.ts';

const namedBy = ({ profile }: TargetOptions): string | undefined =>
  profile ?? (existsSync(defaultProfile) ? defaultProfile : undefined);

/** Starts the embedded platform if the options name no other target. It starts while this process loads the rules. */
export const startEmbeddedEarly = async (
  options: TargetOptions,
): Promise<({ ready: Promise<EmbeddedTarget> } & AsyncDisposable) | undefined> => {
  if (options.baseUrl !== undefined || namedBy(options) !== undefined) return undefined;
  const { forkEmbedded } = await import('../platform/embedded/fork-embedded.ts');
  const ready = forkEmbedded({});
  // `openTarget` reports the error
  const started = ready.catch(() => undefined);
  return { ready, [Symbol.asyncDispose]: async () => await (await started)?.[Symbol.asyncDispose]() };
};

/**
 * Opens the target of the options: a profile, the default profile, or the embedded platform. Throws `CliError` and
 * `ProfileError`, `TargetError` if the target does not start, and `Interrupted` if the signal aborts before.
 */
export const openTarget = async (options: TargetOptions, opening: Opening): Promise<Target> => {
  const { profile: named, baseUrl } = options;
  const file = namedBy(options);
  if (file !== undefined) {
    const { loadProfile } = await import('../fixtures/profile/load-profile.ts');
    const loaded = await loadProfile(file, omitUndefined({ baseUrl }));
    const said = [
      ...(named === undefined ? [] : ['--profile', named]),
      ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
    ];
    return { ...(await openLoaded(loaded, opening)), isEmbedded: false, options: said };
  }
  if (baseUrl !== undefined) {
    throw new CliError(
      `--base-url ${baseUrl} says where the target is, but not with what credentials: write a profile with "npx selo init" and name it with --profile`,
    );
  }
  return embeddedTarget(await openEmbedded(opening));
};
