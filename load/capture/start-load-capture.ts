import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReceiverBehavior } from '../../core/load-kinds.ts';
import type { LoadResult } from '../../core/load-result.ts';
import { mailboxUrl } from '../../fixtures/capture/store/mailbox.ts';
import { freePort } from '../../fixtures/processes/free-port.ts';
import { urlHost } from '../../fixtures/processes/listening.ts';
import { type CaptureProcess, startCaptureProcess } from './capture-process.ts';
import type { ProcessReport, ProcessSettings, Request } from './process-messages.ts';

const defaultHost = '127.0.0.1';

export interface LoadCaptureOptions {
  /** Each process writes its journal arrivals-<n>.jsonl there. */
  folder: string;
  processes: number;
  /** Names; each company gets its own unguessable path. */
  companies: readonly string[];
  /** @default 127.0.0.1 */
  host?: string;
  /** @default any free one */
  port?: number;
  /** Where the platform reaches the capture, if it is behind a proxy, which must strip the path of this URL. */
  publicUrl?: string;
  /** The first attempts of one delivery in this many are refused, so that retries happen; 0 for none. */
  refuseEvery: number;
  /** How many attempts of such a delivery each process refuses with 503. */
  refuseTimes: number;
  /** Companies whose receiver refuses every attempt. */
  failingReceivers: readonly string[];
  /** The passive rules judge one attempt in this many; 0 for none. */
  sampleEvery: number;
}

export type CaptureHealth = LoadResult['health']['capture'];

/** Several processes on one port that respond to attempts as planned and write each to a journal. */
export interface LoadCapture extends AsyncDisposable {
  /** The webhook URL of a company. Throws a `RangeError` for one that is not in the options. */
  urlOf(company: string): string;
  readonly journals: readonly string[];
  /** Changes what all processes do with further attempts. Rejects if a process ended, or cannot listen again. */
  behave(behavior: ReceiverBehavior): Promise<void>;
  /** Flushes the journals and sums the counts of the processes. Rejects if one ended. */
  health(): Promise<CaptureHealth>;
  cpuSeconds(): Promise<number>;
  /** Writes the journals and ends the processes. Rejects if one ended before and that was not reported yet. */
  [Symbol.asyncDispose](): Promise<void>;
}

const MiB = 1024 * 1024;

const sumOf = <Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

const requireValid = ({ host = defaultHost, publicUrl, processes }: LoadCaptureOptions): void => {
  const isWildcard = host === '0.0.0.0' || host === '::';
  if (isWildcard && publicUrl === undefined) {
    throw new TypeError(`on host ${host} the capture cannot know its own address: give publicUrl`);
  }
  if (publicUrl !== undefined && !URL.canParse(publicUrl)) throw new TypeError(`publicUrl is no URL: ${publicUrl}`);
  if (!Number.isInteger(processes) || processes < 1)
    throw new RangeError(`processes is a number from 1 on, not ${processes}`);
};

/** The processes of a capture, which do not listen yet. */
interface Processes extends AsyncDisposable {
  ask(request: Request): Promise<ProcessReport[]>;
  /** The most memory that all used together, in bytes. */
  maxMemory(): number;
}

const startProcesses = async (
  journals: readonly string[],
  settings: Omit<ProcessSettings, 'journal'>,
): Promise<Processes> => {
  await using starting = new AsyncDisposableStack();
  const processes: CaptureProcess[] = [];
  let maxMemory = 0;
  const noteMemory = (): void => {
    maxMemory = Math.max(maxMemory, sumOf(processes, 'memory'));
  };
  for (const [index, journal] of journals.entries()) {
    const started = starting.use(await startCaptureProcess(`${index + 1}`, noteMemory));
    processes.push(started);
    await started.ask({ kind: 'begin', settings: { ...settings, journal } });
  }
  noteMemory();
  const running = starting.move();
  return {
    ask: (request) => Promise.all(processes.map((each) => each.ask(request))),
    maxMemory: () => maxMemory,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};

/**
 * Starts the capture of a load run. Rejects with the system's error if it cannot listen on the port. Rejects with a
 * `TypeError` if the options do not say where the platform reaches it, and a `RangeError` for less than one process.
 */
export const startLoadCapture = async (options: LoadCaptureOptions): Promise<LoadCapture> => {
  requireValid(options);
  const { folder, processes: count, companies, host = defaultHost, publicUrl, failingReceivers } = options;
  const { refuseEvery, refuseTimes, sampleEvery } = options;
  const tokens = new Map(companies.map((name) => [name, randomBytes(32).toString('base64url')]));
  const receivers = [...tokens].map(([name, token]) => ({
    name,
    path: `/in/${token}`,
    isFailing: failingReceivers.includes(name),
  }));
  const journals = Array.from({ length: count }, (_, index) => join(folder, `arrivals-${index + 1}.jsonl`));
  await mkdir(folder, { recursive: true });

  await using starting = new AsyncDisposableStack();
  const settings = { host, companies: receivers, refuseEvery, refuseTimes, sampleEvery };
  const processes = starting.use(await startProcesses(journals, settings));
  const port = await freePort(host, options.port);
  await processes.ask({ kind: 'listen', port });
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
        await processes.ask({ kind: 'close' });
        isListening = false;
        return;
      }
      await processes.ask({ kind: 'behave', behavior });
      if (isListening) return;
      await processes.ask({ kind: 'listen', port });
      isListening = true;
    },

    async health() {
      const reports = await processes.ask({ kind: 'report' });
      return {
        processes: count,
        received: sumOf(reports, 'received'),
        overloaded: sumOf(reports, 'overloaded'),
        turnedAway: sumOf(reports, 'turnedAway'),
        unreadable: sumOf(reports, 'unreadable'),
        loopDelayP99Ms: Math.max(...reports.map(({ loopDelayP99Ms }) => loopDelayP99Ms)),
        memoryMiB: processes.maxMemory() / MiB,
      };
    },

    async cpuSeconds() {
      return sumOf(await processes.ask({ kind: 'report' }), 'cpuSeconds');
    },

    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
};
