import type { Outside, Receiver } from './outside.ts';

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
  return {
    known: () => knownMs,
    longerThan: (ms) => steps.find((step) => step > ms && step >= knownMs),
    learn(ms) {
      knownMs = Math.max(knownMs, ms);
    },
    judged(rule, soonestMs) {
      soonest.set(rule, soonestMs);
    },
    wasTooSoon: (rule) => (soonest.get(rule) ?? Number.POSITIVE_INFINITY) < knownMs,
  };
};

/** How one try waited for its target to settle, in real milliseconds. */
export interface Settled {
  /** After each change. */
  withinMs: number;
  /** In all. */
  waitedMs: number;
  /** The shortest time between a change and a call after it; infinite where no call came after one. */
  soonestMs: number;
}

/** What a try reaches, where each call waits for what was changed before it. */
export interface Settling {
  outside: Outside;
  settled(): Settled;
}

/** Timers may fire a little early. */
const earlyMs = 2;

/**
 * Lets the target settle: each call that follows a change leaves when the change is `withinMs` old. A change is a write
 * that was answered, and whatever the target was seen to have done by itself. Calls that are sent at once follow the
 * same changes, so they still leave at once.
 */
export const settling = (outside: Outside, withinMs: number): Settling => {
  const { client, time } = outside;
  const attemptsSeen = new Map<string, number>();
  let changedMs: number | undefined;
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
    settled: () => ({ withinMs, waitedMs, soonestMs }),
    outside: {
      ...outside,
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
        const receiver = outside.receiver(company);
        return receiver && watched(receiver);
      },
      changeSeen: noteChange,
    },
  };
};
