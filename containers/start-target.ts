import { randomBytes } from 'node:crypto';
import { messageOf } from '../fixtures/message-of.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import type { Redact } from '../fixtures/redaction.ts';
import { containersOf, type Docker, type FoundContainer, judgedOf } from './docker.ts';
import type { Launch } from './launch.ts';
import { launchCompose } from './launch-compose.ts';
import { launchContainer } from './launch-container.ts';
import { removalOf } from './removal-of.ts';
import { TargetError } from './target-error.ts';
import { createTargetLog, type TargetLog } from './target-log.ts';
import { untilReady } from './until-ready.ts';

/** A target that runs in containers of ours. */
export interface StartedTarget {
  /** `http://host:port` */
  origin: string;
  log: TargetLog;
  /**
   * Removes its containers; the log is whole then. Never rejects: resolves with what has to be reported, in words, that it
   * had ended by itself among it. A second time it does nothing.
   */
  end(): Promise<string[]>;
}

interface StartOptions {
  /** Below the origin. */
  path: string;
  redact: Redact;
  signal: AbortSignal;
  /** Progress in words, for the one who waits. */
  say: (text: string) => void;
}

const launchOf = ({ container, compose }: NonNullable<Profile['target']>): Launch => {
  const id = randomBytes(4).toString('hex');
  if (container) return launchContainer(container, id);
  if (compose) return launchCompose(compose, id);
  throw new TypeError('a target is a container or a compose file');
};

/** Where this machine reaches the port; by an address of one kind, since the other may lead to another container. */
const originOf = async ({ machine }: Docker, { container }: FoundContainer, launch: Launch): Promise<string> => {
  const { port } = launch.declared;
  const { Ports } = (await container.inspect()).NetworkSettings;
  const bindings = Ports[`${port}/tcp`] ?? [];
  const binding = bindings.find(({ HostIp }) => !HostIp.includes(':')) ?? bindings[0];
  if (!binding) {
    const published = Object.entries(Ports).flatMap(([name, bound]) =>
      bound?.length ? [name.replace('/tcp', '')] : [],
    );
    throw new TargetError(
      `Port ${port} of ${launch.what} is not published, so it cannot be reached: give the service ports: ["${port}"]${published.length > 0 ? `, or name the port that is (${published.join(', ')})` : ''}.`,
    );
  }
  return `http://${machine.host}:${binding.HostPort}`;
};

/** Every container of the launch, each line after its service; `onJudged` gets what the one that is judged writes. */
const followLogs = async (
  docker: Docker,
  found: readonly FoundContainer[],
  launch: Launch,
  { log, onJudged }: { log: TargetLog; onJudged: (text: string) => void },
): Promise<void> => {
  for (const { container, service } of found) {
    const stream = await docker.client.container.logs(container);
    log.follow(stream, service, service === launch.service ? onJudged : undefined);
  }
};

/**
 * Starts a target in containers and waits until it is ready. What was started is removed again when that fails, or the
 * signal aborts. Throws `TargetError` with why, with the last lines of the log, and the signal's reason.
 */
export const startTarget = async (
  docker: Docker,
  target: NonNullable<Profile['target']>,
  { path, redact, signal, say }: StartOptions,
): Promise<StartedTarget> => {
  const launch = launchOf(target);
  const { waitFor } = launch.declared;
  const log = createTargetLog();
  const end = removalOf(docker, launch, log);
  let isFollowed = false;
  let hasLogLine = false;
  const onJudged = (text: string): void => {
    hasLogLine ||= waitFor.log !== undefined && text.includes(waitFor.log);
  };
  const follow = async (): Promise<readonly FoundContainer[]> => {
    const found = await containersOf(docker, launch.label);
    if (!isFollowed) await followLogs(docker, found, launch, { log, onJudged });
    isFollowed = true;
    return found;
  };
  try {
    say(`Starting ${launch.what} as the target ...`);
    await launch.start(docker, signal);
    const judged = judgedOf(await follow(), launch.service);
    if (!judged) throw new TargetError(`${launch.what} is not among what was started.`);
    const { State } = await judged.container.inspect();
    if (!State.Running) throw new TargetError(`${launch.what} ended by itself with exit code ${State.ExitCode}.`);
    const origin = await originOf(docker, judged, launch);
    const url = `${origin}${waitFor.path ?? path}`;
    const trouble = await untilReady({
      container: judged.container,
      url,
      waitFor,
      hasLogLine: () => hasLogLine,
      signal,
    });
    if (trouble !== undefined) throw new TargetError(`The target cannot be judged: ${launch.what} ${trouble}.`);
    return { origin, log, end };
  } catch (error) {
    if (!isFollowed) await follow().catch(() => {});
    const troubles = (await end()).filter((trouble) => trouble.includes('could not be removed'));
    signal.throwIfAborted();
    const lines = log.tail();
    const reported = [messageOf(error), ...(lines === '' ? [] : [`Its log ends:\n${lines}`]), ...troubles].join('\n');
    if (!(error instanceof TargetError)) throw error;
    throw new TargetError(redact(reported), lines === '' ? undefined : (file) => log.keep(file, redact));
  }
};
