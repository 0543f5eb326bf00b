import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { profileAsJson } from '../../fixtures/profile/profile-as-json.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { dockerEnvironment } from './test-docker.ts';

type Declared = Record<string, unknown>;

/** A profile whose target is the platform in a container, and what the command line needs for it. */
export interface ContainerTarget extends AsyncDisposable {
  folder: string;
  profileFile: string;
  out: string;
  env: Record<string, string>;
}

/**
 * Real seconds per documented second: more than in other tests, because containers start and build at the same time.
 */
export const timeScale = 0.01;

/** Starts a platform that containers and this machine can reach. */
export const platformCommand = ['platform', '--host', '0.0.0.0', '--time-scale', String(timeScale)];

/** Each start of the platform has other users. */
export const withoutUsers = (profile: Profile): Profile => ({
  ...profile,
  companies: profile.companies.map(({ users: _, ...company }) => company),
});

/**
 * Writes a profile of the embedded platform as a target to start. `declare` returns its `target`, given the environment
 * with its credentials.
 */
export const containerTarget = async (declare: (env: Declared) => Declared): Promise<ContainerTarget> => {
  const folder = await temporaryFolder();
  await using embedded = await startEmbedded({ policy: { timeScale } });
  const { profile, secrets } = embedded;
  const credentials = Object.fromEntries(secrets.map(({ env }) => [env, { env }]));
  const written: Declared = JSON.parse(profileAsJson(withoutUsers(profile)));
  const profileFile = join(folder.path, 'target.json');
  await writeFile(profileFile, JSON.stringify({ ...written, baseUrl: '/', target: declare(credentials) }));
  return {
    folder: folder.path,
    profileFile,
    out: join(folder.path, 'out'),
    env: { ...dockerEnvironment, ...Object.fromEntries(secrets.map(({ env, value }) => [env, value])) },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
};
