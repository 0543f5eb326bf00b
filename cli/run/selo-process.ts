import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { profileAsJson } from '../../fixtures/profile/profile-as-json.ts';
import { type EmbeddedOptions, startEmbedded } from '../../platform/embedded/start-embedded.ts';

/** The outcome of a command. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunSeloOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** Receives all of standard error so far; may send a signal to the process. */
  onStderr?: (soFar: string, kill: (signal: NodeJS.Signals) => void) => void;
}

const entry = fileURLToPath(new URL('../selo.ts', import.meta.url));

/** Runs the command line in its own process. */
export const runSelo = (args: readonly string[], { cwd, env = {}, onStderr }: RunSeloOptions = {}): Promise<Ended> =>
  new Promise((resolve, reject) => {
    // so that k6 is found
    const { PATH, HOME, XDG_CACHE_HOME, SELO_K6 } = process.env;
    const child = spawn(process.execPath, [entry, ...args], {
      cwd,
      env: { PATH, HOME, XDG_CACHE_HOME, SELO_K6, ...env },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      onStderr?.(stderr, (signal) => child.kill(signal));
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });

/** A running platform with a profile file for other processes. */
export interface ServedTarget extends AsyncDisposable {
  profileFile: string;
  /** The secrets that the profile names. */
  env: Record<string, string>;
  /** A folder for `--out`. */
  out: string;
  /** Stops the platform; the files stay. */
  stop(): Promise<void>;
}

/** Starts a platform and writes its profile, after `change`, into a temporary folder. */
export const serveTarget = async (
  options: EmbeddedOptions = {},
  change: (profile: Profile) => Profile = (profile) => profile,
): Promise<ServedTarget> => {
  const resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'selo-cli-'));
  resources.defer(() => rm(folder, { recursive: true }));
  const platform = resources.use(await startEmbedded(options));
  const { profile, secrets } = platform;
  const profileFile = join(folder, 'target.json');
  await writeFile(profileFile, profileAsJson(change(profile)));
  return {
    profileFile,
    env: Object.fromEntries(secrets.map(({ env, value }) => [env, value])),
    out: join(folder, 'out'),
    async stop() {
      await platform[Symbol.asyncDispose]();
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};
