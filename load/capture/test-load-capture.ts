import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'undici';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { type Fact, readFact } from '../facts.ts';
import { type LoadCapture, type LoadCaptureOptions, startLoadCapture } from './start-load-capture.ts';

export const factsIn = async (journals: readonly string[]): Promise<Fact[]> => {
  const texts = await Promise.all(journals.map((journal) => readFile(journal, 'utf8')));
  return texts.flatMap((text) => text.split('\n').map(readFact)).filter((fact) => fact !== undefined);
};

export interface TestCapture extends AsyncDisposable {
  capture: LoadCapture;
  /** The facts of all journals so far. */
  facts(): Promise<Fact[]>;
}

/** A capture of the companies `amber` and `birch` that acknowledges every attempt by default. */
export const startTestCapture = async (options: Partial<LoadCaptureOptions> = {}): Promise<TestCapture> => {
  await using starting = new AsyncDisposableStack();
  const folder = starting.use(await temporaryFolder());
  const capture = starting.use(
    await startLoadCapture({
      folder: folder.path,
      processes: 2,
      companies: ['amber', 'birch'],
      refuseEvery: 0,
      refuseTimes: 0,
      failingReceivers: [],
      sampleEvery: 0,
      ...options,
    }),
  );
  const resources = starting.move();
  return {
    capture,
    async facts() {
      await capture.health();
      return factsIn(capture.journals);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};

export interface Notification {
  id: string;
  orderId: string | null;
  code: string;
  companyId: string;
}

export const notification = (): Notification => ({
  id: randomUUID(),
  orderId: randomUUID(),
  code: 'GB-TEST',
  companyId: randomUUID(),
});

/** Sends a payload as the platform does, by default on its own connection. Resolves with the status. */
export const send = async (
  url: string,
  payload: unknown,
  { dispatcher, headers, signal }: { dispatcher?: Agent; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<number> => {
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof payload === 'string' ? payload : JSON.stringify(payload),
    ...(dispatcher === undefined ? { reset: true } : { dispatcher }),
    ...omitUndefined({ signal }),
  });
  await body.dump();
  return statusCode;
};

/** Keep-alive connections. */
export const keptConnections = (connections: number): AsyncDisposable & { agent: Agent } => {
  const agent = new Agent({ connections, allowH2: false });
  return { agent, [Symbol.asyncDispose]: () => agent.destroy() };
};
