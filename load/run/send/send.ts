import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLiveOutput } from '../../k6/live-page.ts';
import type { K6 } from '../../k6/look-for-k6.ts';
import { tlsEnvironment } from '../../k6/tls-environment.ts';
import { dashboardFile, planFile } from '../../plan.ts';
import { LoadError } from '../load-error.ts';
import { loadScript, writeEntry } from '../prepare/own-script.ts';
import type { Prepared, PrepareOptions } from '../prepare/prepare.ts';
import { companiesUnderLoad } from '../prepare/prepare-plan.ts';
import { followRemoteGenerators, type Generators } from './follow-remote-generators.ts';
import { type K6Run, runK6 } from './run-k6.ts';
import { search } from './search.ts';
import { judgeSteps } from './steps.ts';

/** What sends the load: k6 on this machine, or generators that others start. */
export type LoadSource = { k6: K6; outputs: readonly string[] } | { generators: Generators };

export interface SendOptions extends Pick<PrepareOptions, 'profile' | 'request' | 'folder' | 'drill'> {
  source: LoadSource;
  signal: AbortSignal;
  onLook: () => void;
}

/** Limit for generators elsewhere: until they begin, and beyond the plan until they end. */
const remoteGraceSeconds = 300;

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
