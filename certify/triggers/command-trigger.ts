import { omitUndefined } from '../../core/omit-undefined.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { cutMessage, readAnswer } from './partner-answer.ts';
import { runCommand } from './run-command.ts';
import type { Acted, Trigger } from './trigger.ts';

interface CommandTriggerOptions {
  command: string;
  /** Arguments that precede the action's name and its parameters as JSON. */
  args: readonly string[];
  /** The folder in which the command runs. */
  folder: string;
}

const commandTimeoutMs = 60_000;
/** The exit code for an action that the partner cannot perform. */
const cannot = 64;

/**
 * Runs a command for each action, with its name and the parameters as JSON. Exit code 0 comes with `{"id": …}` in the
 * last line of output. Exit code 64 says that the partner cannot perform the action.
 */
export const commandTrigger = ({ command, args, folder }: CommandTriggerOptions): Trigger => {
  const run = async (
    name: string,
    parameters: Record<string, unknown>,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Acted> => {
    try {
      const ended = await runCommand({
        command,
        args: [...args, name, JSON.stringify(parameters)],
        folder,
        timeoutMs,
        ...omitUndefined({ signal }),
      });
      const { code, output, complaint } = ended;
      if (code === 0) return readAnswer(output.at(-1) ?? '');
      return {
        outcome: code === cannot ? 'cannot' : 'failed',
        message: cutMessage(complaint.at(-1) ?? `exit code ${code}`),
      };
    } catch (error) {
      return { outcome: 'failed', message: messageOf(error) };
    }
  };
  return {
    act: (action, parameters) => run(action, parameters, commandTimeoutMs),
    async idle(untilMs, signal) {
      const { outcome } = await run('idle', {}, untilMs, signal);
      return outcome !== 'failed';
    },
    restart: () => run('restart', {}, commandTimeoutMs),
  };
};
