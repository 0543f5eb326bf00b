import type { StatusStep } from '../core/control-api.ts';
import { createAttemptIndex, filterKey } from '../fixtures/capture/client/attempt-index.ts';
import type { CaptureClient } from '../fixtures/capture/client/connect-capture.ts';
import { zeroCounts } from '../fixtures/capture/control/counts.ts';
import { listenerUrl, mailboxUrl } from '../fixtures/capture/control/public-address.ts';
import { createAnswering } from '../fixtures/capture/receive/answering.ts';
import { defaultLimits } from '../fixtures/capture/receive/limits.ts';
import { createRecorder } from '../fixtures/capture/receive/record-attempt.ts';
import { createAttemptLog } from '../fixtures/capture/store/attempt-log.ts';
import { changeSettings, createMailbox, type Mailbox, setScript } from '../fixtures/capture/store/mailbox.ts';
import { noPersistence } from '../fixtures/capture/store/persistence.ts';
import type { Runtime } from '../fixtures/runtime.ts';
import { latenessIn } from '../fixtures/stalls/stall.ts';

/** A request to the capture. */
export interface ReceivedRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string;
}

/** What a sender gets: an answer, or a connection error. */
export type Came = StatusStep | 'cut' | 'reset' | 'refused';

export interface SimulatedCapture {
  client: CaptureClient;
  /** Receives a request. Returns a function to call when its sender closes the connection before the answer. */
  receive(request: ReceivedRequest, onAnswer: (came: Came) => void): () => void;
}

interface Waiter {
  key: string;
  look(): void;
}

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

/** The capture without its server. Function calls replace the control API. */
export const createSimulatedCapture = (
  publicUrl: URL,
  runtime: Pick<Runtime, 'now' | 'setTimer'>,
  /** The clock of the client. */
  asking: Pick<Runtime, 'wait'>,
): SimulatedCapture => {
  const counts = zeroCounts();
  const log = createAttemptLog(defaultLimits);
  const index = createAttemptIndex();
  const { maxHangMs } = defaultLimits;
  const answering = createAnswering({ log, counts, persistence: noPersistence, maxHangMs, runtime });
  const recordAttempt = createRecorder({ log, counts, persistence: noPersistence, lastSeq: 0 });
  const mailboxes = new Map<string, Mailbox>();
  const everOpened = new Set<Mailbox>();
  const openPorts = new Set([portOf(publicUrl)]);
  // as if a proxy removed the base path
  const basePath = publicUrl.pathname.replace(/\/$/, '');
  const waiters = new Set<Waiter>();
  let lastPort = 50_000;
  let read = 0;

  log.onChange(() => {
    const { attempts, next } = log.changesAfter(read, everOpened);
    read = next;
    const changed = index.add(attempts.map((attempt) => ({ ...attempt })));
    for (const waiter of waiters) if (changed.has(waiter.key)) waiter.look();
  });

  const mailboxOf = (id: string): Mailbox => {
    const mailbox = mailboxes.get(id);
    if (mailbox) return mailbox;
    throw new Error(`there is no mailbox ${id}`);
  };

  const client: CaptureClient = {
    async openMailbox(id, settings = {}) {
      const open = mailboxes.get(id);
      if (open) changeSettings(open, settings);
      else {
        const mailbox = createMailbox(id, settings, runtime.now());
        mailboxes.set(id, mailbox);
        everOpened.add(mailbox);
      }
      return mailboxUrl(publicUrl, id);
    },
    async closeMailbox(id) {
      const mailbox = mailboxes.get(id);
      if (!mailbox) return;
      mailboxes.delete(id);
      mailbox.isClosed = true;
      answering.releaseAll(mailbox);
    },
    async script(id, key, [first, ...more]) {
      const mailbox = mailboxOf(id);
      if (!first) throw new Error('a script has at least one step');
      setScript(mailbox, key, [first, ...more]);
      if ('order' in key) answering.releaseOrder(mailbox, key.order);
      else answering.releaseCode(mailbox, key.code);
    },
    async openListener(id) {
      const port = ++lastPort;
      openPorts.add(port);
      return {
        url: listenerUrl(publicUrl, port, mailboxOf(id).id),
        async close() {
          openPorts.delete(port);
        },
        async reopen() {
          openPorts.add(port);
        },
      };
    },
    attempts: index.find,
    waitFor(filter, until, { deadlineMs }) {
      const seen = index.find(filter);
      if (until(seen)) return Promise.resolve({ complete: true, attempts: seen });
      return new Promise((resolve, reject) => {
        const end = (complete: boolean): void => {
          waiters.delete(waiter);
          // without a reason, it would create an error with a stack
          waiting.abort(complete);
          resolve({ complete, attempts: index.find(filter) });
        };
        const waiter: Waiter = {
          key: filterKey(filter),
          look() {
            try {
              if (until(index.find(filter))) end(true);
            } catch (error) {
              waiters.delete(waiter);
              reject(error);
            }
          },
        };
        waiters.add(waiter);
        const waiting = new AbortController();
        asking.wait(deadlineMs, waiting.signal).then(
          () => end(until(index.find(filter))),
          () => {},
        );
      });
    },
    losses: () => ({ dropped: 0, refused: 0, gaps: [] }),
    watchStalls: () => ({ lateness: async () => latenessIn([]) }),
    async [Symbol.asyncDispose]() {},
  };

  return {
    client,
    receive({ method, url, headers, body }, onAnswer) {
      const port = portOf(url);
      const path = url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length) : url.pathname;
      const mailbox = mailboxes.get(path.split('/')[2] ?? '');
      if (!openPorts.has(port) || !mailbox) {
        onAnswer(openPorts.has(port) ? { status: 404 } : 'refused');
        return () => {};
      }
      const now = runtime.now();
      let isEnded = false;
      const end = (came?: Came): void => {
        if (isEnded) return;
        isEnded = true;
        isSent = came !== undefined;
        answering.end(open);
        if (came !== undefined) onAnswer(came);
      };
      let isSent = false;
      const bodyBytes = Buffer.byteLength(body);
      const open = recordAttempt(
        {
          ...{ port, startedAtMs: now, receivedAtMs: now, method, url: path + url.search },
          ...{ headers, headerCharacters: 0, body, bodyBytes, truncated: false },
        },
        mailbox,
        {
          send: (step) => end(step),
          cut: () => end('cut'),
          reset: () => end('reset'),
          isSent: () => isSent,
          isListenerClosed: () => false,
        },
      );
      answering.begin(open);
      return () => end();
    },
  };
};
