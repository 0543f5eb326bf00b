import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { UserError } from '../../fixtures/reading/user-error.ts';
import { CliError } from '../cli-error.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { defaultProfile } from '../target.ts';
import { type RunCommandOptions, run } from './run-command.ts';

interface FileWatch extends Disposable {
  /** Resolves with what changed since the last call; undefined if the signal aborts. */
  next(signal: AbortSignal): Promise<string | undefined>;
}

/** Editors write a file in several steps. */
const quietMs = 200;

const isGenerated = (path: string): boolean => /(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(path);

const isWithin = (folder: string, path: string): boolean => {
  const inside = relative(folder, path);
  return inside === '' || (!inside.startsWith('..') && !inside.startsWith(sep));
};

interface Watched {
  /** Files, and folders with everything in them. */
  paths: readonly string[];
  /** The folder that runs write to: changes in it do not count. */
  except: string;
}

/** Watches files, folders and the Enter key. Throws `CliError` if a path does not exist. */
const watchFiles = ({ paths, except }: Watched): FileWatch => {
  let changed: string | undefined;
  let settle: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const note = (what: string): void => {
    changed = what;
    clearTimeout(timer);
    timer = setTimeout(() => settle?.(), quietMs);
  };
  const ignored = resolve(except);
  const watching = (path: string): FSWatcher => {
    if (!existsSync(path)) throw new CliError(`--watch ${path}: there is no such file or folder`);
    const isFolder = statSync(path).isDirectory();
    // watch the folder, because an editor may replace the file
    const folder = resolve(isFolder ? path : dirname(path));
    return watch(folder, { recursive: isFolder }, (_, name) => {
      if (name === null || isGenerated(name) || isWithin(ignored, resolve(folder, name))) return;
      if (isFolder || name === basename(path)) note(`${name} changed`);
    });
  };
  const watchers = paths.map(watching);
  const keys = createInterface({ input: process.stdin });
  keys.on('line', () => note('asked'));
  return {
    next: (signal) =>
      new Promise((done) => {
        const end = (): void => {
          settle = undefined;
          signal.removeEventListener('abort', end);
          const what = signal.aborted ? undefined : changed;
          changed = undefined;
          done(what);
        };
        settle = end;
        signal.addEventListener('abort', end, { once: true });
        if (signal.aborted || changed !== undefined) end();
      }),
    [Symbol.dispose]() {
      clearTimeout(timer);
      keys.close();
      for (const watcher of watchers) watcher.close();
    },
  };
};

/** An error of the user does not end watching. */
const runOnce = async (options: RunCommandOptions): Promise<number> => {
  try {
    return await run(options);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return exitCodeOf(error);
  }
};

/**
 * Runs, then again whenever the profile or a path changes, or Enter is pressed. Resolves on Ctrl-C with the exit code
 * of the last run.
 */
export const watchRuns = async (options: RunCommandOptions, paths: readonly string[]): Promise<number> => {
  if (options.json)
    throw new CliError('--watch runs many times, and --json prints one document: leave one of them out.');
  if (!(options.rule ?? options.section ?? options.group ?? options.rerunFailed)) {
    throw new CliError('--watch tests again and again: choose what with --rule, --section or --group.');
  }
  const profile = options.profile ?? (existsSync(defaultProfile) ? defaultProfile : undefined);
  using watched = watchFiles({ paths: [...(profile === undefined ? [] : [profile]), ...paths], except: options.out });
  for (;;) {
    const code = await runOnce(options);
    if (code === exitCodes.interrupted) return code;
    using interrupt = listenForInterrupt(() => {});
    process.stderr.write('Waiting for a change, or for Enter. Ctrl-C ends.\n');
    const what = await watched.next(interrupt.signal);
    if (what === undefined) return code;
    process.stderr.write(`\n${what}: testing again\n`);
  }
};
