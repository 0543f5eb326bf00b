import type { JournalEntry } from '../../core/journal.ts';
import type { Mailbox } from '../../core/result.ts';
import type { CaptureClient } from '../../fixtures/capture/client/connect-capture.ts';
import type { Client } from '../../fixtures/client/client.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import type { Runtime } from '../../fixtures/runtime.ts';
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

/** The clock of the run. */
export type Time = Pick<Runtime, 'now' | 'date' | 'pause' | 'wait' | 'turn'>;

/** All that a check reaches beyond itself: what comes from here, and nothing else, decides what it finds. */
export interface CheckEnvironment {
  /** Whether what reaches a check is recorded, and what it creates is noted. */
  keepsEvidence: boolean;
  handle: RunHandle;
  client: Pick<Client, 'send'>;
  time: Time;
  /** The receiving end of a company, where the run has one. */
  receiver(company: string): Receiver | undefined;
  lock(company: string): CompanyLock;
  journal(entries: readonly JournalEntry[]): void;
  /** Every delivery that a check collected. */
  deliveries: Deliveries[];
  /** The target was seen to have changed something by itself. */
  changeSeen(): void;
  /** The check has come to its end: what still comes for a branch of it that goes on decides nothing. */
  ended(): void;
  /** Users handed out so far, so that no two checks delete the same one. */
  nextDisposableUser(): number;
}
