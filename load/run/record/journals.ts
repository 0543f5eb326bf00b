import { open } from 'node:fs/promises';
import { readFact } from '../../facts.ts';
import type { RunRecord } from './run-record.ts';

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
