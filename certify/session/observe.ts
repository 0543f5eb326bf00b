import { type Stage, untilQuiet } from '../stage/open-stage.ts';
import { PartnerGone, PartnerStorm, usualMaxCalls } from './partner-gone.ts';

interface ObserveOptions {
  stage: Stage;
  durationMs: number;
  signal: AbortSignal;
  /** Why the session cannot continue; undefined while it can. */
  hindrance: () => string | undefined;
}

const quietMs = 60_000;
const lookEveryMs = 20;
const minuteMs = 60_000;

/** Records while the partner acts by itself. An early end is no failure. Throws `PartnerGone`. */
export const observe = async ({ stage, durationMs, signal, hindrance }: ObserveOptions): Promise<void> => {
  const { transcript, surroundings } = stage;
  const { now, pause } = surroundings.runtime;
  let minute = { fromMs: now(), calls: transcript.calls.length };
  const untilMs = now() + durationMs;
  while (now() < untilMs && !signal.aborted) {
    const why = hindrance();
    if (why !== undefined && !signal.aborted) throw new PartnerGone(why);
    if (now() - minute.fromMs > minuteMs) minute = { fromMs: now(), calls: transcript.calls.length };
    if (transcript.calls.length - minute.calls > usualMaxCalls) {
      throw new PartnerStorm(transcript.calls.slice(minute.calls), usualMaxCalls, 'in a minute');
    }
    await pause(lookEveryMs);
  }
  // requests that are under way still belong to the session
  await untilQuiet(stage, quietMs);
};
