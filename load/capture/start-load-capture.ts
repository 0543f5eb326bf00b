import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceiverBehavior } from '../../core/load-kinds.ts';
import type { LoadResult } from '../../core/load-result.ts';
import { mailboxUrl } from '../../fixtures/capture/control/public-address.ts';
import { freePort } from '../../fixtures/processes/free-port.ts';
import { type CaptureProcess, startCaptureProcess } from './capture-process.ts';
import type { ProcessReport, Request } from './process-messages.ts';

export interface LoadCaptureOptions {
  /** Where each process writes its journal, arrivals-<n>.jsonl; made when it is not there. */
  folder: string;
  /** At least 1. */
  processes: number;
  /** Names of the companies; each gets an unguessable path of its own. */
  companies: readonly string[];
  /** 127.0.0.1 unless set otherwise. */
  host?: string;
  /** Any free one unless set otherwise. */
  port?: number;
  /** Where the platform reaches the capture, when it is not where it listens. A proxy there must strip the URL's own path. */
  publicUrl?: string;
  /** One delivery in this many is refused at its first attempts, so that retries are seen; 0 for none. */
  refuseEvery: number;
  /** How many attempts of such a delivery each process refuses (503). */
  refuseTimes: number;
  /** Companies whose receiver refuses everything. */
  failingReceivers: readonly string[];
  /** One attempt in this many is judged by the passive rules; 0 for none. */
  sampleEvery: number;
}

/** What the processes counted together; memory in MiB, the delay of the slowest loop in ms. */
export type CaptureHealth = LoadResult['health']['capture'];

/** Several processes on one port that write a line of a journal for every attempt and answer it by plan. */
export interface LoadCapture extends AsyncDisposable {
  /** What to register as the company's webhook. @throws a `RangeError` for a company that was not named. */
  urlOf(company: string): string;
  readonly journals: readonly string[];
  /**
   * What all processes do with attempts from now on; resolves when all do so.
   * What hangs already goes on hanging. Rejects when a process has ended, or the port cannot be listened on again.
   */
  behave(behavior: ReceiverBehavior): Promise<void>;
  /** What the processes counted so far; flushes the journals first. Rejects when a process has ended. */
  health(): Promise<CaptureHealth>;
  /** CPU time that the processes have used, in seconds. */
  cpuSeconds(): Promise<number>;
  /** Ends the processes when their journals are written. Rejects when one had ended before and nobody had been notified. */
  [Symbol.asyncDispose](): Promise<void>;
}

const MiB = 1024 * 1024;

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

const sumOf = (reports: readonly ProcessReport[], field: keyof ProcessReport): number =>
  reports.reduce((sum, report) => sum + report[field], 0);

/**
 * Starts the capture of a load run.
 * @throws the system's error when the port cannot be listened on; a `TypeError` when the options don't say where the
 * platform reaches it; a `RangeError` for no process.
 */
export const startLoadCapture = async (options: LoadCaptureOptions): Promise<LoadCapture> => {
  const { folder, processes: count, companies, host = '127.0.0.1', publicUrl, failingReceivers } = options;
  const { refuseEvery, refuseTimes, sampleEvery } = options;
  const isWildcard = host === '0.0.0.0' || host === '::';
  if (isWildcard && publicUrl === undefined) {
    throw new TypeError(`on host ${host} the capture cannot know its own address: give publicUrl`);
  }
  if (publicUrl !== undefined && !URL.canParse(publicUrl)) throw new TypeError(`publicUrl is no URL: ${publicUrl}`);
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`processes is a number from 1 on, not ${count}`);

  const tokens = new Map(companies.map((name) => [name, randomBytes(32).toString('base64url')]));
  const journals = Array.from({ length: count }, (_, index) => join(folder, `arrivals-${index + 1}.jsonl`));
  await mkdir(folder, { recursive: true });

  await using starting = new AsyncDisposableStack();
  const processes: CaptureProcess[] = [];
  let mostMemory = 0;
  const noteMemory = (): void => {
    const memory = processes.reduce((sum, running) => sum + running.memory(), 0);
    mostMemory = Math.max(mostMemory, memory);
  };
  const askAll = (request: Request): Promise<ProcessReport[]> =>
    Promise.all(processes.map((running) => running.ask(request)));

  const settings = {
    host,
    companies: [...tokens].map(([name, token]) => ({
      name,
      path: `/in/${token}`,
      isFailing: failingReceivers.includes(name),
    })),
    refuseEvery,
    refuseTimes,
    sampleEvery,
  };
  for (const [index, journal] of journals.entries()) {
    const started = starting.use(await startCaptureProcess(`${index + 1}`, noteMemory));
    processes.push(started);
    await started.ask({ kind: 'begin', settings: { ...settings, journal } });
  }
  noteMemory();

  const port = await freePort(host, options.port);
  await askAll({ kind: 'listen', port });
  const reached = new URL(publicUrl ?? `http://${urlHost(host)}:${port}`);
  let isListening = true;
  const running = starting.move();

  return {
    journals,

    urlOf(company) {
      const token = tokens.get(company);
      if (token === undefined) throw new RangeError(`no company of this capture: ${company}`);
      return mailboxUrl(reached, token);
    },

    async behave(behavior) {
      if (behavior === 'refuse connections') {
        await askAll({ kind: 'go' });
        isListening = false;
        return;
      }
      await askAll({ kind: 'behave', behavior });
      if (isListening) return;
      await askAll({ kind: 'listen', port });
      isListening = true;
    },

    async health() {
      const reports = await askAll({ kind: 'report' });
      return {
        processes: count,
        received: sumOf(reports, 'received'),
        overloaded: sumOf(reports, 'overloaded'),
        turnedAway: sumOf(reports, 'turnedAway'),
        unreadable: sumOf(reports, 'unreadable'),
        loopDelayP99Ms: Math.max(...reports.map(({ loopDelayP99Ms }) => loopDelayP99Ms)),
        memoryMiB: mostMemory / MiB,
      };
    },

    async cpuSeconds() {
      return sumOf(await askAll({ kind: 'report' }), 'cpuSeconds');
    },

    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};
