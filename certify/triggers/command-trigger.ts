import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Acted, Trigger } from './trigger.ts';

interface CommandTriggerOptions {
  command: string;
  /** Before the action's name and its parameters as JSON. */
  args: readonly string[];
}

const patienceMs = 60_000;
/** Exit code of a command for what the partner cannot do. */
const cannot = 64;
const answerSchema = z.object({ id: z.string().optional(), code: z.string().optional() });
const longestTold = 300;

const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? '';

const saidIn = (output: string): { id?: string; code?: string } => {
  try {
    const { id, code } = answerSchema.parse(JSON.parse(lastLine(output)));
    return { ...(id === undefined ? {} : { id }), ...(code === undefined ? {} : { code }) };
  } catch {
    return {};
  }
};

/**
 * A command that is run for each action, with its name and the parameters as JSON: exit code 0 with `{"id": …}` as the
 * last line of its output, 64 for what the partner cannot do.
 */
export const commandTrigger = ({ command, args }: CommandTriggerOptions): Trigger => {
  const run = async (name: string, parameters: Record<string, unknown>, timeout: number): Promise<Acted> => {
    const child = spawn(command, [...args, name, JSON.stringify(parameters)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
    });
    try {
      const [[code], output, complaint] = await Promise.all([
        once(child, 'close') as Promise<[number | null]>,
        text(child.stdout),
        text(child.stderr),
      ]);
      if (code === 0) return { outcome: 'done', ...saidIn(output) };
      const told = lastLine(complaint).slice(0, longestTold);
      return { outcome: code === cannot ? 'cannot' : 'failed', told: told === '' ? `exit code ${code}` : told };
    } catch (error) {
      return { outcome: 'failed', told: error instanceof Error ? error.message : String(error) };
    }
  };
  return {
    act: (action, parameters) => run(action, parameters, patienceMs),
    async idle(untilMs) {
      const { outcome } = await run('idle', {}, untilMs);
      return outcome !== 'failed';
    },
    restart: () => run('restart', {}, patienceMs),
  };
};
