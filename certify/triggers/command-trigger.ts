import { omitUndefined } from '../../core/omit-undefined.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { cutMessage } from './cut-message.ts';
import { readAnswer } from './partner-answer.ts';
import { runCommand } from './run-command.ts';
import type { Acted, Trigger } from './trigger.ts';

interface CommandTriggerOptions {
  command: string;
  /** Before the action's name and its parameters as JSON. */
  args: readonly string[];
  /** Where it runs; the working directory when left out. */
  folder?: string;
}

const timeoutMs = 60_000;
/** Exit code of a command for what the partner cannot do. */
const cannot = 64;

/**
 * A command that is run for each action, with its name and the parameters as JSON: exit code 0 with `{"id": …}` as the
 * last line of its output, 64 for what the partner cannot do.
 */
export const commandTrigger = ({ command, args, folder = process.cwd() }: CommandTriggerOptions): Trigger => {
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
    act: (action, parameters) => run(action, parameters, timeoutMs),
    async idle(untilMs, signal) {
      const { outcome } = await run('idle', {}, untilMs, signal);
      return outcome !== 'failed';
    },
    restart: () => run('restart', {}, timeoutMs),
  };
};
