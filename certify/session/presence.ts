import type { PartnerAction, PartnerCall } from '../../core/partner-record.ts';
import { comesWithin } from '../../fixtures/runtime.ts';
import { restartSlackMs } from '../obligations/model/notifications.ts';
import { byArrival, pathOf, statusOf } from '../obligations/model/read-call.ts';
import type { Stage } from '../stage/open-stage.ts';
import type { Acted, Trigger } from '../triggers/trigger.ts';
import { PartnerGone } from './partner-gone.ts';
import type { NoteEntry } from './session-log.ts';

interface PresenceOptions {
  stage: Stage;
  trigger: Trigger;
  note: NoteEntry;
  /** Why the session cannot continue; undefined while it can. */
  hindrance: () => string | undefined;
  /** Throws `PartnerGone` when the session cannot continue. */
  mustGoOn: () => void;
  lastAction: () => PartnerAction | undefined;
}

/** Whether the partner's software is there, and has finished. The waits throw `PartnerGone`. */
export interface Presence {
  untilReady(): Promise<void>;
  /** Waits until the partner has finished. */
  untilIdle(): Promise<void>;
  /** Records that the process is gone if nothing listened at the last request. */
  noteAbsence(): Promise<void>;
  /** Since when the software is there without a restart, in milliseconds since the session began. */
  thereSinceMs(): number;
  /** The process is gone for a moment, which is no absence. */
  expectRestart(): void;
}

/** The software may take this long to start, also after a restart. */
const readyMs = 60_000;
/** A partner may wait long before it retries a failed request. */
const idleMs = 5 * 60_000;
const lookEveryMs = 100;
/** This many failures of `idle` in a row may come from the connection. */
const maxIdleFailures = 3;
const betweenIdleMs = 1_000;

/** Describes the partner's last action and response, which may have caused a crash. */
export const lastSeen = (action: PartnerAction | undefined, calls: readonly PartnerCall[]): string => {
  const call = byArrival(calls).at(-1);
  const status = call && statusOf(call);
  const answer = status === undefined ? 'which got no answer' : `answered ${status}`;
  return [
    ...(action === undefined ? [] : [`last asked for: ${action.action}`]),
    ...(call === undefined ? [] : [`its last request: ${call.method} ${pathOf(call)}, ${answer}`]),
  ].join('; ');
};

export const createPresence = (options: PresenceOptions): Presence => {
  const { stage, trigger, note, hindrance, mustGoOn, lastAction } = options;
  const { transcript, surroundings } = stage;
  const { runtime } = surroundings;
  const { now, pause } = runtime;
  /** Whether the partner has answered since the last restart. */
  let isThere = false;
  let restartedMs = Number.NEGATIVE_INFINITY;
  let thereSinceMs = 0;

  /** Records once that the process is gone, until it is back. The end of a process that Selo started has its own record. */
  const record = (): void => {
    if (!isThere || !trigger.isAbsent?.() || hindrance() !== undefined) return;
    // it may answer the restart first
    if (now() - restartedMs < restartSlackMs) return;
    isThere = false;
    const how = `nothing listens at its hooks any more; ${lastSeen(lastAction(), transcript.calls)}`;
    note({ kind: 'gone', atMs: transcript.now(), how: transcript.redacted(how) });
  };

  /** What the partner says of its work; ends early when the session cannot continue. */
  const askIdle = async (timeoutMs: number): Promise<Acted> => {
    const ending = new AbortController();
    const said = trigger.idle(timeoutMs, ending.signal);
    try {
      while (!(await comesWithin(runtime, said, lookEveryMs))) mustGoOn();
    } catch (error) {
      ending.abort();
      throw error;
    }
    const acted = await said;
    const isIdle = acted.outcome !== 'failed';
    // the end of a process shows a moment after its port is closed
    if (!isIdle) await pause(lookEveryMs);
    mustGoOn();
    record();
    if (isIdle && !isThere) {
      isThere = true;
      thereSinceMs = transcript.now();
    }
    if (isIdle) note({ kind: 'idle', atMs: transcript.now() });
    return acted;
  };

  return {
    async untilReady() {
      const untilMs = now() + readyMs;
      while ((await askIdle(readyMs)).outcome === 'failed') {
        if (now() > untilMs) throw new PartnerGone(`the partner did not answer within ${readyMs / 1000} s`);
        await pause(lookEveryMs);
      }
    },
    async untilIdle() {
      const untilMs = now() + idleMs;
      let failed = 0;
      for (;;) {
        const { outcome, message } = await askIdle(Math.ceil(Math.max(lookEveryMs, untilMs - now())));
        if (outcome !== 'failed') return;
        const isStarting = !isThere && now() - restartedMs < readyMs;
        // one response may get lost, so the next one counts
        if (!isStarting) failed += 1;
        if (failed > maxIdleFailures || now() >= untilMs) {
          const why = message === undefined ? '' : `: ${message}`;
          throw new PartnerGone(transcript.redacted(`the partner did not say that it had finished${why}`));
        }
        await pause(betweenIdleMs);
      }
    },
    thereSinceMs: () => thereSinceMs,
    async noteAbsence() {
      // the end of a process shows a moment after its port is closed
      if (trigger.isAbsent?.()) await pause(lookEveryMs);
      record();
    },
    expectRestart() {
      isThere = false;
      restartedMs = now();
    },
  };
};
