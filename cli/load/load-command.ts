import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ScriptName } from '../../core/load-kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isLiveOutput, livePageUrl } from '../../load/k6/live-page.ts';
import type { K6 } from '../../load/k6/look-for-k6.ts';
import { provideK6 } from '../../load/k6/provide-k6.ts';
import { followsWebhooks, type LoadRequest } from '../../load/run/prepare/prepare-plan.ts';
import type { LoadSource } from '../../load/run/send/send.ts';
import { CliError, Interrupted } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { showLoadProgress } from '../progress.ts';
import { defaultProfile, embeddedTarget, openTarget, type Target, type TargetOptions } from '../target.ts';
import { againstStored, inRounds, levelsSince, storedResults } from './compared-runs.ts';
import { concludeLoad, reportLoadErrors } from './conclude-load.ts';
import {
  allowedRate,
  externalGeneratorsOf,
  type LoadCommandOptions,
  plannedDrill,
  plannedRequest,
  requireMachine,
} from './load-options.ts';
import { writeManifest } from './manifest.ts';
import { type LoadRun, runOnce } from './run-once.ts';

/** Real seconds per documented second: ten attempts of a delivery take 51 s, and the first retry comes after 100 ms. */
const embeddedTimeScale = 0.05;
/** A receiver on a busy machine needs time. */
const embeddedReceiverMs = 2_000;

/**
 * Opens the target of the options. The embedded platform runs in its own process, so that measuring does not slow it
 * down.
 */
const openLoadTarget = async (
  { profile, baseUrl }: TargetOptions,
  opening: Parameters<typeof openTarget>[1],
): Promise<Target> => {
  if (profile !== undefined || baseUrl !== undefined || existsSync(defaultProfile)) {
    return openTarget({ ...omitUndefined({ profile, baseUrl }) }, opening);
  }
  const { forkEmbedded } = await import('../../platform/embedded/fork-embedded.ts');
  const webhooks = { timeoutFloorMs: embeddedReceiverMs, maxInFlight: 256 };
  return embeddedTarget(await forkEmbedded({ timeScale: embeddedTimeScale, webhooks }));
};

/** Downloading k6 may take minutes. An interrupt then is not wrong usage. */
const k6For = async (options: { say: (line: string) => void; signal: AbortSignal }): Promise<K6> => {
  try {
    return await provideK6(options);
  } catch (error) {
    if (options.signal.aborted) throw new Interrupted('Interrupted before k6 was available. Nothing was sent.');
    throw error;
  }
};

const describeStart = (source: LoadSource, request: LoadRequest, { profile, isEmbedded }: Target): string[] => {
  const { script, shape, rate, seconds } = request;
  const isLive = 'k6' in source && source.outputs.some(isLiveOutput);
  return [
    `${'k6' in source ? `k6 ${source.k6.version}` : 'external k6'} · ${script}, ${shape}: up to ${rate} journeys a second for ${seconds} s against ${profile.name} (${profile.baseUrl})`,
    ...(isLive ? [`k6 shows the load at ${livePageUrl}.`] : []),
    ...(isEmbedded ? [] : ['The run creates orders and customers named selo-<run>-… and removes none of them.']),
    ...(isEmbedded || followsWebhooks(script) ? [] : ['Their notifications go to the registered webhooks.']),
  ];
};

const runCommand = async (script: ScriptName, options: LoadCommandOptions): Promise<number> => {
  const { json = false, quiet = false, failingReceivers = [], gate, manifest, against } = options;
  const say = (text: string): void => {
    if (!quiet) process.stderr.write(`${text}\n`);
  };
  const external = externalGeneratorsOf(options);
  using interrupt = listenForInterrupt(() => {
    process.stderr.write('\nInterrupted: counting what was sent. Press Ctrl-C again to quit now.\n');
  });
  const { signal } = interrupt;
  const opening = { signal, say };
  await using target = await openLoadTarget(options, opening);
  const request = plannedRequest(script, options, target);
  const baselines = Array.isArray(gate) ? gate : [];
  const stored = storedResults(baselines);
  if (manifest !== undefined) {
    for (const line of writeManifest(target, request, { ...options, file: manifest })) say(line);
    return exitCodes.holds;
  }
  if (external === undefined) requireMachine(request, target);
  const drill = plannedDrill(options, request, target.profile);
  const source: LoadSource = external ?? { k6: await k6For({ say, signal }), outputs: options.k6Out ?? [] };
  for (const line of describeStart(source, request, target)) say(line);
  using progress = quiet ? undefined : showLoadProgress(process.stderr);
  const out = resolve(options.out);
  const once = async (judged: Target): Promise<LoadRun> => {
    const run = await runOnce({
      target: judged,
      source,
      out,
      request,
      failingReceivers,
      signal,
      onProgress: (figures) => progress?.show(figures),
      ...omitUndefined({ drill, runId: options.run }),
    });
    for (const trouble of run.troubles) process.stderr.write(`${trouble}\n`);
    return run;
  };

  const runner = { say, candidate: () => once(target), signal, maxRegression: options.maxRegression };
  const compareInRounds = async (profile: string): Promise<LoadRun> => {
    await using baseline = await openTarget({ profile }, opening);
    if (request.rate > allowedRate(baseline.profile)) {
      throw new CliError(`--rate ${request.rate}: the profile "${baseline.profile.name}" allows less.`);
    }
    return await inRounds(runner, { name: profile, run: () => once(baseline), maxRounds: options.rounds });
  };
  const { result, folder } =
    against === undefined
      ? await againstStored(runner, { name: baselines.join(', '), stored, runs: options.runs })
      : await compareInRounds(against);
  progress?.[Symbol.dispose]();
  const code = concludeLoad(result, folder, { json, isGate: gate !== undefined || against !== undefined });
  if (options.release !== undefined) {
    for (const line of await levelsSince(result, options.release, out)) say(line);
  }
  return signal.aborted ? exitCodes.interrupted : code;
};

/** Puts load on the target. Resolves with the exit code; throws `CliError` and `K6Error`. */
export const load = (script: ScriptName, options: LoadCommandOptions): Promise<number> =>
  reportLoadErrors(() => runCommand(script, options));
