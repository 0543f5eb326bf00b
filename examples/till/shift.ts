import { deviations } from './deviations.ts';
import { type Entry, type Fact, isTask, keyOf, type Task } from './entries.ts';
import { createErrands } from './errands.ts';
import { createLanes } from './lanes.ts';
import { emptyLedger, type Ledger } from './ledger.ts';
import { type Company, combinedManners, type Manners, type Scene } from './manners.ts';
import { createOutbox, NotAccepted, type Outbox } from './outbox.ts';
import type { Settings } from './settings.ts';
import type { Journal, Surroundings } from './surroundings.ts';

export type TillAnswer = { status: number; body?: unknown } | 'silence' | 'hang-up';

export interface TillOptions {
  settings: Settings;
  surroundings: Surroundings;
  journal: Journal;
  /** The URL of the receiver for the platform. */
  receiverUrl: string;
  company: Company;
  note(text: string): void;
}

/** The till between two restarts. */
export interface Shift {
  ledger: Ledger;
  scene: Scene;
  manners: Manners;
  outbox: Outbox;
  /** Adds a task to the journal and performs it. */
  take(task: Task): void;
  learn(fact: Fact): void;
  /** Resolves when no task is under way; with a key, no task of this record. */
  idle(key?: string): Promise<void>;
  pause(ms: number): Promise<void>;
}

const mannersOf = (names: readonly string[]): Manners =>
  combinedManners(
    names.map((name) => {
      const deviation = deviations.get(name);
      if (deviation === undefined) throw new Error(`TILL_DEVIATION has ${name}, which deviations.ts does not list`);
      return deviation.manners();
    }),
  );

/** Reads the journal and continues unfinished tasks. */
export const startShift = (options: TillOptions, stopped: AbortSignal): Shift => {
  const { settings, surroundings, journal, note, receiverUrl, company } = options;
  const manners = mannersOf(settings.deviations);
  const ledger = emptyLedger();
  const { token, secondToken = token } = settings;
  const tokens = { first: token, second: secondToken };
  const scene: Scene = { company, tokens, ledger, now: surroundings.now, newUuid: surroundings.newUuid };
  const outbox = createOutbox({ settings, surroundings, manners, scene, stopped });
  const lanes = createLanes((error) => {
    if (error instanceof NotAccepted) note(`the platform did not accept: ${error.message}`);
    else if (!stopped.aborted) note(error instanceof Error ? (error.stack ?? error.message) : String(error));
  });

  const write = (line: Task | Fact): Entry => {
    const entry: Entry = { number: ledger.lastNumber + 1, ...line };
    journal.add(JSON.stringify(entry));
    ledger.fold(entry);
    return entry;
  };
  const learn = (fact: Fact): void => {
    if (!stopped.aborted) write(fact);
  };
  const errand = createErrands({
    ledger,
    outbox,
    manners,
    scene,
    learn,
    receiverUrl,
    pause: () => surroundings.pause(settings.pauseMs, stopped),
    newVoucherId: () => manners.names('kept voucher', scene) ?? `V-${surroundings.newUuid().slice(0, 13)}`,
  });
  const put = (entry: Entry): void => {
    if (!isTask(entry)) return;
    const afterMs = manners.startsAfterMs(entry);
    lanes.put(manners.lane(keyOf(entry), entry), async () => {
      if (afterMs > 0) await surroundings.pause(afterMs, stopped);
      await errand(entry);
      learn({ what: 'finished', task: entry.number });
    });
  };
  const takeOrLearn = (line: Task | Fact): void => put(write(line));

  const kept = journal.lines().map((line): Entry => JSON.parse(line));
  const replayed = kept.length === 0 ? kept : manners.replays(kept, scene);
  for (const entry of replayed) ledger.fold(entry);
  // numbers are never reused, even if a deviation skips entries
  ledger.lastNumber = Math.max(ledger.lastNumber, ...kept.map(({ number }) => number));
  for (const entry of [...ledger.waiting.values()]) put(entry);
  if (kept.length > 0) for (const line of manners.onStart(scene)) takeOrLearn(line);

  return {
    ledger,
    scene,
    manners,
    outbox,
    learn,
    take(task) {
      for (const taken of manners.takes(task, scene)) takeOrLearn(taken);
    },
    idle: (key) => (key === undefined ? lanes.idle() : lanes.free(key)),
    pause: (ms) => surroundings.pause(ms, stopped),
  };
};
