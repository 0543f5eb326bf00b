import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type CaptureClient, connectCapture } from '../../fixtures/capture/connect-capture.ts';
import { type Client, openClient } from '../../fixtures/client/client.ts';
import type { RecordedExchange } from '../../fixtures/exchange.ts';
import { type JournalEntry, openJournal } from '../../fixtures/journal.ts';
import { redactDeep, redactedJson, redactionOf } from '../../fixtures/redaction.ts';
import type { Mailbox, RunHandle } from '../../fixtures/run/run-handle.ts';
import type { Deliveries } from '../subject.ts';
import type { Verdict } from '../verdict.ts';
import { type CompanyLock, companyLock } from './company-lock.ts';

/** What all checks of a run share. */
export interface Session extends AsyncDisposable {
  handle: RunHandle;
  client: Client;
  /** The receiving end of a company, where the run has one. */
  receiver(company: string): { capture: CaptureClient; mailbox: Mailbox } | undefined;
  lock(company: string): CompanyLock;
  journal(entry: JournalEntry): void;
  /** Every exchange so far, for the rules that judge all of them. */
  exchanges: readonly RecordedExchange[];
  /** Every delivery that a check collected. */
  deliveries: Deliveries[];
  /** Takes the secrets out of a verdict, before it leaves the session. */
  redact(verdict: Verdict): Verdict;
  /** Users handed out so far, so that no two checks delete the same one. */
  nextDisposableUser(): number;
}

/** Names of the files in a run's folder. */
export const runFiles = { exchanges: 'exchanges.ndjson', journal: 'journal.ndjson' };

/** Opens what the checks of one run share; evidence goes to the run's folder as it comes. */
export const openSession = async (handle: RunHandle): Promise<Session> => {
  const { profile, folder, capture } = handle;
  const redactText = redactionOf(handle.secrets);
  const exchanges: RecordedExchange[] = [];
  /** Numbers of the exchanges in which a secret was found. */
  const withSecrets = new Set<number>();
  const locks = new Map<string, CompanyLock>();
  const journal = openJournal(join(folder, runFiles.journal));
  // written at once, not by a stream: what was exchanged must outlive a run that is killed
  const exchangesFile = openSync(join(folder, runFiles.exchanges), 'a');
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
    redact: redactText,
    onExchange(exchange) {
      exchanges.push(exchange);
      const { json, heldSecret } = redactedJson(exchange, redactText);
      if (heldSecret) withSecrets.add(exchange.number);
      writeSync(exchangesFile, `${json}\n`);
    },
  });

  return {
    handle,
    client,
    receiver(company) {
      const mailbox = handle.mailboxes[company];
      return captureClient && mailbox ? { capture: captureClient, mailbox } : undefined;
    },
    lock(company) {
      const lock = locks.get(company) ?? companyLock();
      locks.set(company, lock);
      return lock;
    },
    journal: journal.note,
    exchanges,
    deliveries: [],
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
      journal[Symbol.dispose]();
    },
  };
};
