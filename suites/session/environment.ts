import type { JournalEntry } from '../../core/journal.ts';
import type { Mailbox } from '../../core/result.ts';
import type { CaptureClient } from '../../fixtures/capture/client/connect-capture.ts';
import type { Client } from '../../fixtures/client/client.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import type { Runtime } from '../../fixtures/runtime.ts';
import type { Deliveries } from '../subject.ts';
import type { CompanyLock } from './company-lock.ts';

/** The receiver of a company, as a check sees it. */
export interface Receiver {
  capture: Pick<CaptureClient, 'openMailbox' | 'openListener' | 'script' | 'waitFor'> & {
    /** How many attempts were lost since the receiver was requested, and periods in which some may have been. */
    dropped(): number;
  };
  mailbox: Mailbox;
}

/** The clock of the run. */
export type Time = Pick<Runtime, 'now' | 'date' | 'pause' | 'wait' | 'turn'>;

/** Everything that a check can reach. Nothing else influences its result. */
export interface CheckEnvironment {
  /** Whether the inputs of checks are recorded, and what they create is noted in the journal. */
  keepsEvidence: boolean;
  handle: RunHandle;
  client: Pick<Client, 'send'>;
  time: Time;
  /** The receiver of a company; `undefined` if the run receives none of its notifications. */
  receiver(company: string): Receiver | undefined;
  lock(company: string): CompanyLock;
  journal(entries: readonly JournalEntry[]): void;
  /** Every delivery that a check collected. */
  deliveries: Deliveries[];
  /** Notes that the target changed something by itself. */
  changeSeen(): void;
  /** Notes that the check has ended. The inputs of a branch that is still running no longer count. */
  ended(): void;
  /** The place of the next disposable user, so that no two checks delete the same one. */
  nextDisposableUser(): number;
}
