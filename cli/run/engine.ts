import type { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { SerializedError } from 'vitest';
import type { CliOptions, Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import type { Verdict } from '../../suites/verdict.ts';

/** What the engine brought back; rules without a verdict are the caller's to account for. */
export interface EngineReport {
  /** By rule id. */
  verdicts: ReadonlyMap<string, Verdict>;
  /** What went wrong in the engine or between the rules: never silent, so that no matrix is green by accident. */
  faults: string[];
}

interface EngineOptions {
  handle: RunHandle;
  /** Aborting ends the run early; verdicts so far are kept. */
  signal: AbortSignal;
  onVerdict: (verdict: Verdict) => void;
}

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
/** All rules at once: each waits for the target, not for its turn. */
const everyRuleAtOnce = 10_000;
/** Every wait of a rule has a deadline of its own; this one only keeps a hang from lasting for ever. */
const longestRunMs = 24 * 3600 * 1000;
/** How long a cancelled run may take to end. */
const cancelledWithinMs = 10_000;

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const described = ({ name, message, stacks }: SerializedError): string => {
  const [frame] = stacks ?? [];
  const at = frame ? ` (${frame.file.replace(projectRoot, '')}:${frame.line})` : '';
  return `${name ?? 'Error'}: ${firstLine(message)}${at}`;
};

/** Reads what the engine says of a test into a verdict; a test that failed without one of its own is our fault. */
const faultOfTest = (test: TestCase, verdict: Verdict | undefined): string | undefined => {
  const { state, errors = [] } = test.result();
  const [error] = errors;
  const isLate = verdict !== undefined && (verdict.outcome === 'pass' || verdict.outcome === 'warn');
  if (state !== 'failed' || (verdict && !isLate)) return undefined;
  return `${test.name}: ${error ? described(error) : 'failed without an error'}`;
};

const suitesOf = (module: TestModule): (TestModule | TestSuite)[] => [module, ...module.children.allSuites()];

/** vitest sets these for the code it runs; whoever comes after it in this process must not see them. */
const leftInEnvironment = ['NODE_ENV', 'TEST', 'VITEST', 'VITEST_MODE', 'DEV', 'PROD', 'SSR', 'BASE_URL', 'MODE'];

/** vitest exits on a signal and on a stray rejection by itself; here the caller decides. */
const listenedTo = ['SIGINT', 'SIGTERM', 'unhandledRejection', 'exit'];

const isListener = (value: unknown): value is () => void => typeof value === 'function';

/** Returns what takes away the listeners that others have added since. */
const listenerKeeper = (emitter: EventEmitter): (() => void) => {
  const present = () =>
    listenedTo.flatMap((event) =>
      emitter.listeners(event).flatMap((listener) => (isListener(listener) ? [{ event, listener }] : [])),
    );
  const before = new Set(present().map(({ listener }) => listener));
  return () => {
    for (const { event, listener } of present()) if (!before.has(listener)) emitter.off(event, listener);
  };
};

const environmentKeeper = (): Disposable => {
  const names = [...leftInEnvironment, 'XDG_DATA_HOME'];
  const before = names.map((name) => [name, process.env[name]] as const);
  return {
    [Symbol.dispose]() {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    },
  };
};

const sink = (keep: (text: string) => void): Writable =>
  new Writable({
    write(chunk, _, done) {
      keep(String(chunk));
      done();
    },
  });

const engineConfig = (handle: RunHandle, reporter: Reporter): CliOptions => ({
  config: false,
  root: projectRoot,
  include: [`cli/run/selo.suite${extname(import.meta.url)}`],
  exclude: [],
  watch: false,
  pool: 'threads',
  isolate: false,
  maxWorkers: 1,
  maxConcurrency: everyRuleAtOnce,
  testTimeout: longestRunMs,
  hookTimeout: longestRunMs,
  teardownTimeout: cancelledWithinMs,
  // Node reads TypeScript itself: no transform, no cache to write
  experimental: { viteModuleRunner: false },
  fsModuleCache: false,
  cache: false,
  provide: { run: handle },
  reporters: [reporter],
});

/** Judges the rules of a run with vitest, in one worker thread. Never rejects: a broken engine is a fault in the report. */
export const runEngine = async ({ handle, signal, onVerdict }: EngineOptions): Promise<EngineReport> => {
  const verdicts = new Map<string, Verdict>();
  const faults: string[] = [];
  if (signal.aborted) return { verdicts, faults };
  const scratch = mkdtempSync(join(tmpdir(), 'selo-engine-'));
  using _environment = environmentKeeper();
  // vitest keeps a token here, and an install may be read-only
  process.env.XDG_DATA_HOME = scratch;

  const keepOwnListeners = listenerKeeper(process);
  // those of its start too: a signal that came then would end the process with nothing given back
  const keepAtOnce = (): void => queueMicrotask(keepOwnListeners);
  process.on('newListener', keepAtOnce);
  let vitest: Vitest | undefined;
  const errorOutput: string[] = [];
  const overdue = Promise.withResolvers<void>();
  const cancel = (): void => {
    setTimeout(overdue.resolve, cancelledWithinMs).unref();
    vitest?.cancelCurrentRun('keyboard-input').catch(overdue.resolve);
  };

  const reporter: Reporter = {
    onInit(started) {
      vitest = started;
      keepOwnListeners();
    },
    onTestModuleStart() {
      keepOwnListeners();
      // a cancellation before the worker runs would be forgotten
      if (signal.aborted) cancel();
      else signal.addEventListener('abort', cancel, { once: true });
    },
    onTestCaseResult(test) {
      const { verdict } = test.meta();
      const fault = signal.aborted ? undefined : faultOfTest(test, verdict);
      if (fault !== undefined) faults.push(fault);
      if (!verdict) return;
      verdicts.set(verdict.rule, verdict);
      onVerdict(verdict);
    },
    onTestRunEnd(modules, unhandled) {
      for (const error of unhandled) faults.push(`unhandled ${described(error)}`);
      for (const suite of modules.flatMap(suitesOf)) {
        for (const error of suite.errors()) faults.push(described(error));
      }
      if (modules.length === 0) faults.push('the engine found no suite to run');
    },
  };

  try {
    const { startVitest } = await import('vitest/node');
    const running = startVitest(
      [],
      engineConfig(handle, reporter),
      { cacheDir: join(scratch, 'vite'), logLevel: 'error' },
      { stdout: sink(() => {}), stderr: sink((text) => errorOutput.push(text)) },
    );
    const ended = running.then((started) => started.close());
    await Promise.race([ended, overdue.promise]);
  } catch (error) {
    faults.push(`the engine did not run: ${error instanceof Error ? firstLine(error.message) : String(error)}`);
    if (errorOutput.length > 0) faults.push(firstLine(errorOutput.join('').trim()));
  } finally {
    process.off('newListener', keepAtOnce);
    signal.removeEventListener('abort', cancel);
    // the exit code follows from the verdicts, not from the engine's own
    process.exitCode = undefined;
    rmSync(scratch, { recursive: true, force: true });
  }
  return { verdicts, faults };
};
