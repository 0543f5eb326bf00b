import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Verdict } from '../../core/verdict.ts';
import { type CaptureClient, connectCapture } from '../../fixtures/capture/client/connect-capture.ts';
import { lossCount } from '../../fixtures/capture/losses.ts';
import { type Client, type ClientOptions, openClient } from '../../fixtures/client/client.ts';
import { openTransport } from '../../fixtures/client/transport.ts';
import type { RecordedExchange } from '../../fixtures/exchange.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { redactionOf } from '../../fixtures/redaction/redaction.ts';
import { clientSettings } from '../../fixtures/run/client-settings.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { endingRuntime, type Runtime, systemRuntime } from '../../fixtures/runtime.ts';
import { type Lateness, latenessIn, worseOf } from '../../fixtures/stalls/stall.ts';
import type { Deliveries, UnwrittenCase, UnwrittenVerdict } from '../subject.ts';
import { type CompanyLock, companyLock } from './company-lock.ts';
import { type DeliveryDoubt, deliveryPathHealth, type Way } from './delivery-path-health.ts';
import type { CheckEnvironment } from './environment.ts';
import { type EvidenceStore, openEvidenceFolder } from './evidence-folder.ts';
import { readMailboxes } from './read-mailboxes.ts';
import { type SettleTimes, settleTimes } from './settling.ts';

/** Measures the stalls of the processes that judge. */
export interface MachineWatch extends Disposable {
  /** The lateness of the process that stalled most. Never rejects. */
  lateness(): Promise<Lateness>;
}

/** Why the mailboxes may differ from what the target sent, in words. */
export interface MailboxDoubts {
  losses?: string;
  /** After a stall, a response may have come too late for the sender. */
  stalls?: string;
}

/** What all checks of a run share. */
export interface Session extends CheckEnvironment, AsyncDisposable {
  client: Client;
  /** Every exchange so far, for the passive rules. */
  exchanges: readonly RecordedExchange[];
  /** Why deliveries prove nothing about the target. */
  doubtDeliveries(): Promise<DeliveryDoubt | undefined>;
  /**
   * Waits for the notifications that are due, then collects in `deliveries` all that arrived. Resolves with the doubts
   * about them. Never rejects.
   */
  readMailboxes(): Promise<MailboxDoubts>;
  /** Watches for stalls of this machine and of the receiver, which change the times of deliveries. */
  watchStalls(): MachineWatch;
  keepCase(kept: UnwrittenCase): void;
  /** How long the target takes until a change shows. */
  settleTimes: SettleTimes;
  /** Numbers the tries of a rule, however often it is judged. */
  nextTry(rule: string): number;
  /** Removes the secrets from a verdict before it leaves the session. */
  redact(verdict: UnwrittenVerdict): Verdict;
}

export interface SessionParts {
  handle: RunHandle;
  runtime: Runtime;
  openClient(options: Pick<ClientOptions, 'redact' | 'onExchange'>): Client;
  /** The capture server, if the run has one. Its mailboxes are open. */
  capture: CaptureClient | undefined;
  /** Opens a connection to the receiver as senders of notifications do. */
  openTransport: Way['openTransport'];
  evidence: EvidenceStore;
}

/** Watches this process and the one of the receiver. */
const machineWatch = ({ runtime, capture }: Pick<SessionParts, 'runtime' | 'capture'>): MachineWatch => {
  const own = runtime.watchStalls();
  const receiving = capture?.watchStalls();
  return {
    async lateness() {
      // if the capture server does not respond, the checks end anyway
      const ofReceiver = await receiving?.lateness().catch(() => undefined);
      const ownLateness = latenessIn(own.stalls());
      return ofReceiver ? worseOf(ownLateness, ofReceiver) : ownLateness;
    },
    [Symbol.dispose]: () => own[Symbol.dispose](),
  };
};

type Reading = Pick<SessionParts, 'handle' | 'capture'> &
  Pick<Session, 'client' | 'exchanges' | 'deliveries' | 'doubtDeliveries'>;

/** Reads the mailboxes. Resolves with why they may differ from what the target sent. */
const readDoubtfully = async (reading: Reading, wholeRun: MachineWatch): Promise<MailboxDoubts> => {
  const { handle, capture, doubtDeliveries } = reading;
  if (!capture) return {};
  try {
    await readMailboxes(reading, capture);
  } catch (error) {
    return { losses: `the capture server could not be asked: ${messageOf(error)}` };
  }
  const doubt = await doubtDeliveries();
  const { inARowMs } = await wholeRun.lateness();
  return {
    ...omitUndefined({ losses: doubt?.reason }),
    ...(lossCount(capture.losses()) > 0 ? { losses: 'the capture server lost some of what was sent to it' } : {}),
    ...(inARowMs > handle.profile.tolerances.slackMs / 4
      ? { stalls: `this machine stalled for ${Math.round(inARowMs)} ms, which can look like it` }
      : {}),
  };
};

/** Puts together what the checks of one run share. The session disposes its parts. */
export const createSession = (parts: SessionParts): Session => {
  const { handle, runtime, openClient: open, capture, openTransport, evidence } = parts;
  const exchanges: RecordedExchange[] = [];
  const deliveries: Deliveries[] = [];
  const locks = new Map<string, CompanyLock>();
  const triesByRule = new Map<string, number>();
  const times = settleTimes(handle.profile.tolerances.settleSeconds);
  // receivers were registered just now
  if (Object.keys(handle.mailboxes).length > 0) times.noteChange(runtime.now());
  let usersHandedOut = 0;
  const client = open({
    redact: redactionOf(handle.secrets),
    onExchange(exchange) {
      exchanges.push(exchange);
      evidence.exchange(exchange);
    },
  });
  const doubtDeliveries = deliveryPathHealth(handle, capture, { runtime, openTransport });
  const wholeRun = machineWatch(parts);
  let reading: Promise<MailboxDoubts> | undefined;

  return {
    handle,
    keepsEvidence: evidence.isKept,
    client,
    time: runtime,
    receiver(company) {
      const mailbox = handle.mailboxes[company];
      if (!capture || !mailbox) return undefined;
      const before = lossCount(capture.losses());
      const dropped = () => lossCount(capture.losses()) - before;
      return { capture: { ...capture, dropped }, mailbox };
    },
    lock(company) {
      const lock = locks.get(company) ?? companyLock();
      locks.set(company, lock);
      return lock;
    },
    journal: evidence.journal,
    exchanges,
    deliveries,
    changeSeen() {},
    ended() {},
    doubtDeliveries,
    readMailboxes() {
      reading ??= readDoubtfully({ handle, capture, client, exchanges, deliveries, doubtDeliveries }, wholeRun);
      return reading;
    },
    watchStalls: () => machineWatch(parts),
    keepCase: evidence.keepCase,
    settleTimes: times,
    nextTry(rule) {
      const tried = triesByRule.get(rule) ?? 0;
      triesByRule.set(rule, tried + 1);
      return tried;
    },
    redact: evidence.redact,
    nextDisposableUser: () => usersHandedOut++,
    async [Symbol.asyncDispose]() {
      wholeRun[Symbol.dispose]();
      await capture?.[Symbol.asyncDispose]();
      await client[Symbol.asyncDispose]();
      evidence[Symbol.dispose]();
    },
  };
};

/** Responses are kept until the run is judged. Node.js has two GiB on small machines. */
const maxStoredBytes = 1.5 * 1024 ** 3;

/** Opens the session of a run, which writes its evidence to the folder of the run. */
export const openSession = async (handle: RunHandle): Promise<Session> => {
  const { profile, capture: address } = handle;
  const capture = address ? await connectCapture(address) : undefined;
  if (capture) {
    for (const { id } of Object.values(handle.mailboxes)) await capture.openMailbox(id);
  }
  const ending = new AbortController();
  const session = createSession({
    handle,
    // a check may wait for minutes, and none outlives its session
    runtime: endingRuntime(systemRuntime, ending.signal),
    capture,
    openTransport,
    openClient: (options) => openClient({ ...clientSettings(profile), maxStoredBytes, ...options }),
    evidence: openEvidenceFolder(handle),
  });
  return {
    ...session,
    async [Symbol.asyncDispose]() {
      ending.abort();
      await session[Symbol.asyncDispose]();
    },
  };
};
