import type { ContainerRuntimeClient } from 'testcontainers';
import { messageOf } from '../fixtures/message-of.ts';
import { type DockerMachine, dockerMachine } from './docker-machine.ts';
import { TargetError } from './target-error.ts';

type Library = typeof import('testcontainers');

/** Docker, or what speaks its language, by the library that starts containers. */
export interface Docker {
  library: Library;
  client: ContainerRuntimeClient;
  machine: DockerMachine;
}

/** A container of a target. */
export interface FoundContainer {
  container: ReturnType<ContainerRuntimeClient['container']['getById']>;
  /** In its compose file; empty where there is none. */
  service: string;
}

/** Only those who have a target started install it: it brings much along. */
const importLibrary = async (): Promise<Library> => {
  try {
    return await import('testcontainers');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) throw error;
    throw new TargetError(
      'To start a target Selo needs the package testcontainers: npm install --save-dev testcontainers@12',
    );
  }
};

/** Reaches Docker as the `docker` command would, or by DOCKER_HOST. Throws `TargetError` where there is none. */
export const reachDocker = async (): Promise<Docker> => {
  const library = await importLibrary();
  try {
    const client = await library.getContainerRuntimeClient();
    return { library, client, machine: await dockerMachine(client) };
  } catch (error) {
    throw new TargetError(
      `The profile has its target started in a container, and no Docker answers: install or start it, or see whether this user may use it ("docker info" says). ${messageOf(error)}.`,
    );
  }
};

/** All containers with this label, `name=value`, those that have ended too. */
export const containersOf = ({ client }: Docker, label: string): Promise<FoundContainer[]> =>
  client.container.dockerode.listContainers({ all: true, filters: { label: [label] } }).then((listed) =>
    listed.map(({ Id, Labels }) => ({
      container: client.container.getById(Id),
      service: Labels['com.docker.compose.service'] ?? '',
    })),
  );

/** The one of this service; of a single container the service is empty. */
export const judgedOf = (found: readonly FoundContainer[], service: string): FoundContainer | undefined =>
  found.find((each) => each.service === service);
