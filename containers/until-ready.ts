import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import type { DeclaredContainer } from './launch.ts';

interface Awaited {
  container: { inspect(): Promise<{ State: { Running: boolean; ExitCode: number } }> };
  /** Where a GET is answered once it is ready. */
  url: string;
  waitFor: DeclaredContainer['waitFor'];
  /** Whether its log has had the line that is waited for. */
  hasLogLine: () => boolean;
  /** Rejects with its reason. */
  signal: AbortSignal;
}

const pauseMs = 200;
const longestAnswerMs = 5_000;

/** Why the target is not ready by what it answers; undefined when it is. */
const refusalAt = async ({ url, waitFor, signal }: Awaited): Promise<string | undefined> => {
  try {
    const { statusCode, body } = await request(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestAnswerMs)]),
    });
    await body.dump();
    return waitFor.path === undefined || statusCode < 400 ? undefined : `GET ${url} is answered with ${statusCode}`;
  } catch {
    signal.throwIfAborted();
    return `GET ${url} gets no answer`;
  }
};

/**
 * Waits until a container's target is ready. Resolves with undefined, or in words with why it is not: the container
 * ended by itself, or did not get ready in time.
 */
export const untilReady = async (awaited: Awaited): Promise<string | undefined> => {
  const { container, waitFor, hasLogLine, signal } = awaited;
  const overdue = AbortSignal.timeout(waitFor.seconds * 1000);
  for (;;) {
    signal.throwIfAborted();
    const isOverdue = overdue.aborted;
    const { State } = await container.inspect();
    if (!State.Running) return `ended by itself with exit code ${State.ExitCode} before it was ready`;
    const silence = waitFor.log === undefined || hasLogLine() ? undefined : `no line of its log has "${waitFor.log}"`;
    const trouble = silence ?? (await refusalAt(awaited));
    if (trouble === undefined) return undefined;
    if (isOverdue) return `was not ready within ${waitFor.seconds} s (target.waitFor.seconds): ${trouble}`;
    await delay(pauseMs, undefined, { signal });
  }
};
