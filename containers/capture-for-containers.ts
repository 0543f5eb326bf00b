import { freePort } from '../fixtures/free-port.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import type { Docker } from './docker.ts';
import { TargetError } from './target-error.ts';

type Capture = NonNullable<Profile['capture']>;

/**
 * Puts the capture server where containers reach it: at this machine's address in their network, so that nobody else does,
 * or at the name that Docker Desktop has for this machine. What the profile says of its address stays. Throws
 * `TargetError` where the containers run elsewhere.
 */
export const captureForContainers = async (docker: Docker, capture: Capture): Promise<Capture> => {
  if (capture.publicUrl ?? capture.controlUrl ?? capture.host) return capture;
  const { host, address } = docker.machine;
  if (address !== undefined) return { ...capture, host: address };
  if (host !== '127.0.0.1') {
    throw new TargetError(
      `The containers of the target run on ${host}, so they must know where notifications reach us: set capture.publicUrl, and capture.host to the address to listen on.`,
    );
  }
  const port = await freePort('127.0.0.1', capture.port === 0 ? undefined : capture.port);
  return { ...capture, port, publicUrl: `http://host.docker.internal:${port}` };
};
