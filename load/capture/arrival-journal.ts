import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { flushEveryMs } from './bounds.ts';

/** A file to which lines are appended in the order in which they are added. */
export interface ArrivalJournal {
  /** The line ends in a line break. */
  add(line: string): void;
  /** Characters that the system has not taken yet. */
  unwritten(): number;
  /** Resolves when the system has taken what was added so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** A file that cannot be opened or written emits an `error` that nobody hears: it ends the process, and so is reported. */
export const openArrivalJournal = (file: string): ArrivalJournal => {
  const stream = createWriteStream(file, { flags: 'a' });
  let waiting = '';

  const hand = (onTaken?: () => void): void => {
    stream.write(waiting, onTaken);
    waiting = '';
  };
  const timer = setInterval(() => {
    // one write at a time: what is added meanwhile goes with the next
    if (waiting !== '' && !stream.writableNeedDrain) hand();
  }, flushEveryMs);

  return {
    add(line) {
      waiting += line;
    },
    unwritten: () => waiting.length + stream.writableLength,
    flush: () => new Promise((resolve) => hand(resolve)),
    async close() {
      clearInterval(timer);
      const closed = once(stream, 'close');
      stream.end(waiting);
      waiting = '';
      await closed;
    },
  };
};
