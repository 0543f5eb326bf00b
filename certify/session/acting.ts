import { omitUndefined } from '../../core/omit-undefined.ts';
import type { PartnerAction } from '../../core/partner-record.ts';
import { stormIn } from '../obligations/model/storms.ts';
import { type Stage, untilQuiet } from '../stage/open-stage.ts';
import type { Acted, Trigger } from '../triggers/trigger.ts';
import { lastSeen } from './last-seen.ts';
import { PartnerGone, PartnerStorm } from './partner-gone.ts';
import type { NoteEntry } from './session-log.ts';
import { takesNothing } from './takes-nothing.ts';

interface ActingOptions {
  stage: Stage;
  trigger: Trigger;
  /** The count of actions in earlier parts, so that numbers continue. */
  earlierActions: number;
  note: NoteEntry;
  /** The most requests after one action; 20,000 when left out. No correct partner needs as many. */
  maxCalls?: number;
  /** Why the session cannot continue; undefined while it can. */
  hindrance: () => string | undefined;
}

/** Makes the partner act. Each method throws `PartnerGone` when the session cannot continue. */
export interface Acting {
  /** The count of actions so far, in all parts. */
  count(): number;
  /** The last action in this part. */
  last(): PartnerAction | undefined;
  mustGoOn(): void;
  /** Performs an action of a scenario and records it. */
  does(
    scenario: string,
    action: string,
    parameters: Record<string, unknown>,
    act: () => Promise<Acted>,
  ): Promise<Acted>;
  untilReady(): Promise<void>;
  /** Waits until the partner has finished. */
  untilIdle(): Promise<void>;
  /** Waits until each notification was acknowledged or its retries are exhausted. */
  untilDelivered(): Promise<void>;
  /** Waits until the partner and the platform have finished. */
  settle(): Promise<void>;
}

/** The longest wait for the platform's notifications, in milliseconds. */
const quietMs = 60_000;
const readyMs = 60_000;
/** A partner may wait long before it retries a failed request. */
const idleMs = 5 * 60_000;
/** The partner counts as gone after this many failed actions in a row. */
const maxFailures = 3;
const lookEveryMs = 100;
/** This many failures of `idle` in a row may come from the connection. */
const maxIdleFailures = 3;
const betweenIdleMs = 1_000;
const usualMaxCalls = 20_000;
const maxMessageLength = 300;

export const createActing = (options: ActingOptions): Acting => {
  const { stage, trigger, earlierActions, note, hindrance, maxCalls = usualMaxCalls } = options;
  const { transcript, surroundings } = stage;
  const { now, pause, setTimer } = surroundings.runtime;
  const actions: PartnerAction[] = [];
  let failures = 0;
  let callsBefore = 0;
  /** Whether the partner has answered since the last restart. */
  let isThere = false;

  /** Records once that the process is gone, until it is back. The end of a process that Selo started has its own record. */
  const noteAbsence = (): void => {
    if (!isThere || !trigger.isAbsent?.() || hindrance() !== undefined) return;
    isThere = false;
    const how = `nothing listens at its hooks any more; ${lastSeen(actions.at(-1), transcript.calls)}`;
    note({ kind: 'gone', atMs: transcript.now(), how: transcript.redacted(how) });
  };

  const mustGoOn = (): void => {
    const why = hindrance();
    if (why !== undefined) throw new PartnerGone(why);
    if (transcript.calls.length - callsBefore > maxCalls) {
      const { words } = stormIn(transcript.calls.slice(callsBefore));
      throw new PartnerStorm(`the partner sent more than ${maxCalls} requests after one action: ${words}`);
    }
    if (failures >= maxFailures) {
      throw new PartnerGone(
        `the partner failed ${failures} actions in a row, the last with: ${actions.at(-1)?.message}`,
      );
    }
  };

  /** Resolves with what the partner says, or false after the timeout. */
  const saysWithin = (said: Promise<boolean>, ms: number): Promise<boolean> =>
    new Promise((resolve) => {
      const cancel = setTimer(ms, () => resolve(false));
      void said.then(() => {
        cancel();
        resolve(true);
      });
    });

  /** Whether the partner says that it has finished; ends early when the session cannot continue. */
  const saysIdle = async (timeoutMs: number): Promise<boolean> => {
    const ending = new AbortController();
    const said = trigger.idle(timeoutMs, ending.signal);
    try {
      while (!(await saysWithin(said, lookEveryMs))) mustGoOn();
    } catch (error) {
      ending.abort();
      throw error;
    }
    const isIdle = await said;
    // the end of a process shows a moment after its port is closed
    if (!isIdle) await pause(lookEveryMs);
    mustGoOn();
    noteAbsence();
    isThere ||= isIdle;
    if (isIdle) note({ kind: 'idle', atMs: transcript.now() });
    return isIdle;
  };

  const untilIdle = async (): Promise<void> => {
    const untilMs = now() + idleMs;
    // one response may get lost, so the next one counts
    for (let failed = 0; !(await saysIdle(Math.ceil(Math.max(lookEveryMs, untilMs - now())))); failed += 1) {
      if (failed === maxIdleFailures || now() >= untilMs) {
        throw new PartnerGone('the partner did not say that it had finished');
      }
      await pause(betweenIdleMs);
    }
  };

  const untilDelivered = async (): Promise<void> => {
    await untilQuiet(stage, quietMs, mustGoOn);
  };

  return {
    count: () => earlierActions + actions.length,
    last: () => actions.at(-1),
    mustGoOn,
    async does(scenario, action, parameters, act) {
      mustGoOn();
      const fromMs = transcript.now();
      callsBefore = transcript.calls.length;
      if (action === 'restart') isThere = false;
      const acted = await act();
      // the end of a process shows a moment after its port is closed
      if (trigger.isAbsent?.()) await pause(lookEveryMs);
      noteAbsence();
      failures = acted.outcome === 'failed' ? failures + 1 : 0;
      const done: PartnerAction = {
        number: earlierActions + actions.length + 1,
        scenario,
        action,
        parameters,
        fromMs,
        toMs: transcript.now(),
        outcome: acted.outcome,
        ...omitUndefined({ id: acted.id, code: acted.code }),
        ...(acted.message === undefined
          ? {}
          : { message: transcript.redacted(acted.message).slice(0, maxMessageLength) }),
      };
      actions.push(done);
      note({ kind: 'action', action: done });
      return acted;
    },
    async untilReady() {
      const untilMs = now() + readyMs;
      while (!(await saysIdle(readyMs))) {
        if (now() > untilMs) throw new PartnerGone(`the partner did not answer within ${readyMs / 1000} s`);
        await pause(lookEveryMs);
      }
    },
    untilIdle,
    untilDelivered,
    async settle() {
      // actions may cause notifications, and these may cause requests
      for (let round = 0; round < 2; round += 1) {
        await untilIdle();
        if (!takesNothing(transcript.attempts)) await untilDelivered();
      }
      await untilIdle();
      const last = actions.at(-1);
      if (last === undefined) return;
      const settled: PartnerAction = { ...last, toMs: transcript.now(), isSettled: true };
      actions.splice(-1, 1, settled);
      note({ kind: 'action', action: settled });
    },
  };
};
