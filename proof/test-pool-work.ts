import { setTimeout as delay } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';

export interface Task {
  does: 'square' | 'reject' | 'die';
  number: number;
}

export const square = async ({ does, number }: Task): Promise<{ square: number; thread: number }> => {
  if (does === 'reject') throw new RangeError(`no square of ${number}`);
  if (does === 'die') process.exit(3);
  await delay(20);
  return { square: number * number, thread: threadId };
};
