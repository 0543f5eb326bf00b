import { setTimeout as delay } from 'node:timers/promises';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { CaptureHealth } from '../capture/start-load-capture.ts';
import { type Timing, wholeCurveMs } from '../ledger/retry-curve.ts';
import type { Settlement } from '../ledger/settlement.ts';
import { reconcile } from './reconcile.ts';
import type { RunRecord } from './run-record.ts';
import type { Stage } from './stage.ts';

interface SettlingOptions {
  profile: Profile;
  stage: Stage;
  record: RunRecord;
  timing: Timing;
  drainSeconds: number;
  dead: readonly string[];
  /** What the external ids of this run's orders start with. */
  prefix: string;
  /** After it nobody wants to wait. */
  signal: AbortSignal;
  /** Ends with the drill, if there is one. */
  drilled: () => Promise<void>;
  onWait: () => void;
}

/** The end of a run: every notification that is still on its way is waited for, then all are counted. */
export interface Settling {
  readonly hasBegun: boolean;
  /** Settles once, however often it is asked: by k6 when its last journey has ended, and when it never asked. */
  settle(): Promise<{ settlement: Settlement; settledMs: number; captureHealth: CaptureHealth }>;
}

/** How long notifications are waited for once the run was interrupted. */
const interruptedDrainMs = 5_000;
const lookEveryMs = 200;
/** The wait after the last notification, for one that comes twice. */
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

export const createSettling = (options: SettlingOptions): Settling => {
  const { profile, stage, record, timing, drainSeconds, dead, prefix, drilled, signal, onWait } = options;
  const { client, capture, journals } = stage;
  const { ledger, traffic } = record;
  const drainMs = drainSeconds * 1000;
  /** A dead receiver's deliveries are waited for only where all ten attempts are over in time. */
  const isAwaited = (company: string): boolean => !dead.includes(company) || wholeCurveMs(timing) <= drainMs;

  const readAll = async (): Promise<CaptureHealth> => {
    const health = (await capture?.health()) ?? noCapture;
    await journals.read();
    return health;
  };

  const drain = async (): Promise<void> => {
    const sinceMs = Date.now();
    for (;;) {
      await readAll();
      const mostMs = signal.aborted ? Math.min(interruptedDrainMs, drainMs) : drainMs;
      if (ledger.openUntil(Date.now(), isAwaited) === undefined || Date.now() >= sinceMs + mostMs) return;
      onWait();
      await delay(lookEveryMs);
    }
  };

  const settleNow = async (): ReturnType<Settling['settle']> => {
    await drilled();
    await drain();
    await delay(quietMs);
    const captureHealth = await readAll();
    traffic.orders.ambiguousFound += await reconcile({ client, profile, ledger, prefix });
    const settledMs = Date.now();
    return { settlement: ledger.settle(settledMs), settledMs, captureHealth };
  };

  let settled: ReturnType<Settling['settle']> | undefined;
  return {
    get hasBegun() {
      return settled !== undefined;
    },
    settle() {
      settled ??= settleNow();
      return settled;
    },
  };
};
