import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Conservation, Irregularities, RunFigures } from '../../core/load-result.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { redactionOf } from '../../fixtures/redaction/redaction.ts';
import { systemRuntime } from '../../fixtures/runtime.ts';
import type { OrderFact } from '../facts.ts';
import type { K6 } from '../k6/look-for-k6.ts';
import { type K6End, startK6 } from '../k6/start-k6.ts';
import type { CountsToSend } from '../plan.ts';
import { figuresOf } from './figures/build-figures.ts';
import { type RunSheet, sheetVersion, writeRunSheet } from './figures/run-sheet.ts';
import { type Prepared, type PrepareOptions, prepare } from './prepare/prepare.ts';
import { probe } from './probe.ts';
import { sentOrdersIn } from './record/journals.ts';
import type { K6Run } from './send/run-k6.ts';
import { type LoadSource, send } from './send/send.ts';
import { type Settled, settle } from './settle/settle.ts';

export interface LoadTestOptions extends Omit<PrepareOptions, 'k6' | 'drill'>, Partial<Pick<PrepareOptions, 'drill'>> {
  source: LoadSource;
  /** Ends the load early. The run is still settled and reported. */
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

export interface Progress {
  phase: 'probing' | 'waiting' | 'load' | 'draining';
  seconds: number;
  plannedSeconds: number;
  journeys: number;
  errors: number;
  /** So far. */
  notifications: { due: number; delivered: number };
}

interface LoadTest {
  figures: RunFigures;
  /** Secrets of the profile and of the run. */
  secrets: Secret[];
  /** Restores registrations and ends the capture. Resolves with what could not be restored, in words. */
  cleanUp(): Promise<string[]>;
}

const progressOf = (phase: Progress['phase'], { record, plannedSeconds }: Prepared): Progress => {
  const { journeys, errors, startedMs } = record.traffic;
  const seconds = startedMs === undefined ? 0 : (Date.now() - startedMs) / 1000;
  return { phase, seconds, plannedSeconds, journeys, errors, notifications: record.ledger.progress() };
};

interface SendCountsOptions {
  k6: K6;
  outputs: readonly string[];
  runId: string;
  folder: string;
}

const script = fileURLToPath(new URL('../scripts/counts.ts', import.meta.url));
/** Outputs that a second k6 would overwrite, or that show it as another test run. */
const takesOneRun = /^(json|csv|cloud|web-dashboard)(=|$)/;
const limitMs = 30_000;

/** The outputs of k6 that can receive counts after the load. Without flags, k6 reads `K6_OUT`. */
export const outputsForCounts = (outputs: readonly string[], environment: NodeJS.ProcessEnv): string[] =>
  (outputs.length > 0 ? outputs : (environment.K6_OUT?.split(',') ?? [])).filter(
    (output) => output !== '' && !takesOneRun.test(output),
  );

/**
 * Sends the counts of the ledger to the outputs of k6, with a second k6: the one that sent the load ended before the counts
 * were known. Resolves with the errors of k6.
 */
const sendCounts = async (
  { k6, outputs, runId, folder }: SendCountsOptions,
  { conservation, irregularities }: { conservation: Conservation; irregularities: Irregularities },
): Promise<K6End['errors']> => {
  const receiving = outputsForCounts(outputs, process.env);
  if (receiving.length === 0) return [];
  const toSend: CountsToSend = { runId, counts: { ...conservation, unexpected: irregularities.unexpected } };
  const running = await startK6({
    k6,
    script,
    outputs: receiving,
    journalFile: join(folder, 'counts.log'),
    environment: { SELO_LOAD_COUNTS: JSON.stringify(toSend) },
  });
  const limit = setTimeout(() => running.kill(), limitMs);
  try {
    const { code, errors } = await running.ended;
    return code === 0 ? errors : [...errors, `k6 could not send the ledger's counts to ${receiving.join(', ')}`];
  } finally {
    clearTimeout(limit);
  }
};

interface Found {
  probed: [company: string, order: OrderFact][];
  sent: K6Run;
  settled: Settled;
}

/** Writes the run sheet and computes the figures. */
const report = async (
  { profile, runId, folder, source, failingReceivers }: LoadTestOptions,
  { about, record, timing, main, journals, secrets }: Prepared,
  { probed, sent, settled }: Found,
): Promise<RunFigures> => {
  const { settlement, lookups, settledMs, captureHealth } = settled;
  const run = { ...about.run, ...sent.earlyEnd };
  const unsent = 'k6' in source ? await sendCounts({ ...source, runId, folder }, settlement) : [];
  const k6 = { ...sent.k6, errors: [...sent.k6.errors, ...unsent] };
  const sheet: RunSheet = {
    ...about,
    schema: sheetVersion,
    run,
    timing,
    settledMs,
    objectives: profile.load.objectives,
    failingReceivers: [...failingReceivers],
    drills: sent.drills,
    generatorCpu: k6.cpuShare,
    errors: k6.errors,
    capture: captureHealth,
    observations: { ...lookups, orders: probed },
  };
  writeRunSheet(folder, sheet, redactionOf(secrets));
  const ids = new Set(Object.values(settlement.examples).flat());
  return figuresOf({
    ...about,
    run,
    record,
    sent,
    settlement,
    k6,
    captureHealth,
    failingReceivers,
    ambiguousFound: lookups.ambiguousFound,
    sentOrders: await sentOrdersIn(journals.files, ids),
    iterations: sent.iterations,
    mainMs: (record.traffic.startedMs ?? Date.parse(run.startedAt)) + main.startSeconds * 1000,
    segments: main.segments,
  });
};

/**
 * Puts a target under load, follows its notifications, and computes the figures. The caller writes the figures before
 * `cleanUp`, which takes long if the target no longer responds. Rejects with `LoadError` if the run cannot begin.
 */
export const runLoadTest = async (options: LoadTestOptions): Promise<LoadTest> => {
  const { profile, source, failingReceivers, runId, signal, drill, onProgress } = options;
  const k6 = 'k6' in source ? source.k6.version : 'elsewhere';
  const prepared = await prepare({ ...options, drill, k6 });
  const { record, secrets, troubles } = prepared;
  const show = (phase: Progress['phase']): void => onProgress(progressOf(phase, prepared));
  try {
    show('probing');
    const probed = await probe(options, prepared);
    for (const [company, order] of probed) record.ledger.order(company, order);
    const isWaiting = (): boolean => 'generators' in source && record.traffic.startedMs === undefined;
    const sent = await send({ ...options, drill, onLook: () => show(isWaiting() ? 'waiting' : 'load') }, prepared);
    const settled = await settle({
      profile,
      prepared,
      failingReceivers,
      signal,
      runtime: systemRuntime,
      prefix: `selo-${runId}-`,
      onWait: () => show('draining'),
    });
    const figures = await report(options, prepared, { probed, sent, settled });
    return {
      figures,
      secrets,
      async cleanUp() {
        await prepared[Symbol.asyncDispose]();
        return troubles;
      },
    };
  } catch (error) {
    await prepared[Symbol.asyncDispose]();
    throw error;
  }
};
