import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type DrillKind, drillOf } from '../../../core/load-kinds.ts';
import type { Profile } from '../../../fixtures/profile/profile.ts';
import type { LoadSettings } from '../../../fixtures/profile/schema.ts';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import type { LoadCapture } from '../../capture/start-load-capture.ts';
import type { DrillRun } from '../../ledger/deadlines.ts';
import { LoadError } from '../load-error.ts';

/** The variables of all secrets of a profile. */
const secretNames = (part: unknown): string[] => {
  if (typeof part !== 'object' || part === null) return [];
  return 'env' in part && typeof part.env === 'string' && 'value' in part
    ? [part.env]
    : Object.values(part).flatMap(secretNames);
};

/** What a hook inherits: the environment of the user, which it may need, without the secrets of the profile. */
export const hookEnvironment = (profile: Profile, environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => {
  const secrets = new Set(secretNames(profile));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !secrets.has(name)));
};

interface DrillOptions {
  kind: DrillKind;
  seconds: number;
  capture: LoadCapture | undefined;
  restart: LoadSettings['restart'];
  /** Of the hooks. */
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

type Hook = NonNullable<LoadSettings['restart']>['kill'];

const hookSeconds = 120;

/** Why a hook failed, in words; undefined if it did not. */
const failureOf = async ({ command, args }: Hook, env: NodeJS.ProcessEnv): Promise<string | undefined> => {
  // no pipes: what a hook leaves running, such as the target, would keep them open
  const child = spawn(command, args, { env, stdio: 'ignore', timeout: hookSeconds * 1000 });
  try {
    const [code, signal]: unknown[] = await once(child, 'exit');
    if (code === 0) return undefined;
    return typeof code === 'number' ? `exit code ${code}` : `ended by ${signal}, after at most ${hookSeconds} s`;
  } catch (error) {
    return messageOf(error);
  }
};

const runHook = async (hook: Hook, what: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const failure = await failureOf(hook, env);
  if (failure === undefined) return;
  throw new LoadError(
    `The hook to ${what} the target failed: ${[hook.command, ...hook.args].join(' ')}: ${failure}. Check load.restart.${what} in the profile.`,
  );
};

/** Lets the receivers or the target fail for some seconds. Rejects with `LoadError` if a hook fails. */
export const drill = async ({
  kind,
  seconds,
  capture,
  restart,
  environment,
  signal,
}: DrillOptions): Promise<DrillRun> => {
  const fromMs = Date.now();
  const wait = (): Promise<void> => delay(seconds * 1000, undefined, { signal }).catch(() => {});
  const { receivers } = drillOf(kind);
  if (receivers === undefined) {
    if (restart === undefined)
      throw new LoadError('The restart drill needs load.restart in the profile. Add it, or choose another drill.');
    await runHook(restart.kill, 'kill', environment);
    await wait();
    await runHook(restart.start, 'start', environment);
  } else {
    await capture?.behave(receivers);
    await wait();
    await capture?.behave('acknowledge');
  }
  return { kind, fromMs, toMs: Date.now() };
};
