import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Verdict } from '../../core/verdict.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { judgeSelected } from '../../properties/rule-judges.ts';
import { openSession } from '../../suites/session/session.ts';

export interface JudgedRun {
  verdicts: ReadonlyMap<string, Verdict>;
  /** Faults of Selo itself. They are always reported, so that no run passes by accident. */
  faults: string[];
  requests: number;
}

interface JudgeRunOptions {
  handle: RunHandle;
  /** Aborting ends the run early and keeps the verdicts so far. */
  signal: AbortSignal;
  onVerdict: (verdict: Verdict) => void;
}

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
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

/** Judges the rules of a run. Never rejects: errors become faults of the report. */
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
      // the session cancels what its checks wait for
      await ending.disposeAsync();
      await Promise.race([judging, delay(interruptedWithinMs, undefined, { ref: false })]);
    } else if (verdicts.size === 0) {
      faults.push('no rule was judged');
    }
  } catch (error) {
    faults.push(`judging did not begin or end: ${described(error)}`);
  }
  // errors of a canceled check mean nothing
  if (!signal.aborted) faults.push(...stray.errors.map((error) => `unhandled ${described(error)}`));
  return { verdicts, faults, requests: exchanges.length };
};

/** The reader of our output has ended. The run still judges and cleans up. */
const isClosedPipe = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE';

/**
 * Collects uncaught errors until disposed, so that none ends the process before clean-up. A process can have one
 * collector at a time.
 */
export const collectStrayErrors = (): Disposable & { errors: readonly unknown[] } => {
  const errors: unknown[] = [];
  // unhandled rejections also arrive here
  process.setUncaughtExceptionCaptureCallback((error) => {
    if (!isClosedPipe(error)) errors.push(error);
  });
  return {
    errors,
    [Symbol.dispose]() {
      process.setUncaughtExceptionCaptureCallback(null);
    },
  };
};
