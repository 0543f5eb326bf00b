import { join } from 'node:path';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Depth, Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { targetLogFile } from '../../fixtures/containers/target-log.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { evidenceRedaction } from '../../fixtures/redaction/redaction.ts';
import { cleanUp } from '../../fixtures/run/clean-up.ts';
import type { RunHandle } from '../../fixtures/run/run-handle.ts';
import { type Run, startRun } from '../../fixtures/run/start-run.ts';
import manifest from '../../package.json' with { type: 'json' };
import { buildResult } from '../../reports/build-result.ts';
import { earlierRuns } from '../../reports/history/read-history.ts';
import type { RunSummary } from '../../reports/history/run-summary.ts';
import type { ListedRule } from '../../reports/listed-rules.ts';
import { verdictLog } from '../../reports/unfinished-result.ts';
import { writeBegun, writeFiles } from '../../reports/write-files.ts';
import { runFiles } from '../../suites/session/evidence-folder.ts';
import { describeObstacle, examineEssentials } from '../doctor/essentials.ts';
import { relativePath } from '../paths.ts';
import type { Target } from '../target.ts';
import { judgeRun } from './judge-run.ts';

interface RunRulesOptions {
  target: Pick<Target, 'profile' | 'secrets' | 'options' | 'isEmbedded' | 'started'>;
  selected: readonly ListedRule[];
  depth: Depth;
  seed: number;
  /** Repeats one generated case of the only selected property. */
  path?: string | undefined;
  runId: string;
  /** Folder that contains the run folders. */
  out: string;
  /** Ends the run early, with clean-up and a partial result. */
  signal: AbortSignal;
  onVerdict: (verdict: Verdict) => void;
  requirements: NonNullable<Result['requirements']>;
}

/** A verdict for every selected rule. A missing verdict is an error, or `unverified` after an interrupt. */
export const completeVerdicts = (
  selected: readonly ListedRule[],
  verdicts: ReadonlyMap<string, Verdict>,
  isInterrupted: boolean,
): Verdict[] =>
  selected.map(({ id, section, text, source, level }): Verdict => {
    const verdict = verdicts.get(id);
    if (verdict) return verdict;
    return {
      rule: id,
      section,
      text,
      source,
      level,
      ...(isInterrupted
        ? { outcome: 'unverified', cause: 'not-reached', reason: 'the run was interrupted before this rule was judged' }
        : { outcome: 'error', reason: 'the run ended without a verdict on this rule' }),
      assertions: 0,
      exchanges: [],
      deliveries: [],
      requests: 0,
      durationMs: 0,
    };
  });

export interface FinishedRun {
  result: Result;
  folder: string;
  /** Earlier runs of the same target, oldest first. */
  earlier: readonly RunSummary[];
}

/** Files that the run has appended to. Its exchanges were already redacted when they were compressed. */
const grownFiles = { grown: [runFiles.cases, runFiles.journal, targetLogFile], packed: [runFiles.exchanges] };

/** Runs a step after the rules. Its failure is reported, and the verdicts are kept. */
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
  const { profile, secrets, isEmbedded } = target;
  // a target may echo a secret in its answer
  const redact = evidenceRedaction(secrets);
  const obstacle = await examineEssentials(profile);
  if (obstacle) return { obstacle: redact(describeObstacle(profile, obstacle)) };
  try {
    const only = selected.map(({ id }) => id);
    return await startRun({ profile, secrets, depth, seed, only, path, isShared: !isEmbedded, runId, folder });
  } catch (error) {
    const isAboutListening = error instanceof Error && 'syscall' in error && error.syscall === 'listen';
    const advice = isAboutListening ? '. Correct capture.port or capture.host of the profile.' : '';
    return { obstacle: redact(`The run could not be set up at ${profile.baseUrl}: ${messageOf(error)}${advice}`) };
  }
};

/** Ends a target that Selo started, keeps its log, and adds both to why the run could not begin. */
const withLog = async (
  obstacle: string,
  { started, secrets }: RunRulesOptions['target'],
  logFile: string,
): Promise<string> => {
  if (!started) return obstacle;
  started.log.keep(logFile, evidenceRedaction(secrets));
  const said = await started.end();
  return [obstacle, ...said, `The log of the target: ${relativePath(logFile)}`].join('\n');
};

const residueOf = async (handle: RunHandle): Promise<Result['residue']> => {
  const { created, removed, left } = await cleanUp(handle, join(handle.folder, runFiles.journal));
  return { created, removed, left };
};

/**
 * Runs the rules against a target: sets up, judges, cleans up, restores registrations and writes the files. Every
 * selected rule gets a verdict. A killed run leaves a result that its logs complete.
 */
export const runRules = async (options: RunRulesOptions): Promise<FinishedRun | { obstacle: string }> => {
  const { target, selected, runId, out, signal, onVerdict, requirements } = options;
  const { started } = target;
  const startedAt = new Date();
  const folder = join(out, runId);
  const run = await setUp(options, runId, folder);
  const logFile = join(folder, targetLogFile);
  if ('obstacle' in run) return { obstacle: await withLog(run.obstacle, target, logFile) };

  const { handle, troubles } = run;
  const { secrets } = handle;
  started?.log.keep(logFile, evidenceRedaction(secrets));
  const about = {
    handle,
    startedAt,
    troubles,
    targetOptions: target.options,
    suiteVersion: manifest.version,
    requirements,
  };
  const begun = buildResult({
    ...about,
    verdicts: completeVerdicts(selected, new Map(), true),
    endedAt: startedAt,
    isInterrupted: true,
    requests: 0,
    faults: [],
  });
  const faults: string[] = [];
  await attempt('writing what the run begins with', faults, async () => writeBegun(begun, { secrets, folder }));
  const log = verdictLog(folder, secrets);
  const judged = await judgeRun({
    handle,
    signal,
    onVerdict(verdict) {
      log(verdict);
      onVerdict(verdict);
    },
  });
  faults.push(...judged.faults);
  // the embedded platform and its records end with the run
  const residue = target.isEmbedded ? undefined : await attempt('clean-up', faults, () => residueOf(handle));
  await attempt('restoring the webhook registrations', faults, async () => run[Symbol.asyncDispose]());
  const ended = (await started?.end()) ?? [];
  const result = buildResult({
    ...about,
    troubles: [...troubles, ...ended.map((said) => `${said}; its log is in ${targetLogFile}`)],
    verdicts: completeVerdicts(selected, judged.verdicts, signal.aborted),
    endedAt: new Date(),
    isInterrupted: signal.aborted,
    requests: judged.requests,
    faults,
    ...omitUndefined({ residue }),
  });
  const earlier = earlierRuns(out, result);
  const written = writeFiles(result, { secrets, folder, ...grownFiles, earlier });
  return { result: written, folder, earlier };
};
