import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Verdict } from '../../core/verdict.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { judgeSelected } from '../../properties/rule-judges.ts';
import { openSession } from '../../suites/session/session.ts';
import { collectStrayErrors } from './stray-errors.ts';

/** What judging brought back; the caller accounts for rules without a verdict. */
export interface JudgedRun {
  /** By rule id. */
  verdicts: ReadonlyMap<string, Verdict>;
  /** What went wrong in the judging itself: never silent, so that no matrix is green by accident. */
  faults: string[];
  /** Sent to the target. */
  requests: number;
}

interface JudgeRunOptions {
  handle: RunHandle;
  /** Aborting ends the run early; verdicts so far are kept. */
  signal: AbortSignal;
  onVerdict: (verdict: Verdict) => void;
}

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
/** How long checks may take to end after an interrupt. */
const interruptedWithinMs = 10_000;

const described = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const [message] = error.message.split('\n', 1);
  const [at] = error.stack?.match(/(?<=file:\/\/)\S+:\d+(?=:\d+)/) ?? [];
  return `${error.name}: ${message}${at === undefined ? '' : ` (${at.replace(projectRoot, '')})`}`;
};

const abortOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Judges the rules of a run in this process. Never rejects: what breaks is a fault in the report. */
export const judgeRun = async ({ handle, signal, onVerdict }: JudgeRunOptions): Promise<JudgedRun> => {
  const verdicts = new Map<string, Verdict>();
  const faults: string[] = [];
  const { only } = handle;
  let exchanges: readonly unknown[] = [];
  using stray = collectStrayErrors();
  try {
    await using ending = new AsyncDisposableStack();
    const session = ending.use(await openSession(handle));
    exchanges = session.exchanges;
    const judging = judgeSelected(session, ({ id }) => only === undefined || only.includes(id), {
      onVerdict(verdict) {
        if (signal.aborted) return;
        verdicts.set(verdict.rule, verdict);
        onVerdict(verdict);
      },
      onFault(id, error) {
        if (!signal.aborted) faults.push(`${id}: ${described(error)}`);
      },
    });
    await Promise.race([judging, abortOf(signal)]);
    if (signal.aborted) {
      // the session ends what its checks wait for
      await ending.disposeAsync();
      await Promise.race([judging, delay(interruptedWithinMs, undefined, { ref: false })]);
    } else if (verdicts.size === 0) {
      faults.push('no rule was judged');
    }
  } catch (error) {
    faults.push(`judging did not begin or end: ${described(error)}`);
  }
  // what a check that was cut off throws says nothing
  if (!signal.aborted) faults.push(...stray.errors.map((error) => `unhandled ${described(error)}`));
  return { verdicts, faults, requests: exchanges.length };
};
