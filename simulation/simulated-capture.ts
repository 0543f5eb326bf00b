import type { StatusStep } from '../core/control-api.ts';
import { createAttemptIndex, createAttemptWaiters } from '../fixtures/capture/client/attempt-index.ts';
import type { CaptureClient } from '../fixtures/capture/client/connect-capture.ts';
import { zeroCounts } from '../fixtures/capture/control/counts.ts';
import { createAnswering, createRecorder } from '../fixtures/capture/receive/answering.ts';
import { defaultLimits } from '../fixtures/capture/receive/limits.ts';
import { createAttemptLog } from '../fixtures/capture/store/attempt-log.ts';
import {
  changeSettings,
  createMailbox,
  listenerUrl,
  type Mailbox,
  mailboxUrl,
  setScript,
} from '../fixtures/capture/store/mailbox.ts';
import { noPersistence } from '../fixtures/capture/store/stored-mailbox.ts';
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
export type Reply = StatusStep | 'cut' | 'reset' | 'refused';

export interface SimulatedCapture {
  client: CaptureClient;
  /** Receives a request. Returns a function to call when its sender closes the connection before the answer. */
  receive(request: ReceivedRequest, onReply: (reply: Reply) => void): () => void;
}

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

/** The state of the capture's server. */
const createServer = (publicUrl: URL, runtime: Pick<Runtime, 'now' | 'setTimer'>) => {
  const log = createAttemptLog(defaultLimits);
  const stored = { log, counts: zeroCounts(), persistence: noPersistence };
  const { maxHangMs } = defaultLimits;
  return {
    publicUrl,
    log,
    now: runtime.now,
    answering: createAnswering({ ...stored, maxHangMs, runtime }),
    recordAttempt: createRecorder({ ...stored, lastSeq: 0 }),
    mailboxes: new Map<string, Mailbox>(),
    everOpened: new Set<Mailbox>(),
    openPorts: new Set([portOf(publicUrl)]),
  };
};

type Server = ReturnType<typeof createServer>;

type Control = Pick<CaptureClient, 'openMailbox' | 'closeMailbox' | 'script' | 'openListener'>;

/** Function calls replace the control API. */
const controlOf = ({ publicUrl, now, answering, mailboxes, everOpened, openPorts }: Server): Control => {
  let lastPort = 50_000;

  const mailboxOf = (id: string): Mailbox => {
    const mailbox = mailboxes.get(id);
    if (mailbox) return mailbox;
    throw new Error(`there is no mailbox ${id}`);
  };

  return {
    async openMailbox(id, settings = {}) {
      const open = mailboxes.get(id);
      if (open) changeSettings(open, settings);
      else {
        const mailbox = createMailbox(id, settings, now());
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
  };
};

/** Reads the attempts as the server logs them. */
const attemptsOf = (
  { log, everOpened }: Server,
  asking: Pick<Runtime, 'wait'>,
): Pick<CaptureClient, 'attempts' | 'waitFor'> => {
  const index = createAttemptIndex();
  const waiters = createAttemptWaiters(index, asking.wait);
  let read = 0;

  log.onChange(() => {
    const { attempts, next } = log.changesAfter(read, everOpened);
    read = next;
    waiters.wake(index.add(attempts.map((attempt) => ({ ...attempt }))));
  });

  return {
    attempts: index.find,
    async waitFor(filter, until, { deadlineMs }) {
      const found = await waiters.wait(filter, until, { deadlineMs });
      if (found !== undefined) return { complete: true, attempts: found };
      const attempts = index.find(filter);
      return { complete: until(attempts), attempts };
    },
  };
};

const receiveAt = (server: Server): SimulatedCapture['receive'] => {
  const { publicUrl, now, answering, recordAttempt, mailboxes, openPorts } = server;
  // as if a proxy removed the base path
  const basePath = publicUrl.pathname.replace(/\/$/, '');

  return ({ method, url, headers, body }, onReply) => {
    const port = portOf(url);
    const path = url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length) : url.pathname;
    const mailbox = mailboxes.get(path.split('/')[2] ?? '');
    if (!openPorts.has(port) || !mailbox) {
      onReply(openPorts.has(port) ? { status: 404 } : 'refused');
      return () => {};
    }
    const atMs = now();
    let isEnded = false;
    let isSent = false;
    const end = (reply?: Reply): void => {
      if (isEnded) return;
      isEnded = true;
      isSent = reply !== undefined;
      answering.end(open);
      if (reply !== undefined) onReply(reply);
    };
    const bodyBytes = Buffer.byteLength(body);
    const open = recordAttempt(
      {
        port,
        startedAtMs: atMs,
        receivedAtMs: atMs,
        method,
        url: path + url.search,
        headers,
        headerCharacters: 0,
        body,
        bodyBytes,
        truncated: false,
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
  };
};

/** The capture without its server; the client asks by a clock of its own. */
export const createSimulatedCapture = (
  publicUrl: URL,
  runtime: Pick<Runtime, 'now' | 'setTimer'>,
  asking: Pick<Runtime, 'wait'>,
): SimulatedCapture => {
  const server = createServer(publicUrl, runtime);
  return {
    client: {
      ...controlOf(server),
      ...attemptsOf(server, asking),
      losses: () => ({ dropped: 0, refused: 0, gaps: [] }),
      watchStalls: () => ({ lateness: async () => latenessIn([]) }),
      async [Symbol.asyncDispose]() {},
    },
    receive: receiveAt(server),
  };
};
