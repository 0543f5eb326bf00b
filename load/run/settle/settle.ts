import type { Profile } from '../../../fixtures/profile/profile.ts';
import type { Runtime } from '../../../fixtures/runtime.ts';
import type { CaptureHealth } from '../../capture/start-load-capture.ts';
import { curveMs } from '../../ledger/retry-curve.ts';
import type { Settlement } from '../../ledger/settlement.ts';
import type { Prepared } from '../prepare/prepare.ts';
import { readEveryMs } from '../record/journals.ts';
import { type Lookups, reconcile } from './reconcile.ts';

interface SettleOptions {
  profile: Profile;
  prepared: Pick<Prepared, 'client' | 'capture' | 'journals' | 'record' | 'timing' | 'drainSeconds'>;
  runtime: Pick<Runtime, 'now' | 'pause'>;
  failingReceivers: readonly string[];
  /** The prefix of this run's external ids. */
  prefix: string;
  /** Shortens the wait. */
  signal: AbortSignal;
  onWait: () => void;
}

export interface Settled {
  settlement: Settlement;
  lookups: Lookups;
  settledMs: number;
  captureHealth: CaptureHealth;
}

/** The wait for notifications after the run was interrupted. */
const interruptedDrainMs = 5_000;
/** A further wait after the last notification, for duplicates. */
const quietMs = 1_000;

const noCapture: CaptureHealth = {
  processes: 0,
  received: 0,
  overloaded: 0,
  turnedAway: 0,
  unreadable: 0,
  loopDelayP99Ms: 0,
  memoryMiB: 0,
};

/** Waits for the expected notifications, asks the target about open orders, and settles the ledger. */
export const settle = async (options: SettleOptions): Promise<Settled> => {
  const { profile, prepared, runtime, failingReceivers, prefix, signal, onWait } = options;
  const { client, capture, journals, timing, drainSeconds } = prepared;
  const { ledger } = prepared.record;
  const drainMs = drainSeconds * 1000;
  /** Failing receivers are waited for only if all ten attempts fit into the time. */
  const isAwaited = (company: string): boolean => !failingReceivers.includes(company) || curveMs(timing) <= drainMs;

  const readAll = async (): Promise<CaptureHealth> => {
    const health = (await capture?.health()) ?? noCapture;
    await journals.read();
    return health;
  };

  const drain = async (): Promise<void> => {
    const sinceMs = runtime.now();
    for (;;) {
      await readAll();
      const maxMs = signal.aborted ? Math.min(interruptedDrainMs, drainMs) : drainMs;
      if (!ledger.expectsAttempts(runtime.now(), isAwaited) || runtime.now() >= sinceMs + maxMs) return;
      onWait();
      await runtime.pause(readEveryMs);
    }
  };

  await drain();
  await runtime.pause(quietMs);
  const captureHealth = await readAll();
  const lookups = await reconcile({ client, profile, ledger, prefix, now: runtime.now });
  const settledMs = runtime.now();
  return { settlement: ledger.settle(settledMs), lookups, settledMs, captureHealth };
};
