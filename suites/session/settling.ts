import type { CheckEnvironment, Receiver } from './environment.ts';

/** The longest wait if the profile declares none. */
const defaultSeconds = 5;

/** The first wait, as a share of the longest. Most late changes show in this time. */
const firstShare = 1 / 4;

/** How long after a change the target may still show, or act on, the state before. In real milliseconds. */
export interface SettleTimes {
  /** The wait that a try begins with. */
  known(): number;
  /** The next longer wait; `undefined` after the longest. */
  longerThan(ms: number): number | undefined;
  /** Notes that the target needs this long. */
  learn(ms: number): void;
  /** Notes that even the longest wait did not change an ending, which its key names. */
  waitedInVain(key: string): void;
  /** Whether waiting for the changes of such an ending has been in vain. */
  isInVain(key: string): boolean;
  /** When an ended try made its last change, by the clock of the run. */
  lastChangeMs(): number | undefined;
  noteChange(ms: number | undefined): void;
  /** Notes how soon after a change a rule sent a request. */
  judged(rule: string, soonestMs: number): void;
  /** Whether a rule sent a request sooner than the target is now known to need. */
  wasTooSoon(rule: string): boolean;
}

/** A declared time applies from the beginning. Otherwise the run begins with 0 and learns. */
export const settleTimes = (declaredSeconds: number | undefined): SettleTimes => {
  const maxMs = defaultSeconds * 1000;
  const steps = declaredSeconds === undefined ? [maxMs * firstShare, maxMs] : [];
  const soonest = new Map<string, number>();
  const inVain = new Set<string>();
  let knownMs = (declaredSeconds ?? 0) * 1000;
  let lastMs: number | undefined;
  return {
    known: () => knownMs,
    longerThan: (ms) => steps.find((step) => step > ms && step >= knownMs),
    learn(ms) {
      knownMs = Math.max(knownMs, ms);
    },
    waitedInVain(key) {
      inVain.add(key);
    },
    isInVain: (key) => inVain.has(key),
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

/** How a try lets the target settle. */
export interface Settle {
  /** The wait after each change, in real milliseconds. */
  withinMs: number;
  /** When the latest change was, by the clock of the run. At first, it is the one of an earlier try. */
  changedMs: number | undefined;
}

/** How one try let its target settle, in real milliseconds. */
export interface Settled extends Settle {
  /** The sum of the waits. */
  waitedMs: number;
  /** The shortest time between a change and the next request; infinite if there was none. */
  soonestMs: number;
}

/** An environment in which each request waits for the changes before it. */
export interface Settling {
  environment: CheckEnvironment;
  settled(): Settled;
}

/** Timers may fire a little early. */
const earlyMs = 2;

/**
 * Delays each request until the latest change is `withinMs` old. A change is a write that got a response, or something
 * that the target was seen to do by itself. Parallel requests follow the same changes, so they are still sent in parallel.
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
          // a refused write may have changed something: some rules test that it did not
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
