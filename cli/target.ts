import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { omitUndefined } from '../core/omit-undefined.ts';
import type { OpenedProfile } from '../fixtures/containers/open-profile.ts';
import type { StartedTarget } from '../fixtures/containers/start-target.ts';
import { targetLogFile } from '../fixtures/containers/target-log.ts';
import type { LoadedProfile } from '../fixtures/profile/load-profile.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import type { Secret } from '../fixtures/profile/secret.ts';
import { CliError } from './cli-error.ts';
import { Interrupted } from './interrupted.ts';
import { relativePath } from './relative-path.ts';

export interface TargetOptions {
  profile?: string;
  baseUrl?: string;
}

/** What a command is asked to look at; disposing stops the embedded platform, and removes what was started. */
export interface Target extends AsyncDisposable {
  profile: Profile;
  secrets: Secret[];
  isEmbedded: boolean;
  /** The options that named it. */
  options: string[];
  /** Where the profile has its target started in containers. */
  started?: StartedTarget;
}

interface Opening {
  /** Ends the start of a target. */
  signal: AbortSignal;
  /** Progress of a target that is started, in words. */
  say: (text: string) => void;
  /** Keeps the log of a target that does not get ready. */
  folder?: string;
  /** Starts the embedded platform in a process of its own, so that it does not take the processor from the checks. */
  forks?: boolean;
  /** The embedded platform, where it is starting already. */
  embedded?: Promise<EmbeddedTarget> | undefined;
}

type EmbeddedTarget = LoadedProfile & AsyncDisposable;

/** The message of an error says where the log is. */
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

/** What `selo init` writes, and what is read when no profile is named. */
export const defaultProfile = 'selo.config.ts';

const namedBy = ({ profile }: TargetOptions): string | undefined =>
  profile ?? (existsSync(defaultProfile) ? defaultProfile : undefined);

/** Starts the embedded platform if it is what the options name; its process starts up while this one loads the rules. */
export const startEmbeddedEarly = async (
  options: TargetOptions,
): Promise<({ ready: Promise<EmbeddedTarget> } & AsyncDisposable) | undefined> => {
  if (options.baseUrl !== undefined || namedBy(options) !== undefined) return undefined;
  const { forkEmbedded } = await import('../platform/embedded/fork-embedded.ts');
  const ready = forkEmbedded({});
  // the caller that opens the target learns why it did not start
  const started = ready.catch(() => undefined);
  return { ready, [Symbol.asyncDispose]: async () => await (await started)?.[Symbol.asyncDispose]() };
};

/**
 * The target that the options name: a profile, else the one in this folder, else the embedded platform. Throws
 * `CliError` and `ProfileError`, for a target that has to be started `TargetError`, and `Interrupted` when the signal
 * aborts before it is ready.
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
