import { afterAll, describe, inject, test } from 'vitest';
import type { RunHandle } from '../fixtures/run/run-handle.ts';
import { sections } from './catalogue.ts';
import { judge } from './judge.ts';
import { judgePassively } from './passive/judge-passively.ts';
import { passive } from './passive/rules.ts';
import { openSession } from './session/session.ts';
import type { Verdict } from './verdict.ts';

declare module 'vitest' {
  interface ProvidedContext {
    run: RunHandle;
  }
  interface TaskMeta {
    verdict?: Verdict;
  }
}

interface Reporting {
  task: { meta: { verdict?: Verdict } };
  skip(note?: string): never;
}

/** Hands a verdict to the engine: reporters read it from the task, the engine's own outcome follows it. */
const report = (verdict: Verdict, { task, skip }: Reporting): void => {
  task.meta.verdict = verdict;
  const { outcome, cause, reason, violation } = verdict;
  if (outcome === 'unverified') skip(`${cause}: ${reason}`);
  if (outcome === 'error') throw new Error(reason);
  if (outcome === 'fail' && violation) {
    throw new Error(`${violation.pointer}: expected ${violation.expected}, got ${violation.actual}`);
  }
};

/** Rejects when the run is interrupted: a check may be waiting for minutes. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Hands every selected rule to the engine, each as a test named by the catalogue; the passive ones after all others. */
export const testRules = async (): Promise<void> => {
  const handle = inject('run');
  const isSelected = ({ id }: { id: string }): boolean => handle.only === undefined || handle.only.includes(id);
  const session = await openSession(handle);
  afterAll(() => session[Symbol.asyncDispose]());

  for (const { name, title, rules } of sections) {
    const selected = rules.filter(isSelected);
    if (selected.length === 0) continue;
    describe.concurrent(title, () => {
      for (const rule of selected) {
        test(`${rule.id} ${rule.text}`, async (context) => {
          const verdict = await Promise.race([judge(session, name, rule), aborted(context.signal)]);
          report(verdict, context);
        });
      }
    });
  }
  const selected = passive.filter(isSelected);
  if (selected.length === 0) return;
  describe('Every exchange of the run', { concurrent: false }, () => {
    for (const rule of selected) {
      test(`${rule.id} ${rule.text}`, (context) => report(judgePassively(session, rule), context));
    }
  });
};
