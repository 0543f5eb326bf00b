import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isObject } from '../../core/json.ts';
import { childEnvironment } from '../../fixtures/processes/child-environment.ts';
import { readJson } from '../../fixtures/reading/read-json.ts';
import { latestFile, pageFile } from '../../reports/write-files.ts';
import { CliError } from '../cli-error.ts';
import { relativePath } from '../paths.ts';

export interface ShowOptions {
  out: string;
  /** Only prints the path. */
  path?: boolean;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const lastFolder = (out: string): string => {
  const file = join(out, latestFile);
  if (!existsSync(file)) throw new CliError(`${file} is not there: test a target with "npx selo run" first.`);
  const content = readJson(file, (message) => new CliError(message));
  const run = isObject(content) && isObject(content.run) ? content.run : {};
  if (typeof run.id !== 'string' || !/^[\w-]+$/.test(run.id)) throw new CliError(`${file} is not the result of a run.`);
  return join(out, run.id);
};

const folderOf = (run: string, out: string): string => {
  if (isFolder(run)) return run;
  if (existsSync(run)) return dirname(run);
  const named = join(out, run);
  if (/^[\w-]+$/.test(run) && isFolder(named)) return named;
  throw new CliError(`There is no run ${run}: name its folder, or its id in ${out}.`);
};

/** The command that opens a file; undefined if there is no display. */
const opener = (): { command: string; args: string[] } | undefined => {
  const { BROWSER, DISPLAY, WAYLAND_DISPLAY, CI } = process.env;
  if (BROWSER) return { command: BROWSER, args: [] };
  if (CI) return undefined;
  if (process.platform === 'darwin') return { command: 'open', args: [] };
  if (process.platform === 'win32') return { command: 'explorer.exe', args: [] };
  return DISPLAY || WAYLAND_DISPLAY ? { command: 'xdg-open', args: [] } : undefined;
};

/** Variables that a browser needs to find the display. */
const ofDesktop = /^(DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|USERPROFILE|APPDATA)$/;

/** Starts a command that outlives this process. Resolves with whether it started. */
const started = (command: string, args: readonly string[]): Promise<boolean> =>
  new Promise((done) => {
    const child = spawn(command, args, { detached: true, stdio: 'ignore', env: childEnvironment(ofDesktop) });
    child.once('error', () => done(false));
    child.once('spawn', () => {
      child.unref();
      done(true);
    });
  });

/** Opens the page of a run and prints its path. Throws `CliError` if there is none. */
export const show = async (run: string | undefined, { out, path }: ShowOptions): Promise<void> => {
  const page = resolve(run === undefined ? lastFolder(out) : folderOf(run, out), pageFile);
  if (!existsSync(page)) {
    throw new CliError(
      `${relativePath(page)} is not there: the run has not ended, or was killed. "npx selo report ${relativePath(dirname(page))} --format html" makes it from what was judged.`,
    );
  }
  process.stdout.write(`${relativePath(page)}\n`);
  if (path) return;
  const found = opener();
  const isOpen = found !== undefined && (await started(found.command, [...found.args, page]));
  if (!isOpen) process.stderr.write('No browser was found here: open the file, or name a browser in BROWSER.\n');
};
