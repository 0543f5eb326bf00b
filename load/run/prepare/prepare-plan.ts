import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DrillKind, ScriptName, ShapeName } from '../../../core/load-kinds.ts';
import { offered, type Profile } from '../../../fixtures/profile/profile.ts';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import { templatesOf } from '../../../fixtures/run/bodies-of.ts';
import { journeyNames, usualWeights, type Weights } from '../../journey-weights.ts';
import { curveMs, maxAttempts, type Timing } from '../../ledger/retry-curve.ts';
import type { CompanyPlan, FlowCounts, LoadPlan } from '../../plan.ts';
import { scenariosOf } from '../../shapes.ts';
import { LoadError } from '../load-error.ts';

export interface LoadRequest {
  script: ScriptName;
  shape: ShapeName;
  /** The highest rate, in journeys a second. */
  rate: number;
  seconds: number;
  seed: number;
  jitter: boolean;
  /** Path of a script whose journey replaces the built-in ones. */
  own?: string;
}

export interface PlannedDrill {
  kind: DrillKind;
  /** After the first journey. */
  afterSeconds: number;
  seconds: number;
}

/** The weights, with 0 for journeys that the target does not support. */
const possible = (weights: Weights, { resources }: Profile): Weights => {
  const { list } = offered(resources.orders) ?? {};
  return list === undefined ? { ...weights, 'list-created': 0, 'list-updated': 0 } : weights;
};

const isJourney = (name: string): boolean => journeyNames.some((journey) => journey === name);

/** The weights of the journeys. Throws `LoadError` if the profile names an unknown one. */
export const weightsOf = (script: ScriptName, profile: Profile): Weights => {
  const chosen = script === 'webhooks' ? undefined : profile.load.weights;
  const unknown = Object.keys(chosen ?? {}).filter((name) => !isJourney(name));
  if (unknown.length > 0) {
    throw new LoadError(
      `load.weights of the profile names "${unknown[0]}", which is no journey. Use ${journeyNames.join(', ')}.`,
    );
  }
  const weights = possible(chosen ?? usualWeights[script], profile);
  if (Object.values(weights).every((weight) => weight === 0)) {
    throw new LoadError(
      'load.weights of the profile gives every journey a weight of 0. Give at least one a higher weight.',
    );
  }
  return weights;
};

const digestLength = 12;

/** A digest of a script, so that runs of different scripts are not compared. Throws `LoadError` if it cannot be read. */
const digestOfScript = (file: string): string => {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, digestLength);
  } catch (error) {
    throw new LoadError(
      `The script ${file} cannot be read: ${messageOf(error)}. Name a file that is there with --script.`,
    );
  }
};

/** Most journeys have at most four requests. */
const pausesPerJourney = 3;

const noFlows: FlowCounts = { completed: 0, onHold: 0 };

const flowCounts = ({ flows = [] }: Profile['companies'][number]): FlowCounts => {
  const countOf = (trigger: string): number => flows.filter((flow) => flow.active && flow.trigger === trigger).length;
  return { completed: countOf('completed'), onHold: countOf('on-hold') };
};

/** The companies whose shops send. Throws `LoadError` if `load.companies` names an unknown one. */
export const companiesUnderLoad = ({ companies, load }: Profile): Profile['companies'] => {
  const names = load.companies ?? companies.map(({ name }) => name);
  return names.map((name) => {
    const company = companies.find((each) => each.name === name);
    if (company === undefined)
      throw new LoadError(
        `load.companies of the profile names "${name}", which is none of its companies. Name one of ${companies.map(({ name: each }) => each).join(', ')}.`,
      );
    return company;
  });
};

/** Whether the run replaces the registered webhooks and follows notifications. */
export const followsWebhooks = (script: ScriptName): boolean => script !== 'orders';

/** The plan for k6. Throws `LoadError` if the profile does not support the script. */
export const planOf = (
  profile: Profile,
  request: LoadRequest,
  places: Pick<LoadPlan, 'runId' | 'summaryFile'>,
): LoadPlan => {
  const { script, shape, rate, seconds, seed, jitter, own } = request;
  const { load, accessHeader } = profile;
  const companies = companiesUnderLoad(profile).map(
    (company): CompanyPlan => ({
      name: company.name,
      tokenEnv: company.token.env,
      flows: followsWebhooks(script) ? flowCounts(company) : noFlows,
    }),
  );
  const silent = companies.find(({ flows }) => flows.completed === 0);
  if (followsWebhooks(script) && silent !== undefined) {
    throw new LoadError(
      `The profile declares no active flow for completed orders of ${silent.name}, so no notification is due. Declare its flows, name other companies in load.companies, or run the script "orders".`,
    );
  }
  const { warmUpSeconds, stages } = load;
  // the journey of a user's script has its own pauses
  const thinkSeconds = own === undefined ? load.thinkSeconds : 0;
  const thinking = thinkSeconds * pausesPerJourney;
  return {
    ...places,
    seed,
    baseUrl: profile.baseUrl,
    accessHeader: { name: accessHeader.name, env: accessHeader.value.env },
    companies,
    scenarios: scenariosOf({ shape, rate, seconds, warmUpSeconds, stages }),
    ...(own === undefined ? { weights: weightsOf(script, profile) } : { weights: {}, own: digestOfScript(own) }),
    jitter,
    users: Math.max(20, Math.ceil(rate * (load.journeySeconds + thinking + (jitter ? 1 : 0)) * 1.5)),
    thinkSeconds,
    timeoutSeconds: profile.limits.timeoutSeconds,
    sampleEvery: load.sampleEvery,
    templates: templatesOf(profile),
    phonePattern: profile.phonePattern,
    ordersList: offered(profile.resources.orders)?.list,
  };
};

const timeoutSeconds = 5;
/** How many attempts of a chosen delivery each process of the capture refuses. */
export const refuseTimes = 2;
const minDrainSeconds = 10;
const maxUsualDrainSeconds = 60;

/** When the document expects attempts (Events › Delivery), in this target's time. */
export const timingOf = ({ timeScale, tolerances, load }: Profile): Timing => ({
  timeScale,
  dispatchMs: (load.dispatchSeconds ?? tolerances.dispatchSeconds) * timeScale * 1000 + tolerances.slackMs,
  timeoutMs: timeoutSeconds * timeScale * 1000,
});

/**
 * How long to wait for notifications after the last order, in seconds. The wait lasts until a delivery is overdue whose
 * first attempts were refused. If that takes at most a minute, it lasts until all ten attempts are overdue.
 */
export const drainSecondsOf = ({ load }: Profile, timing: Timing): number => {
  const refusals = Math.min(maxAttempts - 1, refuseTimes * load.captureProcesses);
  return (
    load.drainSeconds ??
    Math.max(
      minDrainSeconds,
      (timing.dispatchMs + curveMs(timing, refusals)) / 1000,
      Math.min(maxUsualDrainSeconds, curveMs(timing) / 1000),
    )
  );
};
