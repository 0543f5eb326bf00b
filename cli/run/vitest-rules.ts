import { AssertionError } from 'node:assert';
import { afterAll, describe, inject, test } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { judgingOrder, type OrderedRule, type OrderedSection } from '../../properties/rule-judges.ts';
import { openSession } from '../../suites/session/session.ts';

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

/** Reports a verdict to Vitest: reporters read it from the task, and the state of the test follows it. */
const report = (verdict: Verdict, { task, skip }: Reporting): void => {
  task.meta.verdict = verdict;
  if (verdict.outcome === 'unverified') skip(`${verdict.cause}: ${verdict.reason}`);
  if (verdict.outcome === 'error') throw new Error(verdict.reason);
  if (verdict.outcome === 'fail') {
    const { pointer, expected, actual } = verdict.violation;
    // reporters distinguish failed assertions from other errors by their class
    throw new AssertionError({ message: `${pointer}: expected ${expected}, got ${actual}`, expected, actual });
  }
};

/** Rejects when Vitest cancels the test: a check may wait for minutes. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Receives each verdict within its test, before Vitest does. */
type ReportWithin = (verdict: Verdict, handle: RunHandle) => Promise<void>;

/** Registers each selected rule as a test, in the order of `selo run`. */
export const testRules = async (reportWithin: ReportWithin): Promise<void> => {
  const handle = inject('run');
  const session = await openSession(handle);
  afterAll(() => session[Symbol.asyncDispose]());

  const describeSection = ({ title, rules }: OrderedSection, concurrent: boolean): void => {
    const selected = rules.filter(({ id }) => handle.only === undefined || handle.only.includes(id));
    if (selected.length === 0) return;
    describe(title, { concurrent }, () => {
      for (const rule of selected) testRule(rule);
    });
  };
  const testRule = ({ id, text, judge }: OrderedRule): void => {
    test(`${id} ${text}`, async (context) => {
      const verdict = await Promise.race([judge(), aborted(context.signal)]);
      await reportWithin(verdict, handle);
      report(verdict, context);
    });
  };

  const { trying, passive } = judgingOrder(session);
  for (const section of trying) describeSection(section, true);
  describeSection(passive, false);
};
