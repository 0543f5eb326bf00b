import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../fixtures/message-of.ts';
import { containersOf, type Docker, judgedOf } from './docker.ts';
import type { Launch } from './launch.ts';
import type { TargetLog } from './target-log.ts';

/** How long a log may take to come to its end, once its containers have ended. */
const longestLogMs = 10_000;

/**
 * Returns what removes the containers of a launch: it stops them, lets the log come to its end, and takes them away. That
 * never rejects: it resolves with what has to be reported, in words, and a second time with nothing.
 */
export const removalOf = (docker: Docker, launch: Launch, log: TargetLog): (() => Promise<string[]>) => {
  const remove = async (): Promise<string[]> => {
    const troubles: string[] = [];
    try {
      const found = await containersOf(docker, launch.label);
      const judged = judgedOf(found, launch.service);
      const state = (await judged?.container.inspect())?.State;
      if (!state) troubles.push(`${launch.what} was not there any more when the run ended`);
      else if (!state.Running) {
        const why = state.OOMKilled ? ', because it ran out of memory' : '';
        troubles.push(`${launch.what} had ended by itself, with exit code ${state.ExitCode}${why}`);
      }
      for (const { container } of found) await docker.client.container.stop(container, { timeout: 0 });
      // a stream that hangs must not keep a run from ending
      await Promise.race([log.ended(), delay(longestLogMs, undefined, { ref: false })]);
      await launch.remove(docker);
    } catch (error) {
      troubles.push(
        `${launch.what} could not be removed (docker ps --all --filter label=${launch.label} shows it): ${messageOf(error)}`,
      );
    }
    return troubles;
  };
  let removed: Promise<string[]> | undefined;
  return () => {
    const isFirst = removed === undefined;
    removed ??= remove();
    return isFirst ? removed : removed.then(() => []);
  };
};
