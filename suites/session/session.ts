import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { epochMs } from '../../fixtures/capture/clock.ts';
import { connectCapture } from '../../fixtures/capture/connect-capture.ts';
import { lossCount } from '../../fixtures/capture/losses.ts';
import { type Client, openClient } from '../../fixtures/client/client.ts';
import type { RecordedExchange } from '../../fixtures/exchange.ts';
import { openJournal } from '../../fixtures/journal.ts';
import { livedDelay } from '../../fixtures/lived-time.ts';
import { evidenceRedaction, redactDeep, redactedJson, redactionOf } from '../../fixtures/redaction.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import type { KeptCase } from '../kept-case.ts';
import { asWritten } from '../subject.ts';
import type { Verdict } from '../verdict.ts';
import { type CompanyLock, companyLock } from './company-lock.ts';
import type { Outside } from './outside.ts';
import { wayOfDeliveries } from './way-of-deliveries.ts';

/** What all checks of a run share. */
export interface Session extends Outside, AsyncDisposable {
  client: Client;
  /** Every exchange so far, for the rules that judge all of them. */
  exchanges: readonly RecordedExchange[];
  /** Why what is seen of deliveries shows nothing of the target, in words. */
  doubtOfDeliveries(): Promise<string | undefined>;
  keepCase(kept: KeptCase): void;
  /** Takes the secrets out of a verdict, before it leaves the session. */
  redact(verdict: Verdict): Verdict;
}

/** Names of the files in a run's folder. */
export const runFiles = { exchanges: 'exchanges.ndjson', cases: 'cases.ndjson', journal: 'journal.ndjson' };

/** What was answered is kept until the run is judged. Less than the two GiB that Node.js allows itself on small machines. */
const mostKeptBytes = 1.5 * 1024 ** 3;

/** Opens what the checks of one run share; evidence goes to the run's folder as it comes. */
export const openSession = async (handle: RunHandle): Promise<Session> => {
  const { profile, folder, capture } = handle;
  const redactText = evidenceRedaction(handle.secrets);
  const exchanges: RecordedExchange[] = [];
  /** Numbers of the exchanges in which a secret was found. */
  const withSecrets = new Set<number>();
  const locks = new Map<string, CompanyLock>();
  const journal = openJournal(join(folder, runFiles.journal));
  // written at once, not by a stream: what was exchanged must outlive a run that is killed
  const exchangesFile = openSync(join(folder, runFiles.exchanges), 'a');
  const casesFile = openSync(join(folder, runFiles.cases), 'a');
  let usersHandedOut = 0;

  const captureClient = capture ? await connectCapture(capture) : undefined;
  if (captureClient) {
    for (const { id } of Object.values(handle.mailboxes)) await captureClient.openMailbox(id);
  }

  const client = openClient({
    baseUrl: profile.baseUrl,
    concurrency: profile.limits.concurrency,
    ...(profile.limits.requestsPerSecond ? { requestsPerSecond: profile.limits.requestsPerSecond } : {}),
    timeoutSeconds: profile.limits.timeoutSeconds,
    tls: profile.tls,
    mostKeptBytes,
    redact: redactionOf(handle.secrets),
    onExchange(exchange) {
      exchanges.push(exchange);
      // the text beside the parsed body says the same and more
      const { json, heldSecret } = redactedJson({ ...exchange, body: undefined }, redactText);
      if (heldSecret) withSecrets.add(exchange.number);
      writeSync(exchangesFile, `${json}\n`);
    },
  });

  return {
    handle,
    client,
    time: { now: epochMs, wait: livedDelay, pause: (milliseconds) => delay(milliseconds) },
    receiver(company) {
      const mailbox = handle.mailboxes[company];
      if (!captureClient || !mailbox) return undefined;
      const before = lossCount(captureClient.losses());
      const dropped = () => lossCount(captureClient.losses()) - before;
      return { capture: { ...captureClient, dropped }, mailbox };
    },
    lock(company) {
      const lock = locks.get(company) ?? companyLock();
      locks.set(company, lock);
      return lock;
    },
    journal: journal.note,
    exchanges,
    deliveries: [],
    ended() {},
    doubtOfDeliveries: wayOfDeliveries(handle, captureClient),
    keepCase(kept) {
      const written = { ...kept, deliveries: kept.deliveries.map(asWritten) };
      writeSync(casesFile, `${redactedJson(written, redactText).json}\n`);
    },
    redact({ exchanges: shown, ...verdict }) {
      // an exchange was searched when it was written: only what was noted on it since can hold a secret that it did not
      const clean = (exchange: RecordedExchange): RecordedExchange =>
        withSecrets.has(exchange.number)
          ? redactDeep(exchange, redactText)
          : { ...exchange, assertions: redactDeep(exchange.assertions, redactText) };
      return { ...redactDeep(verdict, redactText), exchanges: shown.map(clean) };
    },
    nextDisposableUser: () => usersHandedOut++,
    async [Symbol.asyncDispose]() {
      await captureClient?.[Symbol.asyncDispose]();
      await client[Symbol.asyncDispose]();
      closeSync(exchangesFile);
      closeSync(casesFile);
      journal[Symbol.dispose]();
    },
  };
};
