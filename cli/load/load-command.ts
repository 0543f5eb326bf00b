import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { ScriptName } from '../../core/load-kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { shortageFor } from '../../load/cluster/generators.ts';
import { tooShortFor } from '../../load/gate/objectives.ts';
import { sentByJourney } from '../../load/journey-weights.ts';
import { isLiveOutput, livePageUrl } from '../../load/k6/live-page.ts';
import type { K6 } from '../../load/k6/look-for-k6.ts';
import { provideK6 } from '../../load/k6/provide-k6.ts';
import {
  companiesUnderLoad,
  followsWebhooks,
  type LoadRequest,
  planOf,
  weightsOf,
} from '../../load/run/prepare/prepare-plan.ts';
import { searchSteps } from '../../load/run/send/search.ts';
import type { LoadSource } from '../../load/run/send/send.ts';
import { breakpointSteps, loadOf, minStepSeconds, scenariosOf, usualLoads } from '../../load/shapes.ts';
import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { Interrupted } from '../interrupted.ts';
import { listenForInterrupt } from '../run/interrupt.ts';
import { openTarget, type Target } from '../target.ts';
import { allowedRate, openLoadTarget } from './allowed-target.ts';
import { againstStored, inRounds } from './compared-runs.ts';
import { concludeLoad, reportLoadErrors } from './conclude-load.ts';
import { externalGeneratorsOf, type LoadCommandOptions, plannedDrill } from './load-options.ts';
import { writeManifest } from './manifest.ts';
import { levelsSince } from './release-history.ts';
import { type LoadRun, runOnce } from './run-once.ts';
import { showLoadProgress } from './show-progress.ts';
import { storedResults } from './stored-results.ts';

const maxSeed = 2 ** 31 - 1;

const requireKnownCompanies = (failingReceivers: readonly string[], { profile }: Target): void => {
  const names = companiesUnderLoad(profile).map(({ name }) => name);
  const unknown = failingReceivers.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new CliError(
      `--failing-receivers ${unknown}: the load has no such company. Name one of ${names.join(', ')}.`,
    );
  }
  if (failingReceivers.length === names.length)
    throw new CliError(
      '--failing-receivers names every company, so nothing would be delivered. Leave at least one out.',
    );
};

const MiB = 1024 ** 2;

/** Refuses a plan that this machine has too little memory or too few cores for. */
const requireMachine = (request: LoadRequest, { profile }: Target): void => {
  const { users, scenarios } = planOf(profile, request, { runId: '', summaryFile: '' });
  const { rate } = request;
  const shortage = shortageFor(rate, (users * scenarios.length) / rate, {
    cores: availableParallelism(),
    memoryMiB: process.availableMemory() / MiB,
  });
  if (shortage === undefined) return;
  const { text, highestRate } = shortage;
  throw new CliError(
    `--rate ${rate}: ${text}. ${highestRate >= 1 ? `Use --rate ${highestRate}, a` : 'Use a'} lower load.journeySeconds in the profile, or generators on a cluster with --manifest.`,
  );
};

const requireLongSteps = ({ shape, seconds }: LoadRequest): void => {
  const steps = shape === 'search' ? searchSteps : breakpointSteps;
  if ((shape !== 'breakpoint' && shape !== 'search') || seconds >= steps * minStepSeconds) return;
  throw new CliError(
    `--duration ${seconds}: the shape ${shape} has ${steps} steps, and each needs at least ${minStepSeconds} s. Use --duration ${steps * minStepSeconds} or more.`,
  );
};

/** Refuses a plan with too few samples for the objectives, before any load. */
const requireEnoughJourneys = ({ script, shape, rate, seconds, own }: LoadRequest, { profile }: Target): void => {
  // the requests of the user's own journey are not known
  if (own !== undefined) return;
  const measured = scenariosOf({ ...profile.load, shape, rate, seconds }).at(-1)?.segments ?? [];
  const journeys = measured.reduce((sum, { from, to, seconds: each }) => sum + ((from + to) / 2) * each, 0);
  // without followed notifications, none is due
  const due = followsWebhooks(script) ? companiesUnderLoad(profile).map(({ flows = [] }) => flows.length) : [];
  const [short] = tooShortFor(profile.load.objectives, {
    journeys,
    ...sentByJourney(weightsOf(script, profile)),
    flows: Math.max(1, ...due),
  }).toSorted((one, other) => other.needed / other.planned - one.needed / one.planned);
  if (short === undefined) return;
  // a little more than needed, so that the next try is long enough
  const duration = Math.ceil((1.03 * seconds * short.needed) / short.planned);
  throw new CliError(
    `--gate: load.objectives of the profile asks for ${short.what}, which takes ${short.needed} ${short.unit}, and the plan has about ${short.planned}. Use --duration ${duration}, a higher --rate, or an objective that needs fewer.`,
  );
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

/** The load that the options ask for. Throws `CliError` if the profile or the options do not allow it. */
const requestOf = (script: ScriptName, options: LoadCommandOptions, { profile }: Target): LoadRequest => {
  const { shape } = options;
  const { stages } = profile.load;
  const most = allowedRate(profile);
  if (shape === 'stages' && stages === undefined) {
    throw new CliError('--shape stages: the profile has no load.stages. Add them, or name another shape.');
  }
  const usual = shape === 'stages' ? loadOf(stages ?? []) : usualLoads[shape];
  const rate = options.rate ?? Math.min(usual.rate, most);
  if (rate > most) {
    throw new CliError(
      `--rate ${rate}: the profile "${profile.name}" allows at most ${most} a second. Use --rate ${most}, or raise maxRate in the profile.`,
    );
  }
  return {
    script,
    shape,
    rate,
    seconds: options.duration ?? usual.seconds,
    seed: options.seed ?? randomInt(maxSeed),
    jitter: options.jitter ?? false,
    ...(options.script === undefined ? {} : { own: resolve(options.script) }),
  };
};

/** Refuses options that do not go together. */
const requireConsistent = ({ script, manifest, externalGenerators, shape, drill, k6Out }: LoadCommandOptions): void => {
  const isRemote = manifest !== undefined || externalGenerators !== undefined;
  if (script !== undefined && isRemote) {
    throw new CliError(
      '--script: generators on a cluster get only the scripts of Selo. Run it here, without --manifest and --external-generators.',
    );
  }
  if (shape === 'search' && (isRemote || drill !== undefined || k6Out?.some(isLiveOutput))) {
    throw new CliError(
      '--shape search plans each step after it has judged the one before. Remove --manifest, --external-generators, --drill and --k6-out web-dashboard, or use --shape breakpoint.',
    );
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
  const request = requestOf(script, options, target);
  requireKnownCompanies(failingReceivers, target);
  const baselines = Array.isArray(gate) ? gate : [];
  const stored = storedResults(baselines);
  requireConsistent(options);
  requireLongSteps(request);
  if (gate !== undefined) requireEnoughJourneys(request, target);
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
