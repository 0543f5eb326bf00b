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
import { observe } from './observe.ts';
import { PartnerGone, PartnerNotStarted, PartnerStorm } from './partner-gone.ts';
import { planRepetitions, type Repetition } from './plan-repetitions.ts';
import { createPlayer } from './play-scenarios.ts';
import { lastSeen } from './presence.ts';
import { recordOf } from './record-of.ts';
import { isDeclaredFor, scenariosToPlay } from './scenarios-to-play.ts';
import type { Beginning, LogEntry, NoteEntry } from './session-log.ts';
import { answersAlready, notStarted, startPartner } from './started-partner.ts';

export interface SessionOptions {
  partner: PartnerConfig;
  /** The folder in which the partner's programs run. */
  partnerFolder: string;
  host: string;
  port: number;
  timeScale: number;
  publicUrl?: NonNullable<StageOptions['publicUrl']>;
  credentials?: NonNullable<StageOptions['credentials']>;
  /** The bearer of a partner that polls. */
  controlToken?: Secret;
  /** Scenarios draw the same data from the same seed. */
  seed: string;
  /** The names of the scenarios to play. Default: all scenarios of the declared capabilities. */
  only?: readonly string[];
  /** Observes for this long, in milliseconds, and plays no scenario. */
  observeMs?: number;
  /** The earlier parts of a session to resume. */
  earlier?: EarlierParts;
  /** Asks the person who makes the partner act. */
  ask: Ask;
  /** Ends the session after the current action. */
  signal: AbortSignal;
  /** Called with the stage before the first scenario. */
  onReady: (stage: Stage) => void;
  onScenario: (scenario: Scenario, number: number, count: number) => void;
  /** Called before a scenario is played again, with its number and the count of all that are. */
  onRepetition?: (repetition: Repetition, number: number, count: number) => void;
  /** The most requests after one action. More than that end the session. */
  maxCalls?: number;
  /** Takes each entry of the session as it occurs. */
  note: NoteEntry;
  /** Default: this machine. */
  surroundings?: Surroundings;
}

/** The outcome of a scenario. `not possible`: it needs notifications, and the receiver acknowledged none. */
export interface Played {
  name: string;
  title: string;
  outcome: 'played' | 'not declared' | 'not possible' | 'not played';
}

/** The result of a session. */
export interface Session {
  kind: 'played' | 'observed';
  seed: string;
  startedAt: string;
  ended: 'complete' | 'incomplete';
  /** Why the session is incomplete. */
  endedBy: string | undefined;
  scenarios: Played[];
  /** One record for each start or resumption. */
  records: PartnerRecord[];
}

/** The numbers of the further plays of a scenario. A breach counts only if two plays show it. */
const repeatedPlays = [2, 3];
/** A person who operates the shop may take a working day. */
const maxSessionMs = 12 * 3_600_000;

/** The entries of this part of a session, and the records of the parts before. */
interface Log {
  entries: LogEntry[];
  earlierRecords: readonly PartnerRecord[];
  note: NoteEntry;
}

/** Opens the stage, starts the partner's process if it declares one, and prepares to make it act. */
const openSession = async (options: SessionOptions, { earlierRecords, note }: Log, resources: AsyncDisposableStack) => {
  const { partner, partnerFolder, observeMs, seed, signal, timeScale } = options;
  const { surroundings = thisMachine, controlToken: token } = options;
  const { runtime } = surroundings;
  const startedMs = runtime.now();
  const limitMs = observeMs === undefined ? maxSessionMs : Number.POSITIVE_INFINITY;
  const before = evidenceIn(earlierRecords);
  const poll = partner.triggers?.kind === 'poll' ? pollTrigger(runtime) : undefined;
  const control = poll && token && { handle: pollRequests({ trigger: poll, token, runtime }), token };
  const stage = resources.use(
    await openStage({
      ...options,
      ...omitUndefined({ control }),
      names: partner.names,
      hasSecond: partner.capabilities.includes('several-companies'),
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
    // not when the stage began to open, which takes a while: the obligations compare times of the session with dates
    startedAt: transcript.startedAt,
    capabilities: partner.capabilities,
    timeScale,
    receiverMs: stage.receiverMs,
    names: { accessHeader: access.accessHeader, ...stage.names },
  };
  const occupied = partner.start && (await answersAlready(partner, surroundings));
  if (occupied !== undefined) throw new PartnerNotStarted(occupied);
  const started = partner.start && resources.use(startPartner(partner.start, access, partnerFolder));
  options.note({ ...beginning, ...omitUndefined({ partnerPid: started?.pid }) });
  const { reachPartner } = surroundings;
  const trigger = poll ?? triggerOf({ partner, partnerFolder, access, ask: options.ask, reachPartner });
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
    ...omitUndefined({ maxCalls: options.maxCalls }),
  });
  return { stage, beginning, started, trigger, hindrance, acting };
};

type OpenSession = Awaited<ReturnType<typeof openSession>>;

/** Records coupons and disturbances, which are complete only after all requests ended. */
const noteStage = async (stage: Stage, note: NoteEntry): Promise<void> => {
  for (const coupon of await stage.coupons()) note({ kind: 'coupon', coupon });
  for (const fault of stage.transcript.faults) note({ kind: 'fault', fault });
};

/** Plays the scenarios, then those again whose breaches need further plays. */
const playAll = async (
  options: SessionOptions,
  { stage, acting, trigger, beginning }: OpenSession,
  { entries, earlierRecords, note }: Log,
  onOutcome: (scenario: Scenario, outcome: Played['outcome']) => void,
): Promise<void> => {
  const { partner, only, earlier, seed, timeScale, onScenario, onRepetition = () => {} } = options;
  const { capabilities } = partner;
  const player = createPlayer({
    stage,
    acting,
    playOf: createPlayOf({ stage, acting, trigger, capabilities, timeScale, seed, note }),
    isResumed: earlier !== undefined,
    note,
    onScenario,
    onOutcome,
  });
  await player.playAll(scenariosToPlay({ capabilities, only, played: earlier?.played ?? new Set() }));
  await noteStage(stage, note);
  const repetitions = planRepetitions(...earlierRecords, recordOf(beginning, entries));
  for (const [index, repetition] of repetitions.entries()) {
    onRepetition(repetition, index + 1, repetitions.length);
    for (const number of repeatedPlays) await player.playAgain(repetition.scenario, number);
  }
};

/** The reason of an incomplete session. Throws `PartnerNotStarted` if the partner was never there. */
const whyEnded = (
  error: PartnerGone,
  { stage: { transcript }, acting, started }: OpenSession,
  { partner, signal }: SessionOptions,
  isThere: boolean,
): string => {
  // an observed partner shows its presence by its requests
  if (!isThere && !signal.aborted && transcript.calls.length === 0) {
    throw new PartnerNotStarted(transcript.redacted(notStarted(partner, started, error)));
  }
  const seen = lastSeen(acting.last(), transcript.calls);
  const isReported = acting.last() !== undefined && !signal.aborted;
  return transcript.redacted(isReported ? `${error.message}; ${seen}` : error.message);
};

/**
 * Plays the scenarios with a partner's software and records everything. Rejects with `PartnerNotStarted` if the partner
 * never responds. A session that a partner ends later is incomplete and keeps its record.
 */
export const runSession = async (options: SessionOptions): Promise<Session> => {
  const { observeMs, earlier, seed, signal, onReady } = options;
  const { capabilities } = options.partner;
  const entries: LogEntry[] = [];
  const note: NoteEntry = (entry) => {
    entries.push(entry);
    options.note(entry);
  };
  const log: Log = { entries, earlierRecords: earlier?.records ?? [], note };
  await using resources = new AsyncDisposableStack();
  const session = await openSession(options, log, resources);
  const { stage, acting, started, beginning, hindrance } = session;
  const { transcript } = stage;
  const outcomes = new Map<string, Played['outcome']>();
  for (const name of earlier?.played ?? []) outcomes.set(name, 'played');

  onReady(stage);
  let isThere = false;
  let endedBy: string | undefined;
  let isStorm = false;
  try {
    if (observeMs === undefined) {
      await acting.untilReady();
      isThere = true;
      await playAll(options, session, log, ({ name }, outcome) => outcomes.set(name, outcome));
    } else {
      await observe({ stage, durationMs: observeMs, signal, hindrance });
    }
  } catch (error) {
    if (!(error instanceof PartnerGone)) throw error;
    endedBy = whyEnded(error, session, options, isThere);
    isStorm = error instanceof PartnerStorm;
  }
  const how = started?.diedByItself() && !signal.aborted && acting.last() !== undefined ? started.ended() : undefined;
  await noteStage(stage, note);
  note({
    kind: 'ended',
    atMs: transcript.now(),
    ...omitUndefined({
      why: endedBy,
      storm: isStorm || undefined,
      died: how && transcript.redacted(`${how}; ${lastSeen(acting.last(), transcript.calls)}`),
    }),
  });
  const records = [...log.earlierRecords, recordOf(beginning, entries)];
  return {
    kind: observeMs === undefined ? 'played' : 'observed',
    seed,
    startedAt: records[0]?.startedAt ?? beginning.startedAt,
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
