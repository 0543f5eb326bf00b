import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from '../../fixtures/processes/child-environment.ts';
import { isGivenName, type PartnerConfig } from '../partner-config.ts';
import { type Access, platformEnvironment } from '../stage/access.ts';
import { AnswerLost, type Surroundings } from '../surroundings.ts';
import { tailOf } from '../triggers/output-tail.ts';
import type { PartnerGone } from './partner-gone.ts';

/** The partner's process that the session started; disposing ends it. */
export interface StartedPartner extends AsyncDisposable {
  /** Undefined when the process did not start. */
  readonly pid: number | undefined;
  /** A description of the command and its folder. */
  readonly what: string;
  /** How the process ended by itself, with its last output; undefined while it runs. */
  ended(): string | undefined;
  /** Whether the process ended by itself, as far as its exit shows. */
  diedByItself(): boolean;
}

const endMs = 5_000;
const tailLines = 5;
/** A process causes these signals itself. Other signals come from outside. */
const ownSignals = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'];
/** Shells report a signal as an exit code: its number after this. */
const signalCodes = 128;

/** The signal that an exit code stands for; undefined if it stands for none. */
const signalOf = (code: number | null): string | undefined =>
  Object.entries(constants.signals).find(([, number]) => number + signalCodes === code)?.[0];

/** A reference to a variable of Selo in a value of `start.env`, for partners with other names. */
const variable = /\$\{(\w+)\}/g;
const hasGroups = process.platform !== 'win32';

/** The platform's address and credentials, and the partner's own variables, which may refer to them. */
const environmentOf = (own: NonNullable<PartnerConfig['start']>['env'], access: Access): Record<string, string> => {
  const given = platformEnvironment(access);
  const filled = Object.entries(own).map(([name, value]) => [
    name,
    value.replaceAll(
      variable,
      (written, wanted: string) => (isGivenName(wanted) ? given[wanted] : undefined) ?? written,
    ),
  ]);
  return { ...given, ...Object.fromEntries(filled) };
};

/**
 * Starts the partner's process in this folder, with the platform's address and credentials in its environment. Its
 * output only explains why it ended.
 */
export const startPartner = (
  { command, args, env }: NonNullable<PartnerConfig['start']>,
  access: Access,
  folder: string,
): StartedPartner => {
  // `node` is the Node.js that runs Selo, whatever PATH has
  const child = spawn(command === 'node' ? process.execPath : command, args, {
    cwd: folder,
    env: { ...childEnvironment(), ...environmentOf(env, access) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // its own process group ends its children with it
    detached: hasGroups,
  });
  const end = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(hasGroups ? -child.pid : child.pid, signal);
    } catch {
      // the group has already ended
    }
  };
  const endWithUs = (): void => end('SIGKILL');
  process.once('exit', endWithUs);
  const tails = [tailOf(child.stderr), tailOf(child.stdout)];
  let how: string | undefined;
  let isOwnDeath = false;
  child.on('error', (error) => {
    how ??= 'code' in error && error.code === 'ENOENT' ? `no program was found (${error.message})` : error.message;
  });
  child.on('exit', (code, signal) => {
    const by = signal ?? signalOf(code);
    isOwnDeath = by === undefined || ownSignals.includes(by);
    how ??= `it ended with ${code === null ? `signal ${signal}` : `exit code ${code}`}`;
  });
  return {
    pid: child.pid,
    what: `"${[command, ...args].join(' ')}" in ${folder}`,
    ended() {
      if (how === undefined) return undefined;
      // read at each call, because the last output may come after the exit
      const said = tails.flatMap((tail) => tail.lines().slice(-tailLines)).join(' · ');
      return said === '' ? how : `${how}: ${said}`;
    },
    diedByItself: () => isOwnDeath,
    async [Symbol.asyncDispose]() {
      process.off('exit', endWithUs);
      if (how === undefined) {
        const exited = once(child, 'exit');
        end('SIGTERM');
        await Promise.race([exited, delay(endMs, undefined, { ref: false })]);
      }
      end('SIGKILL');
      // a process that left the group may keep the output open
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
};

/** The error for a partner that never responded. */
export const notStarted = (
  { triggers }: Pick<PartnerConfig, 'triggers'>,
  started: StartedPartner | undefined,
  { message }: PartnerGone,
): string => {
  if (started === undefined) {
    return `${message}. Start the software, or correct \`triggers\` in the partner file: \`selo certify doctor\` tries each hook.`;
  }
  const ended = started.ended();
  if (ended !== undefined) {
    return `The partner’s software did not start. ${started.what}: ${ended}. Correct \`start\` in the partner file; its command runs in the folder of that file.`;
  }
  const where = triggers?.kind === 'http' ? ` at ${triggers.url}` : '';
  return `${message}${where}. ${started.what} still runs. Correct \`triggers\` or \`start\` in the partner file.`;
};

const lookMs = 2_000;

/**
 * Reports a process that already serves the hooks, whose responses would count as the partner's. Undefined if there is
 * none.
 */
export const answersAlready = async (
  { triggers }: Pick<PartnerConfig, 'triggers'>,
  { reachPartner }: Pick<Surroundings, 'reachPartner'>,
): Promise<string | undefined> => {
  if (triggers?.kind !== 'http') return undefined;
  const url = `${triggers.url.replace(/\/+$/, '')}/state`;
  try {
    const answer = await reachPartner({ url, method: 'GET', headers: {}, timeoutMs: lookMs });
    await answer.discard().catch(() => {});
    return `another process answers at ${triggers.url} before start.command is run: end it, or change the port in triggers.url and in start.`;
  } catch (error) {
    if (error instanceof AnswerLost) return undefined;
    throw error;
  }
};
