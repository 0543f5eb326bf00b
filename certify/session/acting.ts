import { omitUndefined } from '../../core/omit-undefined.ts';
import type { PartnerAction } from '../../core/partner-record.ts';
import { type Stage, untilQuiet } from '../stage/open-stage.ts';
import { type Acted, actionTimeoutMs, type Trigger } from '../triggers/trigger.ts';
import { acknowledgesNothing } from './acknowledges-nothing.ts';
import { PartnerGone, PartnerStorm, usualMaxCalls } from './partner-gone.ts';
import { createPresence } from './presence.ts';
import type { NoteEntry } from './session-log.ts';

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
  untilDelivered(): Promise<unknown>;
  /** Whether the receiver acknowledges nothing, so that no wait for its next acknowledgment is of use. */
  isUnacknowledged(): boolean;
  /** Waits until the partner and the platform have finished. */
  settle(): Promise<void>;
}

/** The longest wait for the platform's notifications, in milliseconds. */
const quietMs = 60_000;
/**
 * The partner counts as gone after this many failed actions in a row, or after this many timeouts of an action that it
 * never did or refused.
 */
const maxFailures = 3;
const maxMessageLength = 300;
/** The record has tenths of milliseconds. */
const leastBetweenMs = 0.1;

/** Watches for what ends a session: a hindrance, a storm of requests, or one failed action after another. */
const createWatch = (
  { stage: { transcript }, hindrance, maxCalls = usualMaxCalls }: ActingOptions,
  last: Acting['last'],
) => {
  let failures = 0;
  /** The timeouts of each action that was not done or refused yet. */
  const timeouts = new Map<string, number>();
  let callsBefore = 0;
  return {
    actionBegins(): void {
      callsBefore = transcript.calls.length;
    },
    actionEnds(action: string, { outcome, wasInVain }: Acted, tookMs: number): void {
      if (wasInVain !== true) failures = outcome === 'failed' ? failures + 1 : 0;
      if (outcome !== 'failed') timeouts.set(action, Number.NEGATIVE_INFINITY);
      else if (tookMs >= actionTimeoutMs) timeouts.set(action, (timeouts.get(action) ?? 0) + 1);
    },
    mustGoOn(): void {
      const why = hindrance();
      if (why !== undefined) throw new PartnerGone(why);
      if (transcript.calls.length - callsBefore > maxCalls) {
        throw new PartnerStorm(transcript.calls.slice(callsBefore), maxCalls, 'after one action');
      }
      const [silent] = [...timeouts].find(([, count]) => count >= maxFailures) ?? [];
      if (silent !== undefined) {
        throw new PartnerGone(
          `${silent} was asked for ${maxFailures} times, failed each time after ${actionTimeoutMs / 1000} s or more, and was never done`,
        );
      }
      if (failures >= maxFailures) {
        throw new PartnerGone(`the partner failed ${failures} actions in a row, the last with: ${last()?.message}`);
      }
    },
  };
};

export const createActing = (options: ActingOptions): Acting => {
  const { stage, trigger, earlierActions, note, hindrance } = options;
  const { transcript } = stage;
  const actions: PartnerAction[] = [];
  let begun = 0;
  let lastFromMs = Number.NEGATIVE_INFINITY;

  const last: Acting['last'] = () => actions.at(-1);
  const { actionBegins, actionEnds, mustGoOn } = createWatch(options, last);
  const presence = createPresence({ stage, trigger, note, hindrance, mustGoOn, lastAction: last });
  const { untilReady, untilIdle } = presence;
  const untilDelivered = (): Promise<unknown> => untilQuiet(stage, quietMs, mustGoOn);
  // a restart cuts off deliveries that the receiver would have acknowledged
  const isUnacknowledged = (): boolean => acknowledgesNothing(transcript.attempts, presence.thereSinceMs());

  return {
    count: () => earlierActions + actions.length,
    last,
    mustGoOn,
    async does(scenario, action, parameters, act) {
      mustGoOn();
      begun += 1;
      const number = earlierActions + begun;
      // actions at once begin at different times, so that one of them is the last before a call
      const fromMs = Math.max(transcript.now(), Math.round((lastFromMs + leastBetweenMs) * 10) / 10);
      lastFromMs = fromMs;
      actionBegins();
      if (action === 'restart') presence.expectRestart();
      const acted = await act();
      await presence.noteAbsence();
      actionEnds(action, acted, transcript.now() - fromMs);
      const done: PartnerAction = {
        number,
        scenario,
        action,
        parameters,
        fromMs,
        toMs: Math.max(fromMs, transcript.now()),
        outcome: acted.outcome,
        ...omitUndefined({
          id: acted.id,
          code: acted.code,
          message: acted.message && transcript.redacted(acted.message).slice(0, maxMessageLength),
        }),
      };
      // of actions at once, the first may be answered last
      actions.splice(actions.findLastIndex((earlier) => earlier.number < number) + 1, 0, done);
      note({ kind: 'action', action: done });
      return acted;
    },
    untilReady,
    untilIdle,
    untilDelivered,
    isUnacknowledged,
    async settle() {
      // actions may cause notifications, and these may cause requests
      for (let round = 0; round < 2; round += 1) {
        await untilIdle();
        if (!isUnacknowledged()) await untilDelivered();
      }
      await untilIdle();
      const latest = last();
      if (latest === undefined) return;
      const settled: PartnerAction = { ...latest, toMs: transcript.now(), isSettled: true };
      actions.splice(-1, 1, settled);
      note({ kind: 'action', action: settled });
    },
  };
};
