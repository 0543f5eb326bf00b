import { AssertionError } from 'node:assert';
import { afterAll, describe, inject, test } from 'vitest';
import type { RunHandle } from '../fixtures/run/run-handle.ts';
import { sections } from './catalogue.ts';
import { judgePassively } from './passive/judge-passively.ts';
import { passive } from './passive/rules.ts';
import { ruleJudge } from './rule-judge.ts';
import { openSession, type Session } from './session/session.ts';
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
    const { pointer, expected, actual } = violation;
    // by the kind of error, reporters tell what does not hold from what broke
    throw new AssertionError({ message: `${pointer}: expected ${expected}, got ${actual}`, expected, actual });
  }
};

/** Rejects when the run is interrupted: a check may be waiting for minutes. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** What the engine judges of one section, whichever way. */
export interface TestedSection {
  title: string;
  rules: readonly { id: string; text: string; judge(): Promise<Verdict> }[];
}

/** Opens what is judged beside the rules; `rulesEnded` resolves when those that were asked for by then have ended. */
type OpenFurther = (session: Session, rulesEnded: () => Promise<unknown>) => readonly TestedSection[];

/** Is told of each verdict within its test, before the engine is. */
type Tell = (verdict: Verdict, handle: RunHandle) => Promise<void>;

/**
 * Hands every selected rule to the engine, those of the catalogue and further ones, each as a test; the passive ones
 * after all others, because they judge what the others exchanged.
 */
export const testRules = async (openFurther: OpenFurther, tell: Tell): Promise<void> => {
  const handle = inject('run');
  const isSelected = ({ id }: { id: string }): boolean => handle.only === undefined || handle.only.includes(id);
  const session = await openSession(handle);
  afterAll(() => session[Symbol.asyncDispose]());

  const rulesOfRun = ruleJudge(session);
  const catalogued: TestedSection[] = sections.map(({ name, title, rules }) => ({
    title,
    rules: rules.map((rule) => ({ id: rule.id, text: rule.text, judge: () => rulesOfRun.judge(name, rule) })),
  }));
  for (const { title, rules } of [...catalogued, ...openFurther(session, rulesOfRun.ended)]) {
    const selected = rules.filter(isSelected);
    if (selected.length === 0) continue;
    describe.concurrent(title, () => {
      for (const { id, text, judge } of selected) {
        test(`${id} ${text}`, async (context) => {
          const verdict = await Promise.race([judge(), aborted(context.signal)]);
          await tell(verdict, handle);
          report(verdict, context);
        });
      }
    });
  }
  const selected = passive.filter(isSelected);
  if (selected.length === 0) return;
  describe('Every exchange of the run', { concurrent: false }, () => {
    for (const rule of selected) {
      test(`${rule.id} ${rule.text}`, async (context) => {
        const verdict = judgePassively(session, rule);
        await tell(verdict, handle);
        report(verdict, context);
      });
    }
  });
};
