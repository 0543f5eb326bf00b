import { randomBytes } from 'node:crypto';
import { createHttpSender } from './webhooks/http-sender.ts';
import type { Sender } from './webhooks/sender.ts';

/** The clock, the chance and the network of a platform. */
export interface Runtime {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs the task once after the delay. Returns a function that cancels it. */
  setTimer(delayMs: number, task: () => void): () => void;
  /** A random number from 0 to less than 1. */
  random(): number;
  randomBytes(count: number): Buffer;
  openSender(options: { keepAlive: boolean }): Sender;
}

/** A runtime with the real seconds per documented second. */
export interface ScaledRuntime extends Runtime {
  timeScale: number;
}

/** The clock, the chance and the network of this machine. */
export const systemRuntime: Runtime = {
  now: () => Date.now(),
  setTimer(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  randomBytes: (count) => randomBytes(count),
  openSender: createHttpSender,
};
