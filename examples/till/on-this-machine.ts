import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Journal, Surroundings } from './surroundings.ts';

export const onThisMachine: Surroundings = {
  now: () => Date.now(),
  pause: (ms, signal) => pause(ms, undefined, { signal }),
  newUuid: randomUUID,
  async exchange({ method, url, headers, text }, { timeoutMs, signal }) {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const answer = await fetch(url, { method, headers, body: text ?? null, signal: ending, redirect: 'manual' });
      return { status: answer.status, text: await answer.text() };
    } catch (error) {
      signal.throwIfAborted();
      return { lost: String(error) };
    }
  },
};

/** Opens a journal in a file. Each line is on the disk before it takes effect. */
export const fileJournal = (path: string): Journal => {
  const kept = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
  return {
    add(line) {
      appendFileSync(path, `${line}\n`, { flush: true });
      kept.push(line);
    },
    lines: () => kept,
  };
};
