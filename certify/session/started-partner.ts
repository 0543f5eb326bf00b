import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { PartnerConfig } from '../partner-config.ts';
import type { Access } from '../stage/open-stage.ts';

/** The partner's process, where the session starts it; disposing ends it. */
export interface StartedPartner extends AsyncDisposable {
  /** How it ended by itself, in words; undefined while it runs. */
  ended(): string | undefined;
}

const endMs = 5_000;
const tailLines = 5;
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SYSTEMROOT'];

/** Starts it with the platform's address and credentials in its environment; what it prints is kept only to tell why it ended. */
export const startPartner = (
  { command, args, env }: NonNullable<PartnerConfig['start']>,
  access: Access,
): StartedPartner => {
  const own = Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  // the Node.js that we run on ourselves, whatever PATH has
  const child = spawn(command === 'node' ? process.execPath : command, args, {
    env: {
      ...own,
      PLATFORM_URL: access.baseUrl,
      PLATFORM_TOKEN: access.token.value,
      PLATFORM_ACCESS_HEADER: access.accessHeader,
      PLATFORM_ACCESS_KEY: access.accessKey.value,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      lines.push(...text.split('\n').filter((line) => line.trim() !== ''));
      lines.splice(0, lines.length - tailLines);
    });
  }
  let told: string | undefined;
  child.on('error', (error) => {
    told ??= error.message;
  });
  child.on('exit', (code, signal) => {
    told ??= `it ended with ${code === null ? `signal ${signal}` : `exit code ${code}`}${lines.length > 0 ? `: ${lines.join(' · ')}` : ''}`;
  });
  return {
    ended: () => told,
    async [Symbol.asyncDispose]() {
      if (told !== undefined) return;
      const closed = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([closed, delay(endMs, undefined, { ref: false })]);
      if (told === undefined) child.kill('SIGKILL');
    },
  };
};
