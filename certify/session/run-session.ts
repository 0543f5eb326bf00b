import { omitUndefined } from '../../core/omit-undefined.ts';
import type { PartnerRecord } from '../../core/partner-record.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { evidenceIn } from '../certificate/evidence.ts';
import type { PartnerConfig } from '../partner-config.ts';
import { partnerSecrets } from '../partner-secrets.ts';
import { allScenarios } from '../scenarios/all-scenarios.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { openStage, type Stage, type StageOptions } from '../stage/open-stage.ts';
import { type Surroundings, thisMachine } from '../surroundings.ts';
import { pollRequests } from '../triggers/poll-requests.ts';
import { pollTrigger } from '../triggers/poll-trigger.ts';
import type { Ask } from '../triggers/prompt-trigger.ts';
import { triggerOf } from '../triggers/trigger-of.ts';
import { createActing } from './acting.ts';
import { createPlayOf } from './create-play.ts';
import type { EarlierParts } from './earlier-parts.ts';
import { lastSeen } from './last-seen.ts';
import { observe } from './observe.ts';
import { PartnerGone, PartnerNotStarted, PartnerStorm } from './partner-gone.ts';
import { createPlayer } from './play-scenarios.ts';
import { recordOf } from './record-of.ts';
import { isDeclaredFor, scenariosToPlay } from './scenarios-to-play.ts';
import { type Repetition, scenariosToRepeat } from './scenarios-to-repeat.ts';
import type { Beginning, LogEntry, NoteEntry } from './session-log.ts';
import { answersAlready, notStarted, startPartner } from './started-partner.ts';

export interface SessionOptions {
  partner: PartnerConfig;
  /** Where the programs of the partner's file run; the working directory when left out. */
  partnerFolder?: string;
  host: string;
  port: number;
  timeScale: number;
  publicUrl?: NonNullable<StageOptions['publicUrl']>;
  credentials?: NonNullable<StageOptions['credentials']>;
  /** Bearer with which a partner asks what to do, where it polls. */
  controlToken?: Secret;
  /** What scenarios draw from: the same draws for the same seed. */
  seed: string;
  /** Names of the scenarios to play; all that the partner is declared for when left out. */
  only?: readonly string[];
  /** Plays none, and looks on for so long instead. */
  observeMs?: number;
  /** What was played before; it is gone on from there. */
  earlier?: EarlierParts;
  /** Asks a person, where one makes the partner act. */
  ask: Ask;
  /** Ends the session after the action under way. */
  signal: AbortSignal;
  /** Called with what the partner has to be given, before anything is played. */
  onReady: (stage: Stage) => void;
  onScenario: (scenario: Scenario, number: number, count: number) => void;
  /** Called with a scenario that is played again, and the obligations that it is to confirm as broken. */
  onRepetition?: (repetition: Repetition) => void;
  /** Requests after one action that no correct partner needs; more end the session. */
  mostCalls?: number;
  /** Takes everything that is seen, as it is seen. */
  note: NoteEntry;
  /** This machine when left out. */
  surroundings?: Surroundings;
}

/** How a scenario went; `not possible`: the partner's receiver took no notification, and without them it shows nothing. */
export interface Played {
  name: string;
  title: string;
  outcome: 'played' | 'not declared' | 'not possible' | 'not played';
}

/** What a session came to. */
export interface Session {
  kind: 'played' | 'observed';
  seed: string;
  startedAt: string;
  ended: 'complete' | 'incomplete';
  /** Why it is incomplete, in words. */
  endedBy: string | undefined;
  scenarios: Played[];
  /** One for each time that it was begun or resumed. */
  records: PartnerRecord[];
}

/** A breach counts once it was seen in two plays: its scenario is played twice more, by these numbers. */
const repeatedPlays = [2, 3];
/** A person who clicks may take a working day. */
const longestMs = 12 * 3_600_000;

/**
 * Plays the scenarios with a partner's software and gathers everything that was seen. For what the partner does it rejects
 * only with `PartnerNotStarted`: a session that it breaks off later is incomplete, and keeps its record.
 */
export const runSession = async (options: SessionOptions): Promise<Session> => {
  const { partner, partnerFolder, only, observeMs, earlier, seed, signal, onReady, onScenario, timeScale } = options;
  const { surroundings = thisMachine, onRepetition = () => {} } = options;
  const { runtime } = surroundings;
  const earlierRecords = earlier?.records ?? [];
  const before = evidenceIn(earlierRecords);
  const startedAt = runtime.date().toISOString();
  const startedMs = runtime.now();
  const limitMs = observeMs === undefined ? longestMs : Number.POSITIVE_INFINITY;
  const entries: LogEntry[] = [];
  const note: NoteEntry = (entry) => {
    entries.push(entry);
    options.note(entry);
  };
  await using resources = new AsyncDisposableStack();
  const poll = partner.triggers?.kind === 'poll' ? pollTrigger(runtime) : undefined;
  const { controlToken: token } = options;
  const control = poll && token && { handle: pollRequests({ trigger: poll, token, runtime }), token };
  const stage = resources.use(
    await openStage({
      ...options,
      ...omitUndefined({ control }),
      names: partner.names,
      note,
      earlier: { calls: before.calls.length, attempts: before.attempts.length, faults: before.faults.length },
    }),
  );
  const { transcript, access } = stage;
  for (const secret of partnerSecrets(partner, process.env)) transcript.addSecret(secret);
  const beginning: Beginning = {
    kind: 'begun',
    partner: { name: partner.name, version: partner.version },
    observes: observeMs !== undefined,
    seed,
    startedAt,
    capabilities: partner.capabilities,
    timeScale,
    receiverMs: stage.receiverMs,
    names: { accessHeader: access.accessHeader, ...stage.names },
  };
  const occupied = partner.start && (await answersAlready(partner, surroundings));
  if (occupied !== undefined) throw new PartnerNotStarted(occupied);
  const started = partner.start && resources.use(startPartner(partner.start, access, partnerFolder));
  options.note({ ...beginning, ...omitUndefined({ partnerPid: started?.pid }) });
  const trigger =
    poll ??
    triggerOf({
      partner,
      ask: options.ask,
      reachPartner: surroundings.reachPartner,
      ...omitUndefined({ partnerFolder }),
    });
  const hindrance = (): string | undefined => {
    const ended = started?.ended();
    if (ended !== undefined) return `the partner's process is gone: ${ended}`;
    if (runtime.now() - startedMs > limitMs) return `the session took longer than ${limitMs / 3_600_000} hours`;
    return signal.aborted ? 'interrupted by its user' : (trigger.hindrance?.() ?? stage.hindrance());
  };
  const acting = createActing({
    stage,
    trigger,
    earlierActions: before.actions.length,
    note,
    hindrance,
    ...omitUndefined({ mostCalls: options.mostCalls }),
  });
  const { capabilities } = partner;
  const outcomes = new Map<string, Played['outcome']>();
  for (const name of earlier?.played ?? []) outcomes.set(name, 'played');

  /** What is known of coupons and faults only once all is quiet. */
  const noteStage = async (): Promise<void> => {
    for (const coupon of await stage.coupons()) note({ kind: 'coupon', coupon });
    for (const fault of transcript.faults) note({ kind: 'fault', fault });
  };

  onReady(stage);
  let isThere = false;
  let endedBy: string | undefined;
  let isStorm = false;
  try {
    if (observeMs === undefined) {
      await acting.untilReady();
      isThere = true;
      const player = createPlayer({
        stage,
        acting,
        playOf: createPlayOf({ stage, acting, trigger, capabilities, timeScale, seed, note }),
        isResumed: earlier !== undefined,
        note,
        onScenario,
        onOutcome: ({ name }, outcome) => outcomes.set(name, outcome),
      });
      await player.playAll(scenariosToPlay({ capabilities, only, played: earlier?.played ?? new Set() }));
      await noteStage();
      for (const repetition of scenariosToRepeat(...earlierRecords, recordOf(beginning, entries))) {
        onRepetition(repetition);
        for (const number of repeatedPlays) await player.playAgain(repetition.scenario, number);
      }
    } else {
      await observe({ stage, durationMs: observeMs, signal, hindrance });
    }
  } catch (error) {
    if (!(error instanceof PartnerGone)) throw error;
    // one that only observes sees that it is there by what it sends
    if (!isThere && !signal.aborted && transcript.calls.length === 0) {
      throw new PartnerNotStarted(transcript.redacted(notStarted(partner, started, error)));
    }
    isStorm = error instanceof PartnerStorm;
    const seen = lastSeen(acting.last(), transcript.calls);
    const isReported = acting.last() !== undefined && !signal.aborted;
    endedBy = transcript.redacted(isReported ? `${error.message}; ${seen}` : error.message);
  }
  const how = started?.diedByItself() && !signal.aborted && acting.last() !== undefined ? started.ended() : undefined;
  await noteStage();
  note({
    kind: 'ended',
    atMs: transcript.now(),
    ...omitUndefined({ why: endedBy, storm: isStorm || undefined }),
    ...(how === undefined ? {} : { died: transcript.redacted(`${how}; ${lastSeen(acting.last(), transcript.calls)}`) }),
  });
  const records = [...earlierRecords, recordOf(beginning, entries)];
  return {
    kind: observeMs === undefined ? 'played' : 'observed',
    seed,
    startedAt: records[0]?.startedAt ?? startedAt,
    ended: endedBy === undefined ? 'complete' : 'incomplete',
    endedBy,
    scenarios: (observeMs === undefined ? allScenarios : []).map((scenario) => ({
      name: scenario.name,
      title: scenario.title,
      outcome: outcomes.get(scenario.name) ?? (isDeclaredFor(capabilities, scenario) ? 'not played' : 'not declared'),
    })),
    records,
  };
};
