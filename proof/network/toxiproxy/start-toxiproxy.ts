import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../fixtures/processes/free-port.ts';
import type { Front } from '../../variants/variant.ts';

/** A toxic, in Toxiproxy's own words. */
export interface Toxic {
  type: 'latency' | 'bandwidth' | 'slicer' | 'reset_peer' | 'limit_data' | 'timeout';
  /** `upstream` goes to the server. */
  stream: 'upstream' | 'downstream';
  /** The share of connections with the toxic. */
  toxicity: number;
  attributes: Record<string, number>;
}

/** A connection to a server that can be cut. */
export interface Line extends Front {
  set(isUp: boolean): Promise<void>;
}

export interface Toxiproxy extends AsyncDisposable {
  line(url: string, toxics: readonly Toxic[]): Promise<Line>;
}

const host = '127.0.0.1';
const askEveryMs = 20;

/** Starts Toxiproxy; the seed decides which connections a toxic affects. Rejects if it ends before it answers. */
export const startToxiproxy = async (executable: string, seed: number): Promise<Toxiproxy> => {
  const port = await freePort(host);
  const api = `http://${host}:${port}`;
  const child = spawn(executable, ['-host', host, '-port', String(port), '-seed', String(seed)], { stdio: 'ignore' });
  const killWithUs = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', killWithUs);
  let end: string | undefined;
  child.once('error', ({ message }) => {
    end = message;
  });
  child.once('exit', (code) => {
    end ??= `exit code ${code}`;
  });
  const isAnswering = (): Promise<boolean> =>
    fetch(`${api}/version`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isAnswering())) {
    if (end !== undefined) throw new Error(`Toxiproxy ended before it answered: ${end}`);
    await delay(askEveryMs);
  }

  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${api}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Toxiproxy answered ${method} ${path} with ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };

  let lines = 0;
  return {
    async line(url, toxics) {
      const name = `line-${++lines}`;
      const proxy = { name, upstream: new URL(url).host, listen: `${host}:${await freePort(host)}`, enabled: true };
      await ask('POST', '/proxies', proxy);
      for (const [index, toxic] of toxics.entries()) {
        await ask('POST', `/proxies/${name}/toxics`, { name: `toxic-${index}`, ...toxic });
      }
      return {
        url: `http://${proxy.listen}`,
        async set(isUp) {
          await ask('POST', `/proxies/${name}`, { enabled: isUp });
        },
        async [Symbol.asyncDispose]() {
          await ask('DELETE', `/proxies/${name}`);
        },
      };
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', killWithUs);
      if (end !== undefined) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
};
