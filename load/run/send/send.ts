import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isLiveOutput } from '../../k6/live-page.ts';
import type { K6 } from '../../k6/look-for-k6.ts';
import { tlsEnvironment } from '../../k6/tls-environment.ts';
import { dashboardFile, journeysFile, planFile, summaryFile } from '../../plan.ts';
import { LoadError } from '../load-error.ts';
import type { Prepared, PrepareOptions } from '../prepare/prepare.ts';
import { companiesUnderLoad } from '../prepare/prepare-plan.ts';
import { type K6Run, runK6 } from './run-k6.ts';
import { search } from './search.ts';
import { iterationsIn, judgeSteps, sumOfIterations } from './steps.ts';

/** k6 processes that others start, each with its own folder. */
export interface Generators {
  /** Contains their folders. */
  folder: string;
  count: number;
}

/** What sends the load: k6 on this machine, or generators that others start. */
export type LoadSource = { k6: K6; outputs: readonly string[] } | { generators: Generators };

export interface SendOptions extends Pick<PrepareOptions, 'profile' | 'request' | 'folder' | 'drill'> {
  source: LoadSource;
  signal: AbortSignal;
  onLook: () => void;
}

/** The script of k6 for the built-in journeys. */
const loadScript = fileURLToPath(new URL('../../scripts/load.ts', import.meta.url));

/** Writes the script of k6 for the journey of a user's script, and returns its path. */
const writeEntry = (folder: string, file: string): string => {
  const entry = join(folder, 'entry.js');
  writeFileSync(
    entry,
    [
      `import * as own from ${JSON.stringify(file)};`,
      `import { handleSummary, optionsWith, ownJourney, setup } from ${JSON.stringify(loadScript)};`,
      'export const options = optionsWith(own.options ?? {});',
      'export const journey = ownJourney(own.journey);',
      'export { handleSummary, setup };',
      '',
    ].join('\n'),
  );
  return entry;
};

const sendFromHere = async (
  { k6, outputs }: Extract<LoadSource, { k6: K6 }>,
  options: SendOptions,
  prepared: Prepared,
): Promise<K6Run> => {
  const { profile, request, folder, drill, signal, onLook } = options;
  const { plan, main, drainSeconds } = prepared;
  const { accessHeader } = profile;
  const common = {
    profile,
    request,
    plan,
    prepared,
    signal,
    onLook,
    k6: {
      k6,
      script: request.own === undefined ? loadScript : writeEntry(folder, request.own),
      outputs,
      dashboardFile: join(folder, dashboardFile),
      environment: {
        SELO_LOAD_PLAN: join(folder, planFile),
        [accessHeader.value.env]: accessHeader.value.value,
        ...Object.fromEntries(companiesUnderLoad(profile).map(({ token }) => [token.env, token.value])),
        ...tlsEnvironment(profile.tls, { folder }),
      },
    },
  };
  const sent =
    request.shape === 'search'
      ? await search({ ...common, folder, drainSeconds })
      : await runK6({ ...common, main, drill, isLive: outputs.some(isLiveOutput) });
  if (prepared.record.traffic.journeys === 0 && sent.k6.errors.length > 0) {
    throw new LoadError(`k6 sent nothing. It reported:\n  ${sent.k6.errors.slice(0, 3).join('\n  ')}`);
  }
  return sent;
};

interface FollowOptions {
  generators: Generators;
  prepared: Pick<Prepared, 'journals' | 'record'>;
  /** Limit for the first journey, and from then until all have ended. */
  limitSeconds: number;
  signal: AbortSignal;
  onLook: () => void;
}

const lookEveryMs = 500;

const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(folder, name))
    : [];

/**
 * Reads what generators elsewhere write until each has written its summary. The run is aborted if one does not begin or
 * end in time.
 */
const followRemoteGenerators = async (options: FollowOptions): Promise<K6Run> => {
  const { generators, prepared, limitSeconds, signal, onLook } = options;
  const { journals, record } = prepared;
  const sinceMs = Date.now();
  const summaries = (): string[] =>
    foldersIn(generators.folder)
      .map((folder) => join(folder, summaryFile))
      .filter(existsSync);
  const look = async (): Promise<void> => {
    for (const folder of foldersIn(generators.folder)) journals.follow(join(folder, journeysFile));
    await journals.read();
    onLook();
  };

  let earlyEnd: K6Run['earlyEnd'];
  while (earlyEnd === undefined && summaries().length < generators.count) {
    await delay(lookEveryMs);
    await look();
    if (summaries().length >= generators.count) break;
    if (signal.aborted) {
      earlyEnd = { ended: 'interrupted', endedBy: 'interrupted by the user' };
    } else if (Date.now() > (record.traffic.startedMs ?? sinceMs) + limitSeconds * 1000) {
      const ended = summaries().map((file) => basename(join(file, '..')));
      earlyEnd = {
        ended: 'aborted',
        endedBy: `${ended.length} of ${generators.count} generators had ended after ${limitSeconds} s${ended.length > 0 ? ` (${ended.join(', ')})` : ''}`,
      };
    }
  }
  await look();
  return {
    k6: { code: undefined, errors: [], cpuShare: null, cpuBetween: () => null },
    earlyEnd,
    steps: [],
    drills: [],
    iterations: sumOfIterations(summaries().map((file) => iterationsIn(readFileSync(file, 'utf8')))),
  };
};

/** Limit for generators elsewhere: until they begin, and beyond the plan until they end. */
const remoteGraceSeconds = 300;

const sendFromElsewhere = async (
  { generators }: Extract<LoadSource, { generators: Generators }>,
  { profile, request, signal, onLook }: SendOptions,
  prepared: Prepared,
): Promise<K6Run> => {
  const { plan, main, plannedSeconds, record } = prepared;
  const sent = await followRemoteGenerators({
    generators,
    prepared,
    limitSeconds: Math.ceil(plannedSeconds + plan.timeoutSeconds * 3) + remoteGraceSeconds,
    signal,
    onLook,
  });
  const { traffic, ledger } = record;
  if (traffic.startedMs === undefined) {
    throw new LoadError(
      `No generator wrote a journey to ${generators.folder}${sent.earlyEnd ? `: ${sent.earlyEnd.endedBy}` : ''}. Check that the generators run and share that folder.`,
    );
  }
  if (request.shape !== 'breakpoint') return sent;
  const beganMs = traffic.startedMs + main.startSeconds * 1000;
  const { objectives } = profile.load;
  const generator = { users: plan.users, cpuBetween: () => null };
  return { ...sent, steps: judgeSteps(main.segments, { traffic, ledger, beganMs, objectives, generator }) };
};

/** Writes the plan, then sends the load or follows the generators that send it. */
export const send = (options: SendOptions, prepared: Prepared): Promise<K6Run> => {
  writeFileSync(join(options.folder, planFile), JSON.stringify(prepared.plan, null, 2));
  const { source } = options;
  return 'k6' in source ? sendFromHere(source, options, prepared) : sendFromElsewhere(source, options, prepared);
};
