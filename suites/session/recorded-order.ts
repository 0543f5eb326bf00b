import type { Input } from '../../core/recording.ts';

/** The check asked for something that the record does not hold. */
class NotRecorded extends Error {
  override name = 'NotRecorded' as const;
}

interface Waiting {
  words: string;
  isAnsweredBy(reached: Input): boolean;
  settle(reached: Input): void;
  goOn?(): void;
  fail(error: Error): void;
}

interface Asked<T> {
  /** What the record must hold, in words. */
  words: string;
  isAnsweredBy(reached: Input): boolean;
  /** Throws what the check met then. */
  valueOf(reached: Input): T;
  /** What to go on with where the record holds nothing; left out where that cannot be. */
  otherwise?: () => T;
  /** Nobody waits for it any more. */
  signal?: AbortSignal | undefined;
}

/** What reached a try, to be let in one by one in the order in which it did. */
export interface RecordedOrder {
  /** Waits until what was recorded for it is let in. */
  ask<T>(asked: Asked<T>): Promise<T>;
  /** What a check gets at once: the first of its kind that is left. */
  take<Kind extends Input>(is: (reached: Input) => reached is Kind): Kind | undefined;
  /** The first that is left of its kind, to be let in later. */
  next<Kind extends Input>(is: (reached: Input) => reached is Kind): Kind | undefined;
  /** Lets in the first of what is left that somebody waits for. Returns whether anybody could go on. */
  letIn(): boolean;
  /** The check has come to its end: nothing more is let in, and nothing noted. */
  close(): void;
  /** Notes, in words, what was asked for and not recorded. */
  miss(words: string): void;
  /** What was asked for and not recorded, in words. */
  missing(): string[];
  /** What was recorded and not asked for, in words. */
  unasked(): string[];
}

const inWords = (reached: Input): string => {
  if ('answers' in reached) return `exchange ${reached.answers.join(', ')}`;
  return Object.entries(reached)
    .map(([kind, value]) => `${kind} ${value}`)
    .join(', ');
};

export const recordedOrder = (all: readonly Input[]): RecordedOrder => {
  const left = [...all];
  const waiting: Waiting[] = [];
  const missed: string[] = [];
  let isClosed = false;

  const remove = <Item>(from: Item[], item: Item): void => {
    const place = from.indexOf(item);
    if (place >= 0) from.splice(place, 1);
  };

  return {
    ask({ words, isAnsweredBy, valueOf: valueIn, otherwise, signal }) {
      return new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new NotRecorded(`${words} came after the end of the check`));
          return;
        }
        const one: Waiting = {
          words,
          isAnsweredBy,
          settle(reached) {
            try {
              resolve(valueIn(reached));
            } catch (error) {
              reject(error);
            }
          },
          ...(otherwise ? { goOn: () => resolve(otherwise()) } : {}),
          fail: reject,
        };
        waiting.push(one);
        signal?.addEventListener('abort', () => remove(waiting, one), { once: true });
      });
    },
    take(is) {
      const found = left.find(is);
      if (found) remove(left, found);
      return found;
    },
    next: (is) => left.find(is),
    letIn() {
      for (const reached of left) {
        const one = waiting.find(({ isAnsweredBy }) => isAnsweredBy(reached));
        if (!one) continue;
        remove(left, reached);
        remove(waiting, one);
        one.settle(reached);
        return true;
      }
      const one = waiting.find(({ goOn }) => goOn) ?? waiting[0];
      if (!one) return false;
      remove(waiting, one);
      missed.push(one.words);
      if (one.goOn) one.goOn();
      else one.fail(new NotRecorded(`the check asks for ${one.words}, which the record does not hold`));
      return true;
    },
    close() {
      isClosed = true;
      waiting.length = 0;
    },
    miss(words) {
      if (!isClosed) missed.push(words);
    },
    missing: () => missed.map((words) => `asked for and not recorded: ${words}`),
    unasked: () => left.map((reached) => `recorded and not asked for: ${inWords(reached)}`),
  };
};
