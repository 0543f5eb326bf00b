import { createReadStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { LoadResult } from '../../../core/load-result.ts';
import { passive } from '../../../suites/passive/rules.ts';
import { type JudgedFact, readFact } from '../../facts.ts';
import { createLedger, type Ledger } from '../../ledger/ledger.ts';
import type { Timing } from '../../ledger/retry-curve.ts';
import { traceIdOf } from '../../trace.ts';
import { entryOf, Traffic } from './traffic.ts';

type RuleUnderLoad = LoadResult['rules'][number];

const million = 1_000_000;

/** Counts what the passive rules found in samples. */
export class RuleCounts {
  readonly #counts = new Map<string, Pick<RuleUnderLoad, 'judged' | 'violations' | 'example'>>();

  add([, rules, violations]: JudgedFact): void {
    for (const rule of rules) entryOf(this.#counts, rule, () => ({ judged: 0, violations: 0 })).judged += 1;
    for (const [rule, pointer, expected, actual, what] of violations) {
      const known = this.#counts.get(rule);
      if (known === undefined) continue;
      known.violations += 1;
      known.example ??= { what, pointer, expected, actual };
    }
  }

  /** Every rule that was judged, in the order of the catalog. */
  list(): RuleUnderLoad[] {
    return passive.flatMap(({ id, text, level }) => {
      const counted = this.#counts.get(id);
      if (counted === undefined) return [];
      const { judged, violations, ...example } = counted;
      return [{ rule: id, text, level, judged, violations, perMillion: (violations / judged) * million, ...example }];
    });
  }
}

/** Half of it is the largest error at the edge of a second. */
const slotMs = 20;

interface SlotCounts {
  all: number;
  retries: number;
}

/** Counts attempts by arrival. The first second of the run is known only later. */
export class AttemptCounts {
  total = 0;
  readonly #slots = new Map<number, SlotCounts>();

  arrived(atMs: number, isRetry: boolean): void {
    this.total += 1;
    const slot = entryOf(this.#slots, Math.floor(atMs / slotMs), () => ({ all: 0, retries: 0 }));
    slot.all += 1;
    if (isRetry) slot.retries += 1;
  }

  /** Numbers of attempts, by whole seconds since `startedMs`. */
  bySecond(startedMs: number): Map<number, SlotCounts> {
    const seconds = new Map<number, SlotCounts>();
    for (const [slot, { all, retries }] of this.#slots) {
      const at = Math.floor(((slot + 0.5) * slotMs - startedMs) / 1000);
      const second = entryOf(seconds, at, () => ({ all: 0, retries: 0 }));
      second.all += all;
      second.retries += retries;
    }
    return seconds;
  }
}

/** Everything that the journals of a run report. */
export interface RunRecord {
  ledger: Ledger;
  traffic: Traffic;
  rules: RuleCounts;
  attempts: AttemptCounts;
  readBack: { judged: number; wrong: number; examples: { order: string; what: string }[] };
}

export const createRunRecord = (timing: Timing): RunRecord => ({
  ledger: createLedger(timing),
  traffic: new Traffic(),
  rules: new RuleCounts(),
  attempts: new AttemptCounts(),
  readBack: { judged: 0, wrong: 0, examples: [] },
});

/** Reads a growing file. */
export interface FollowedFile extends AsyncDisposable {
  /** Reads the lines that were completed since the last call. The file need not exist yet. */
  read(onLine: (line: string) => void): Promise<void>;
}

const chunkBytes = 1024 * 1024;
const newLine = 0x0a;

export const followFile = (path: string): FollowedFile => {
  let file: Awaited<ReturnType<typeof open>> | undefined;
  let rest = Buffer.alloc(0);
  const buffer = Buffer.alloc(chunkBytes);

  const opened = async (): Promise<typeof file> => {
    try {
      file ??= await open(path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
    return file;
  };

  return {
    async read(onLine) {
      const from = await opened();
      if (from === undefined) return;
      for (;;) {
        const { bytesRead } = await from.read(buffer, 0, chunkBytes);
        if (bytesRead === 0) return;
        const data = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
        const end = data.lastIndexOf(newLine);
        // a copy, since the buffer is reused
        rest = Buffer.from(data.subarray(end + 1));
        if (end === -1) continue;
        for (const line of data.toString('utf8', 0, end).split('\n')) onLine(line);
      }
    },

    async [Symbol.asyncDispose]() {
      await file?.close();
    },
  };
};

/** How often a run reads its journals. */
export const readEveryMs = 200;

/** The journals of a run, read as they grow. */
export interface Journals extends AsyncDisposable {
  /** Reads what was written since the last call. */
  read(): Promise<void>;
  readonly files: string[];
  /** Reads a further file, unless it is read already. */
  follow(file: string): void;
}

const examplesKept = 10;

/** Reads journals into a record. */
export const readJournals = (files: readonly string[], record: RunRecord): Journals => {
  const { ledger, traffic, rules, attempts, readBack } = record;
  const followed = new Map(files.map((file) => [file, followFile(file)]));
  /** The last reading. Concurrent ones would read lines twice. */
  let reading = Promise.resolve();

  const onLine = (line: string): void => {
    const fact = readFact(line);
    if (fact === undefined) return;
    switch (fact[0]) {
      case 's':
        traffic.beginnings += 1;
        break;
      case 'j':
        traffic.journey(fact);
        if (fact[6] !== null) ledger.order(fact[2], fact[6]);
        break;
      case 'a':
        attempts.arrived(fact[1], ledger.arrival(fact) > 1);
        break;
      case 'u':
        ledger.deliveryUnconfirmed(fact);
        break;
      case 'p':
        rules.add(fact);
        break;
      case 'b': {
        const [, order, wrong] = fact;
        readBack.judged += 1;
        if (wrong.length === 0) break;
        readBack.wrong += 1;
        if (readBack.examples.length < examplesKept) readBack.examples.push({ order, what: wrong.join(', ') });
        break;
      }
    }
  };

  return {
    read() {
      reading = reading.then(async () => {
        for (const file of followed.values()) await file.read(onLine);
      });
      return reading;
    },
    get files() {
      return [...followed.keys()];
    },
    follow(file) {
      if (!followed.has(file)) followed.set(file, followFile(file));
    },
    async [Symbol.asyncDispose]() {
      await reading;
      for (const file of followed.values()) await file[Symbol.asyncDispose]();
    },
  };
};

/** What identifies an order in the logs and traces of a target. */
export type SentOrder = NonNullable<LoadResult['examples'][string][number]['sent']>;

/** Reads journals again for these ids or external ids: only few orders need it, so not all are kept in memory. */
export const sentOrdersIn = async (
  journals: readonly string[],
  ids: ReadonlySet<string>,
): Promise<Map<string, SentOrder>> => {
  const found = new Map<string, SentOrder>();
  if (ids.size === 0) return found;
  for (const journal of journals.filter(existsSync)) {
    for await (const line of createInterface({ input: createReadStream(journal) })) {
      const fact = readFact(line);
      if (fact?.[0] !== 'j') continue;
      const [, , company, , , [first], order] = fact;
      const name = order?.slice(0, 2).find((id) => typeof id === 'string' && ids.has(id));
      if (order === null || typeof name !== 'string') continue;
      const [externalId] = order;
      const sentAt = new Date(first?.[1] ?? order[2]).toISOString();
      found.set(name, { externalId, company, sentAt, trace: traceIdOf(externalId) });
    }
  }
  return found;
};
