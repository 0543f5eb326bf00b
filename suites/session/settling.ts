import type { CheckEnvironment, Receiver } from './environment.ts';

/** Of a target whose profile declares nothing. */
const defaultSeconds = 5;

/** Most of what settles at all settles in this share of it. */
const firstShare = 1 / 4;

/**
 * What a run knows of its target: for how long after a change it may still show, or act on, the state before. In real
 * milliseconds.
 */
export interface SettleTimes {
  /** What a try begins with. */
  known(): number;
  /** The next longer time to try; undefined where the longest was tried. */
  longerThan(ms: number): number | undefined;
  /** The target was seen to need so long. */
  learn(ms: number): void;
  /** When a try that has ended made its last change, by the run's clock. */
  lastChangeMs(): number | undefined;
  noteChange(ms: number | undefined): void;
  /** Notes how soon after a change the verdict on a rule asked the target. */
  judged(rule: string, soonestMs: number): void;
  /** Whether the verdict on a rule asked sooner than the target is now known to need. */
  wasTooSoon(rule: string): boolean;
}

/** A declared time holds from the beginning. Without one the run begins with none, and learns. */
export const settleTimes = (declaredSeconds: number | undefined): SettleTimes => {
  const longestMs = defaultSeconds * 1000;
  const steps = declaredSeconds === undefined ? [longestMs * firstShare, longestMs] : [];
  const soonest = new Map<string, number>();
  let knownMs = (declaredSeconds ?? 0) * 1000;
  let lastMs: number | undefined;
  return {
    known: () => knownMs,
    longerThan: (ms) => steps.find((step) => step > ms && step >= knownMs),
    learn(ms) {
      knownMs = Math.max(knownMs, ms);
    },
    lastChangeMs: () => lastMs,
    noteChange(ms) {
      if (ms !== undefined) lastMs = Math.max(lastMs ?? ms, ms);
    },
    judged(rule, soonestMs) {
      soonest.set(rule, soonestMs);
    },
    wasTooSoon: (rule) => (soonest.get(rule) ?? Number.POSITIVE_INFINITY) < knownMs,
  };
};

/** What a try is given to let its target settle. */
export interface Settle {
  /** How long after each change, in real milliseconds. */
  withinMs: number;
  /** When the latest change was, by the run's clock: to begin with, one of a try that had ended before. */
  changedMs: number | undefined;
}

/** How one try let its target settle, in real milliseconds. */
export interface Settled extends Settle {
  /** In all. */
  waitedMs: number;
  /** The shortest time between a change and a call after it; infinite where no call came after one. */
  soonestMs: number;
}

/** What a try reaches, where each call waits for what was changed before it. */
export interface Settling {
  environment: CheckEnvironment;
  settled(): Settled;
}

/** Timers may fire a little early. */
const earlyMs = 2;

/**
 * Lets the target settle: each call that follows a change leaves when the change is `withinMs` old. A change is a write
 * that was answered, and whatever the target was seen to have done by itself. Calls that are sent at once follow the
 * same changes, so they still leave at once.
 */
export const settling = (environment: CheckEnvironment, { withinMs, changedMs: before }: Settle): Settling => {
  const { client, time } = environment;
  const attemptsSeen = new Map<string, number>();
  let changedMs = before;
  let waitedUntilMs = 0;
  let waitedMs = 0;
  let soonestMs = Number.POSITIVE_INFINITY;

  const noteChange = (): void => {
    changedMs = time.now();
  };

  const settle = async (): Promise<void> => {
    if (changedMs === undefined) return;
    const sinceMs = changedMs;
    const nowMs = time.now();
    const untilMs = sinceMs + withinMs;
    if (untilMs > nowMs) {
      waitedMs += Math.max(0, untilMs - Math.max(nowMs, waitedUntilMs));
      waitedUntilMs = Math.max(waitedUntilMs, untilMs);
      await time.wait(untilMs - nowMs);
    }
    soonestMs = Math.min(soonestMs, time.now() - sinceMs + earlyMs);
  };

  const watched = ({ capture, mailbox }: Receiver): Receiver => ({
    mailbox,
    capture: {
      ...capture,
      async waitFor(filter, until, options) {
        const seen = await capture.waitFor(filter, until, options);
        const about = filter.order ?? filter.code ?? '';
        if (seen.attempts.length > (attemptsSeen.get(about) ?? 0)) noteChange();
        attemptsSeen.set(about, seen.attempts.length);
        return seen;
      },
    },
  });

  return {
    settled: () => ({ withinMs, changedMs, waitedMs, soonestMs }),
    environment: {
      ...environment,
      client: {
        async send(call, record) {
          await settle();
          const answer = await client.send(call, record);
          // a refusal may have changed something too: that it did not is what some rules are about
          if (call.method !== 'GET') noteChange();
          return answer;
        },
      },
      receiver(company) {
        const receiver = environment.receiver(company);
        return receiver && watched(receiver);
      },
      changeSeen: noteChange,
    },
  };
};
