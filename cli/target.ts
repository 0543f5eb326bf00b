import { existsSync } from 'node:fs';
import type { Profile } from '../fixtures/profile/profile.ts';
import type { Secret } from '../fixtures/profile/secret.ts';
import { CliError } from './cli-error.ts';

export interface TargetOptions {
  profile?: string;
  baseUrl?: string;
}

/** What a command is asked to look at; disposing stops the embedded platform. */
export interface Target extends AsyncDisposable {
  profile: Profile;
  secrets: Secret[];
  isEmbedded: boolean;
  /** The options that named it. */
  options: string[];
}

/** What `selo init` writes, and what is read when no profile is named. */
export const defaultProfile = 'selo.config.ts';

/** The target that the options name: a profile, else the one in this folder, else the embedded platform. */
export const openTarget = async ({ profile: named, baseUrl }: TargetOptions): Promise<Target> => {
  const file = named ?? (existsSync(defaultProfile) ? defaultProfile : undefined);
  if (file !== undefined) {
    const { loadProfile } = await import('../fixtures/profile/load-profile.ts');
    const loaded = await loadProfile(file, baseUrl === undefined ? {} : { baseUrl });
    const options = [
      ...(named === undefined ? [] : ['--profile', named]),
      ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
    ];
    return { ...loaded, isEmbedded: false, options, async [Symbol.asyncDispose]() {} };
  }
  if (baseUrl !== undefined) {
    throw new CliError(
      `--base-url ${baseUrl} says where the target is, but not with what credentials: write a profile with "selo init" and name it with --profile`,
    );
  }
  const { startEmbedded } = await import('../embedded/start-embedded.ts');
  const target = await startEmbedded();
  return {
    profile: target.profile,
    secrets: target.secrets,
    isEmbedded: true,
    options: [],
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
};
