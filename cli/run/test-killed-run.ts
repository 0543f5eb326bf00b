import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wholeLinesIn } from '../../fixtures/reading/whole-lines.ts';
import { runSelo, type ServedTarget } from './selo-process.ts';

/** The number of whole lines in a file; 0 if it does not exist. */
export const linesIn = async (file: string): Promise<number> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').length - 1;

/** What a killed run left. */
export interface KilledRun {
  folder: string;
  stdout: string;
  stderr: string;
}

const hasLines = (file: string, lines: number): boolean => existsSync(file) && [...wholeLinesIn(file)].length >= lines;

/**
 * Runs against a target, and kills the run when each file of its folder has this many lines. Rejects if the run ends
 * before.
 */
export const killedRun = async (
  { profileFile, env, out }: ServedTarget,
  lines: Record<string, number>,
  ...args: string[]
): Promise<KilledRun> => {
  let isWatched = false;
  const killOnceReached = async (kill: (signal: NodeJS.Signals) => void): Promise<void> => {
    for (;;) {
      const [run] = await readdir(out).catch(() => []);
      const isReached = (file: string): boolean =>
        run !== undefined && hasLines(join(out, run, file), lines[file] ?? 0);
      if (Object.keys(lines).every(isReached)) return kill('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const { code, ...said } = await runSelo(['run', '--profile', profileFile, '--out', out, ...args], {
    env,
    onStderr(_, kill) {
      if (isWatched) return;
      isWatched = true;
      void killOnceReached(kill);
    },
  });
  if (code !== null) throw new Error(`the run ended with ${code} before it was killed: ${said.stderr}`);
  const [run = ''] = await readdir(out);
  return { folder: join(out, run), ...said };
};
