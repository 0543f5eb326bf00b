import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { messageOf } from '../fixtures/message-of.ts';
import type { Docker } from './docker.ts';
import { type DeclaredCompose, environmentOf, type Launch } from './launch.ts';
import { TargetError } from './target-error.ts';

type ComposeOptions = Parameters<Docker['client']['compose']['up']>[0];

const answers = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Compose comes with Docker as a command of it; the older one stands by itself. */
const executableOf = (file: string): Pick<ComposeOptions, 'executable'> => {
  if (answers('docker', 'compose', 'version')) return {};
  if (answers('docker-compose', 'version')) return { executable: { standalone: true } };
  throw new TargetError(
    `To start the services of ${file} Selo needs Docker Compose, and neither "docker compose" nor "docker-compose" answers: install the plugin of Docker (https://docs.docker.com/compose/install).`,
  );
};

/** The services of a compose file as a project of their own, so that they share no container with another start. */
export const launchCompose = (declared: DeclaredCompose, id: string): Launch => {
  const { file, service, env } = declared;
  const path = resolve(file);
  const project = `selo-${id}`;
  let options: ComposeOptions | undefined;
  return {
    what: `the service ${service} of ${file}`,
    label: `com.docker.compose.project=${project}`,
    service,
    declared,
    async start({ library, client }, signal) {
      if (!existsSync(path)) {
        throw new TargetError(
          `target.compose.file: ${file} is not there; it is looked for from where the command runs.`,
        );
      }
      signal.throwIfAborted();
      options = {
        filePath: dirname(path),
        files: basename(path),
        projectName: project,
        environment: environmentOf(env),
        ...executableOf(file),
      };
      // before anything is started: it removes what a crash of ours would leave
      (await library.getReaper(client)).addComposeProject(project);
      try {
        await client.compose.up(options, [service]);
      } catch (error) {
        throw new TargetError(`The services of ${file} could not be started. Compose says:\n${messageOf(error)}`);
      }
    },
    async remove({ client }) {
      if (options) await client.compose.down(options, { removeVolumes: true, timeout: 0 });
    },
  };
};
