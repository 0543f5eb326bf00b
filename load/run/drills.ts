import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { LoadSettings } from '../../fixtures/profile/schema.ts';
import type { LoadCapture } from '../capture/start-load-capture.ts';
import type { Drill } from '../result.ts';
import { LoadError } from './load-error.ts';

export type DrillKind = Drill['kind'];
export const drillKinds: readonly DrillKind[] = ['refusing', 'hanging', 'resetting', 'gone', 'restart'];

/** A drill as it was carried out; times in ms since the epoch. */
export interface DrillRun {
  kind: DrillKind;
  fromMs: number;
  toMs: number;
}

interface DrillOptions {
  kind: DrillKind;
  seconds: number;
  capture: LoadCapture | undefined;
  restart: LoadSettings['restart'];
  signal: AbortSignal;
}

type Hook = NonNullable<LoadSettings['restart']>['kill'];

const run = promisify(execFile);
const hookSeconds = 120;

const carryOut = async ({ command, args }: Hook, what: string): Promise<void> => {
  try {
    await run(command, args, { timeout: hookSeconds * 1000 });
  } catch (error) {
    throw new LoadError(
      `The hook that is to ${what} the target failed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}. Look at load.restart.${what} in the profile.`,
    );
  }
};

/** Lets the receiver, or the platform, fail for so long, and puts it right again. Rejects with `LoadError` when a hook fails. */
export const drill = async ({ kind, seconds, capture, restart, signal }: DrillOptions): Promise<DrillRun> => {
  const fromMs = Date.now();
  const wait = (): Promise<void> => delay(seconds * 1000, undefined, { signal }).catch(() => {});
  if (kind === 'restart') {
    if (restart === undefined) throw new LoadError('The restart drill needs load.restart in the profile.');
    await carryOut(restart.kill, 'kill');
    await wait();
    await carryOut(restart.start, 'start');
  } else {
    await capture?.meet(kind);
    await wait();
    await capture?.meet('answering');
  }
  return { kind, fromMs, toMs: Date.now() };
};
