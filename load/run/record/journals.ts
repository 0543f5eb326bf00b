import { readFact } from '../../facts.ts';
import { followFile } from './follow-file.ts';
import type { RunRecord } from './run-record.ts';

/** The journals of a run, read as they grow. */
export interface Journals extends AsyncDisposable {
  /** Takes in what was written since the last call. */
  read(): Promise<void>;
  /** All that are read. */
  readonly files: string[];
  /** Reads a further file from now on; one that is read already stays as it is. */
  follow(file: string): void;
}

const examplesKept = 10;

/** Hands every fact to the part that counts it. */
export const readJournals = (files: readonly string[], record: RunRecord): Journals => {
  const { ledger, traffic, rules, attempts, readBack } = record;
  const followed = new Map(files.map((file) => [file, followFile(file)]));
  /** Readings follow each other: two at once would hand over lines twice. */
  let reading = Promise.resolve();

  const onLine = (line: string): void => {
    const fact = readFact(line);
    if (fact === undefined) return;
    switch (fact[0]) {
      case 's':
        traffic.begin();
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
        rules.judged(fact);
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
