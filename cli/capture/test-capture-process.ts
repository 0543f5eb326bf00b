import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../fixtures/processes/free-port.ts';

const entry = fileURLToPath(new URL('../selo.ts', import.meta.url));

/** `selo capture` in its own process. A test can kill it and start it again at the same port. */
export interface CaptureProcess extends AsyncDisposable {
  url: string;
  controlUrl: string;
  controlToken: string;
  /** What the current process has written to standard error. */
  warnings(): string;
  /** Sends SIGKILL. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Resolves when the server listens again. */
  start(): Promise<void>;
}

export const startCaptureProcess = async (args: readonly string[], isTls = false): Promise<CaptureProcess> => {
  const port = await freePort('127.0.0.1');
  const controlToken = 'control-token-of-a-test';
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, SELO_CAPTURE_TOKEN: controlToken };

  let warnings = '';
  const begin = async () => {
    const child = spawn(process.execPath, [entry, 'capture', '--port', `${port}`, ...args], { env });
    const ended = once(child, 'exit');
    let said = '';
    warnings = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      warnings += text;
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('Ctrl-C stops it')) resolve();
      });
      child.on('error', reject);
      child.on('close', (code) => reject(new Error(`selo capture ended with ${code}: ${warnings}`)));
    });
    return { child, ended };
  };

  let life = await begin();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    life.child.kill(signal);
    await life.ended;
  };
  const url = `${isTls ? 'https' : 'http'}://127.0.0.1:${port}`;
  return {
    url,
    controlUrl: `${url}/control`,
    controlToken,
    warnings: () => warnings,
    kill: () => end('SIGKILL'),
    async start() {
      life = await begin();
    },
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  };
};
