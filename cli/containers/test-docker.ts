import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { omitUndefined } from '../../core/omit-undefined.ts';

/** Testcontainers removes leftovers with an image, and these tests pull no image. */
export const dockerEnvironment: Readonly<Record<string, string>> = {
  ...omitUndefined({ DOCKER_HOST: process.env.DOCKER_HOST }),
  TESTCONTAINERS_RYUK_DISABLED: 'true',
};

/** Why containers cannot be tested here; undefined if they can. */
export const dockerTrouble = (): string | undefined => {
  if (process.platform !== 'linux') return 'the image of these tests is made of a Node for Linux';
  const { error, status } = spawnSync('docker', ['info'], { stdio: 'ignore' });
  if (error) return 'there is no docker command';
  return status === 0 ? undefined : 'no Docker answers';
};

const composes = [['docker', 'compose'], ['docker-compose']];

/** The command of Compose; undefined if it is not installed. */
export const composeCommand = (): string[] | undefined =>
  composes.find(
    ([command = '', ...args]) => spawnSync(command, [...args, 'version'], { stdio: 'ignore' }).status === 0,
  );

/** Runs `docker` and returns its output. */
export const docker = async (...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('docker', args);
  return stdout.trim();
};

/** Ids of the containers of an image, including stopped ones. */
export const containersOf = async (image: string): Promise<string[]> => {
  const ids = await docker('ps', '--all', '--quiet', '--filter', `ancestor=${image}`);
  return ids === '' ? [] : ids.split('\n');
};
