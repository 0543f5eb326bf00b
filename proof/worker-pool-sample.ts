import { setTimeout as delay } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { serveInputs } from './worker-pool.ts';

/** What the pool's test has done. */
export interface Task {
  does: 'square' | 'reject' | 'die';
  number: number;
}

export interface Done {
  square: number;
  thread: number;
  /** How many this thread worked on at the time. */
  atOnce: number;
}

let underWay = 0;

serveInputs<Task, Done>(async ({ does, number }) => {
  if (does === 'reject') throw new RangeError(`no square of ${number}`);
  if (does === 'die') process.exit(3);
  const atOnce = ++underWay;
  await delay(20);
  underWay--;
  return { square: number * number, thread: threadId, atOnce };
});
