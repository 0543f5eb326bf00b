import type { ContainerRuntimeClient } from 'testcontainers';
import { freePort } from '../fixtures/free-port.ts';

/** The machine that containers run on, as it is reached from here. */
export interface DockerMachine {
  /** At which published ports are reached. */
  host: string;
  /** Where it is this one: its address in the network of its containers. */
  address?: string;
}

const isOwn = (address: string): Promise<boolean> =>
  freePort(address).then(
    () => true,
    () => false,
  );

/** The address of the machine in the network that containers are in by default. */
const addressThere = async (client: ContainerRuntimeClient): Promise<string | undefined> => {
  const { IPAM } = await client.container.dockerode.getNetwork('bridge').inspect();
  const [address] = (IPAM?.Config ?? []).flatMap(({ Gateway, Subnet }) => {
    // Docker takes the first address of the network, and does not always report it
    const first = /^(\d+\.\d+\.\d+)\.0\//.exec(Subnet ?? '')?.[1];
    return Gateway ?? (first === undefined ? [] : `${first}.1`);
  });
  return address;
};

/**
 * Which machine that is. The library takes a machine whose root has `.dockerenv` for a container, and then names that
 * address, though it may be the machine itself. With Docker Desktop it is another machine, reached at 127.0.0.1.
 */
export const dockerMachine = async (client: ContainerRuntimeClient): Promise<DockerMachine> => {
  const { host } = client.info.containerRuntime;
  const address = await addressThere(client);
  const mayBeHere = host === 'localhost' || host === address;
  if (address !== undefined && mayBeHere && (await isOwn(address))) return { host: '127.0.0.1', address };
  return { host: host === 'localhost' ? '127.0.0.1' : host };
};
