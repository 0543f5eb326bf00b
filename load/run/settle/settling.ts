import type { Profile } from '../../../fixtures/profile/profile.ts';
import type { Runtime } from '../../../fixtures/runtime.ts';
import type { CaptureHealth } from '../../capture/start-load-capture.ts';
import { type Timing, wholeCurveMs } from '../../ledger/retry-curve.ts';
import type { Settlement } from '../../ledger/settlement.ts';
import type { RunRecord } from '../figures/run-record.ts';
import type { Stage } from '../prepare/stage.ts';
import { reconcile } from './reconcile.ts';

interface SettlingOptions {
  profile: Profile;
  stage: Pick<Stage, 'client' | 'capture' | 'journals'>;
  runtime: Pick<Runtime, 'now' | 'pause'>;
  record: RunRecord;
  timing: Timing;
  drainSeconds: number;
  failingReceivers: readonly string[];
  /** What the external ids of this run's orders start with. */
  prefix: string;
  /** After it nobody wants to wait. */
  signal: AbortSignal;
  onWait: () => void;
}

interface Settled {
  settlement: Settlement;
  settledMs: number;
  captureHealth: CaptureHealth;
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

/** The end of a run: waits for every notification that is still on its way, then counts all. */
export const settle = async (options: SettlingOptions): Promise<Settled> => {
  const { profile, stage, runtime, record, timing, drainSeconds, failingReceivers, prefix, signal, onWait } = options;
  const { client, capture, journals } = stage;
  const { ledger, traffic } = record;
  const drainMs = drainSeconds * 1000;
  /** A failing receiver's deliveries are waited for only where all ten attempts are over in time. */
  const isAwaited = (company: string): boolean =>
    !failingReceivers.includes(company) || wholeCurveMs(timing) <= drainMs;

  const readAll = async (): Promise<CaptureHealth> => {
    const health = (await capture?.health()) ?? noCapture;
    await journals.read();
    return health;
  };

  const drain = async (): Promise<void> => {
    const sinceMs = runtime.now();
    for (;;) {
      await readAll();
      const mostMs = signal.aborted ? Math.min(interruptedDrainMs, drainMs) : drainMs;
      if (ledger.openUntil(runtime.now(), isAwaited) === undefined || runtime.now() >= sinceMs + mostMs) return;
      onWait();
      await runtime.pause(lookEveryMs);
    }
  };

  await drain();
  await runtime.pause(quietMs);
  const captureHealth = await readAll();
  traffic.orders.ambiguousFound += await reconcile({ client, profile, ledger, prefix, now: runtime.now });
  const settledMs = runtime.now();
  return { settlement: ledger.settle(settledMs), settledMs, captureHealth };
};
