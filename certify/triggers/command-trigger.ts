import { omitUndefined } from '../../core/omit-undefined.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { cutMessage, readAnswer, readState, reasonIn } from './partner-answer.ts';
import { type EndedCommand, runCommand } from './run-command.ts';
import type { Acted, ActionWait, Trigger } from './trigger.ts';

interface CommandTriggerOptions {
  command: string;
  /** Arguments that precede the action's name and its parameters as JSON. */
  args: readonly string[];
  /** The folder in which the command runs. */
  folder: string;
  /** More variables for the command. */
  environment: Readonly<Record<string, string>>;
}

const commandTimeoutMs = 60_000;
/** The exit code for an action that the partner cannot perform. */
const cannot = 64;

/** Resolves when the wait ends. The command goes on: it may be writing what it has accepted. */
const endOfWait = ({ maxMs, signal }: ActionWait): Promise<Acted> =>
  new Promise((resolve) => {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(maxMs))]);
    const end = () => resolve({ outcome: 'failed', message: 'it was not waited for any longer' });
    if (ending.aborted) end();
    else ending.addEventListener('abort', end, { once: true });
  });

const lastOf = (lines: readonly string[]): string => lines.at(-1) ?? '';

/** Why a command did not end with 0: its last line on standard error, or the message that it printed. */
const reasonOf = ({ code, output, complaint }: EndedCommand): string =>
  complaint.length > 0 ? cutMessage(lastOf(complaint)) : reasonIn(lastOf(output)) || `exit code ${code}`;

/**
 * Runs a command for each action, with its name and the parameters as JSON. Exit code 0 comes with `{"id": …}` in the
 * last line of output. Exit code 64 says that the partner cannot perform the action, or rightly refuses it.
 */
export const commandTrigger = ({ command, args, folder, environment }: CommandTriggerOptions): Trigger => {
  const ended = (name: string, parameters: Record<string, unknown>, timeoutMs: number, signal?: AbortSignal) =>
    runCommand({
      command,
      args: [...args, name, JSON.stringify(parameters)],
      folder,
      environment,
      timeoutMs,
      ...omitUndefined({ signal }),
    });
  const run = async (
    name: string,
    parameters: Record<string, unknown>,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Acted> => {
    try {
      const end = await ended(name, parameters, timeoutMs, signal);
      if (end.code === 0) return readAnswer(lastOf(end.output));
      return { outcome: end.code === cannot ? 'cannot' : 'failed', message: reasonOf(end) };
    } catch (error) {
      return { outcome: 'failed', message: messageOf(error) };
    }
  };
  return {
    act: (action, parameters, wait) => {
      const acted = run(action, parameters, commandTimeoutMs);
      return wait === undefined ? acted : Promise.race([acted, endOfWait(wait)]);
    },
    idle: (timeoutMs, signal) => run('idle', {}, timeoutMs, signal),
    restart: () => run('restart', {}, commandTimeoutMs),
    async state() {
      const end = await ended('state', {}, commandTimeoutMs);
      if (end.code === cannot) return undefined;
      if (end.code !== 0) throw new Error(`it cannot show its state: ${reasonOf(end)}`);
      return readState(lastOf(end.output));
    },
  };
};
