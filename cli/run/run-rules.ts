import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeObstacle, examineEssentials } from '../../doctor/essentials.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { cleanUp } from '../../fixtures/run/clean-up.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { newRunId, type Run, startRun } from '../../fixtures/run/start-run.ts';
import manifest from '../../package.json' with { type: 'json' };
import { buildResult } from '../../reports/build-result.ts';
import type { ListedRule } from '../../reports/listed-rules.ts';
import type { Result } from '../../reports/result.ts';
import { writeFiles } from '../../reports/write-files.ts';
import { runFiles } from '../../suites/session/session.ts';
import type { Verdict } from '../../suites/verdict.ts';
import { completeVerdicts } from './complete-verdicts.ts';
import { runEngine } from './engine.ts';

interface RunRulesOptions {
  target: { profile: Profile; secrets: readonly Secret[]; options: readonly string[] };
  selected: readonly ListedRule[];
  depth: 'quick' | 'full';
  seed: number;
  /** Repeats one drawn case of the only law that is selected. */
  path?: string | undefined;
  /** Above the run's own folder. */
  out: string;
  /** Ends the run early: what was judged is kept, and cleaned up after. */
  signal: AbortSignal;
  onVerdict: (verdict: Verdict) => void;
}

/** A run that was made, or in words why the target cannot be judged. */
export type RunRulesOutcome = { result: Result; folder: string } | { obstacle: string };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Does what follows the rules; what goes wrong there is told and loses nothing of what was judged. */
const attempt = async <T>(what: string, faults: string[], act: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await act();
  } catch (error) {
    faults.push(`${what} failed: ${messageOf(error)}`);
    return undefined;
  }
};

const setUp = async (options: RunRulesOptions, runId: string, folder: string): Promise<Run | { obstacle: string }> => {
  const { target, selected, depth, seed, path } = options;
  const { profile, secrets } = target;
  const obstacle = await examineEssentials(profile);
  if (obstacle) return { obstacle: describeObstacle(profile, obstacle) };
  try {
    const only = selected.map(({ id }) => id);
    return await startRun({ profile, secrets, depth, seed, only, path, runId, folder });
  } catch (error) {
    return { obstacle: `The run could not be set up at ${profile.baseUrl}: ${messageOf(error)}` };
  }
};

/** Every exchange has a line, also those of checks that an interrupt cut off. */
const linesIn = (file: string): number => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0);

const residueOf = async (handle: RunHandle): Promise<Result['residue']> => {
  const { created, removed, left } = await cleanUp(handle, join(handle.folder, runFiles.journal));
  return { created, removed, left };
};

/**
 * Judges rules against a target: sets the run up, lets the engine judge, removes what was created, restores what was
 * taken over, and writes the files. Every selected rule has a verdict in the result, whatever happened.
 */
export const runRules = async (options: RunRulesOptions): Promise<RunRulesOutcome> => {
  const { selected, out, signal, onVerdict } = options;
  const startedAt = new Date();
  const runId = newRunId();
  const folder = join(out, runId);
  const run = await setUp(options, runId, folder);
  if ('obstacle' in run) return run;

  const { handle, troubles } = run;
  const { verdicts, faults } = await runEngine({ handle, signal, onVerdict });
  const residue = await attempt('clean-up', faults, () => residueOf(handle));
  await attempt('restoring the webhook registrations', faults, async () => run[Symbol.asyncDispose]());
  const all = completeVerdicts(selected, verdicts, signal.aborted);
  const result = buildResult({
    handle,
    verdicts: all,
    startedAt,
    endedAt: new Date(),
    isInterrupted: signal.aborted,
    requests: linesIn(join(folder, runFiles.exchanges)),
    troubles,
    faults,
    ...(residue ? { residue } : {}),
    targetOptions: options.target.options,
    suiteVersion: manifest.version,
  });
  const written = writeFiles(result, {
    secrets: handle.secrets,
    folder,
    grown: [runFiles.exchanges, runFiles.journal],
  });
  return { result: written, folder };
};
