import type { CaptureClient } from '../../fixtures/capture/connect-capture.ts';
import type { Client } from '../../fixtures/client/client.ts';
import type { JournalEntry } from '../../fixtures/journal.ts';
import type { Mailbox, RunHandle } from '../../fixtures/run/run-handle.ts';
import type { Deliveries } from '../subject.ts';
import type { CompanyLock } from './company-lock.ts';

/** A company's receiving end as a check sees it. */
export interface Receiver {
  capture: Pick<CaptureClient, 'openMailbox' | 'openListener' | 'script' | 'waitFor'> & {
    /** How much was lost since this end was asked for: attempts, and times in which any may have been. */
    dropped(): number;
  };
  mailbox: Mailbox;
}

/** Times in real milliseconds. */
export interface Time {
  /** Since the epoch, by a clock that never steps: only what lies between two such times tells something. */
  now(): number;
  /** In which this process could have noticed what happens. Rejects when the signal aborts. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Between two questions. */
  pause(milliseconds: number): Promise<void>;
}

/** All that a check reaches beyond itself: what comes from here, and nothing else, decides what it finds. */
export interface Outside {
  handle: RunHandle;
  client: Pick<Client, 'send'>;
  time: Time;
  /** The receiving end of a company, where the run has one. */
  receiver(company: string): Receiver | undefined;
  lock(company: string): CompanyLock;
  journal(entry: JournalEntry): void;
  /** Every delivery that a check collected. */
  deliveries: Deliveries[];
  /** The check has come to its end: what still comes for a branch of it that goes on decides nothing. */
  ended(): void;
  /** Users handed out so far, so that no two checks delete the same one. */
  nextDisposableUser(): number;
}
