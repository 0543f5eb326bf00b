import type { Input } from '../../../core/recording.ts';

/** The check requested something that the recording does not hold. */
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
  /** What the recording must hold, in words. */
  words: string;
  isAnsweredBy(reached: Input): boolean;
  /** Throws if the recorded call failed. */
  valueOf(reached: Input): T;
  /** What to continue with if the recording holds nothing. Without it, the check fails. */
  otherwise?: () => T;
  /** Aborted when the check no longer waits. */
  signal?: AbortSignal | undefined;
}

/** The recorded inputs of a try, which are passed on one by one in their order. */
export interface RecordedOrder {
  /** Waits for its recorded input. */
  ask<T>(asked: Asked<T>): Promise<T>;
  /** Takes the next input of a kind without waiting. */
  take<Kind extends Input>(is: (reached: Input) => reached is Kind): Kind | undefined;
  /** Looks at the next input of a kind. */
  next<Kind extends Input>(is: (reached: Input) => reached is Kind): Kind | undefined;
  /** Passes on the first input that is waited for. Returns false if nothing waits. */
  letIn(): boolean;
  /** Ends the playback: nothing more is passed on or noted. */
  close(): void;
  /** Notes what was requested and not recorded, in words. */
  miss(words: string): void;
  /** What was requested and not recorded, in words. */
  missing(): string[];
  /** What was recorded and not requested, in words. */
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
