import type { WaitStrategy } from 'testcontainers';
import { messageOf } from '../fixtures/message-of.ts';
import { containersOf, type Docker } from './docker.ts';
import { type DeclaredContainer, environmentOf, type Launch } from './launch.ts';
import { TargetError } from './target-error.ts';

const labelName = 'selo.target';

/** The library's own ways to wait need a shell in the image, cannot be interrupted, and remove the log with the container. */
const noWait: WaitStrategy = {
  async waitUntilReady() {},
  withStartupTimeout: () => noWait,
  isStartupTimeoutSet: () => false,
  getStartupTimeout: () => 0,
};

/** Rejects with the signal's reason as soon as it aborts; what was begun goes on. */
const orAborted = async <T>(begun: Promise<T>, signal: AbortSignal): Promise<T> => {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([begun, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
};

const pull = async ({ library, client }: Docker, image: string): Promise<void> => {
  const name = library.ImageName.fromString(image);
  const trouble = await client.image.pull(name).then(() => undefined, messageOf);
  // no error reports what a registry refuses on the way
  if (trouble === undefined && (await client.image.exists(name))) return;
  throw new TargetError(
    `The image ${image} of the target is not here and could not be pulled: see whether its name is right and whether Docker may pull it ("docker pull ${image}" shows).${trouble === undefined ? '' : `\n  Docker says: ${trouble}`}`,
  );
};

/** One container, with a port of this machine for the one that is judged. */
export const launchContainer = (declared: DeclaredContainer, id: string): Launch => {
  const { image, port, env, command } = declared;
  const label = `${labelName}=${id}`;
  return {
    what: `a container of ${image}`,
    label,
    service: '',
    declared,
    async start(docker, signal) {
      // it may take minutes, and leaves nothing to remove
      await orAborted(pull(docker, image), signal);
      const container = new docker.library.GenericContainer(image)
        .withExposedPorts(port)
        .withEnvironment(environmentOf(env))
        .withLabels({ [labelName]: id })
        .withWaitStrategy(noWait);
      if (command) container.withCommand(command);
      try {
        await container.start();
      } catch (error) {
        throw new TargetError(`The container of ${image} could not be started: ${messageOf(error)}.`);
      }
    },
    async remove(docker) {
      for (const { container } of await containersOf(docker, label)) await container.remove({ force: true, v: true });
    },
  };
};
