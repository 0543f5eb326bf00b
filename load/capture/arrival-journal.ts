import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { flushEveryMs } from './bounds.ts';

/** A file to which lines are appended in their order. */
export interface ArrivalJournal {
  /** The line ends in a line break. */
  add(line: string): void;
  /** Characters that are not on disk yet. */
  unwritten(): number;
  /** Resolves when all lines so far are on disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** A file that cannot be written ends the process: nothing listens to the stream's `error`. */
export const openArrivalJournal = (file: string): ArrivalJournal => {
  const stream = createWriteStream(file, { flags: 'a' });
  let waiting = '';

  const write = (onWritten?: () => void): void => {
    stream.write(waiting, onWritten);
    waiting = '';
  };
  const timer = setInterval(() => {
    // one write at a time, so that lines are written in large chunks when the disk is slow
    if (waiting !== '' && !stream.writableNeedDrain) write();
  }, flushEveryMs);

  return {
    add(line) {
      waiting += line;
    },
    unwritten: () => waiting.length + stream.writableLength,
    flush: () => new Promise((resolve) => write(resolve)),
    async close() {
      clearInterval(timer);
      const closed = once(stream, 'close');
      stream.end(waiting);
      waiting = '';
      await closed;
    },
  };
};
