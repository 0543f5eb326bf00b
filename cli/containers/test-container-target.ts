import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { profileAsJson } from '../../fixtures/profile/profile-as-json.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { dockerEnvironment } from './test-docker.ts';

/** What a profile says of a target that is started. */
type Declared = Record<string, unknown>;

/** A folder with a profile whose target is the platform in a container, and what the command line needs for it. */
export interface ContainerTarget extends AsyncDisposable {
  folder: string;
  profileFile: string;
  out: string;
  env: Record<string, string>;
}

/** Real seconds per documented second: more than usual, since containers are started and built beside. */
export const timeScale = 0.01;

/** The command line of a platform that containers and this machine reach. */
export const platformCommand = ['platform', '--host', '0.0.0.0', '--time-scale', String(timeScale)];

/** Another start of the platform has other users. */
export const withoutUsers = (profile: Profile): Profile => ({
  ...profile,
  companies: profile.companies.map(({ users: _, ...company }) => company),
});

/**
 * Writes a profile of the embedded platform, but as a target to start; `declare` is given the environment with its
 * credentials, and says what to start.
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
