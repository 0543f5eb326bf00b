import type { Objective, RunFigures, Spread } from '../../core/load-result.ts';
import type { LatencyObjectives, LoadObjectives } from '../../fixtures/profile/load-schema.ts';
import { errorAnswersOf, unplannedErrors } from './error-answers.ts';

export const sendingOrders = 'POST /orders';
/** The objective for the allowed share of errors. */
export const errorObjective = 'errorShare';

const percentiles = [
  ['p50', 'the median', 0.5],
  ['p90', 'p90', 0.9],
  ['p95', 'p95', 0.95],
  ['p99', 'p99', 0.99],
  ['p999', 'p99.9', 0.999],
] as const;

interface Figure extends Omit<Objective, 'outcome'> {
  /** With fewer samples, the figure is unverified. */
  needed: number;
  /** The limit is the lowest allowed figure, not the highest. */
  isLowest?: boolean;
}

const judged = ({ needed, isLowest = false, ...figure }: Figure): Objective => {
  const { actual, limit, samples } = figure;
  if (actual === null || samples < needed) return { ...figure, outcome: 'unverified' };
  return { ...figure, outcome: (isLowest ? actual >= limit : actual <= limit) ? 'pass' : 'fail' };
};

/** At least a hundred observations beyond the percentile, since a single pause affects several. */
const neededFor = (share: number): number => Math.round(100 / (1 - share));

/** An objective that a plan is too short for. */
interface TooShort {
  /** In words. */
  what: string;
  unit: 'orders' | 'requests' | 'notifications';
  needed: number;
  planned: number;
}

export interface Planned {
  journeys: number;
  /** Mean number of a journey. */
  orders: number;
  /** Mean number of a journey. */
  requests: number;
  /** Flows that one order may enter. */
  flows: number;
}

/** A plan may promise a little less than an objective needs, since the shares of journeys are not exact. */
const spare = 1.02;

const tooShortForLatency = (
  name: string,
  limits: LatencyObjectives,
  { unit, planned }: Pick<TooShort, 'unit' | 'planned'>,
): TooShort[] =>
  percentiles.flatMap(([key, words, share]) => {
    const needed = neededFor(share);
    if (limits[key] === undefined || planned >= needed) return [];
    return { what: `the ${words.replace('the ', '')} of ${name}`, unit, needed, planned: Math.floor(planned) };
  });

/** The objectives for which a plan has too few observations. */
export const tooShortFor = (objectives: LoadObjectives, { journeys, flows, ...each }: Planned): TooShort[] => {
  const { latency = {}, webhook = {}, errorShare } = objectives;
  const requests = { unit: 'requests', planned: journeys * each.requests * spare } as const;
  const sent = { unit: 'orders', planned: journeys * each.orders * spare } as const;
  const forErrors = errorShare === undefined ? 0 : requestsFor(errorShare);
  return [
    ...Object.entries(latency).flatMap(([name, limits]) =>
      tooShortForLatency(name, limits, name === sendingOrders ? sent : requests),
    ),
    ...tooShortForLatency('webhook', webhook, { unit: 'notifications', planned: sent.planned * flows }),
    ...(requests.planned >= forErrors
      ? []
      : [{ ...requests, what: errorObjective, needed: forErrors, planned: Math.floor(requests.planned) }]),
  ];
};

const judgeLatency = (what: string, spread: Spread | undefined, limits: LatencyObjectives): Objective[] =>
  percentiles.flatMap(([key, words, share]) => {
    const limit = limits[key];
    if (limit === undefined) return [];
    return judged({
      name: `${what} ${key}`,
      text: `${words} of ${what} at most ${limit} ms`,
      limit,
      unit: 'ms',
      actual: spread?.[key] ?? null,
      samples: spread?.count ?? 0,
      needed: neededFor(share),
    });
  });

/** The smallest number of requests at which ten may fail. */
const requestsFor = (errorShare: number): number => (errorShare === 0 ? 1 : Math.round(10 / errorShare));

const judgeErrors = (figures: RunFigures, limit: number): Objective => {
  const { requests } = errorAnswersOf(figures.requests);
  const { faults, unanswered } = unplannedErrors(figures);
  return judged({
    name: errorObjective,
    text: `at most ${Number((limit * 100).toPrecision(6))} % of the requests answered 500 or above, or not at all`,
    limit,
    unit: 'share',
    actual: requests === 0 ? null : (faults + unanswered) / requests,
    samples: requests,
    needed: requestsFor(limit),
  });
};

const judgeDrain = ({ webhooks, conservation }: RunFigures, limit: number): Objective =>
  judged({
    name: 'drainSeconds',
    text: `every notification delivered at most ${limit} s after the last order`,
    limit,
    unit: 's',
    actual: webhooks.drainSeconds,
    samples: conservation.due,
    needed: 1,
  });

const judgeFairness = ({ fairness, companies }: RunFigures, limit: number): Objective =>
  judged({
    name: 'fairness',
    text: `companies served evenly: Jain's index at least ${limit}`,
    limit,
    unit: 'index',
    actual: fairness,
    samples: companies.filter(({ failingReceiver }) => !failingReceiver).length,
    needed: 2,
    isLowest: true,
  });

const judgeStableRate = ({ stableRate, steps }: RunFigures, limit: number): Objective =>
  judged({
    name: 'stableRate',
    text: `stable at ${limit} journeys a second or more`,
    limit,
    unit: '/s',
    actual: stableRate ?? (steps.length > 0 ? 0 : null),
    samples: steps.length,
    needed: 1,
    isLowest: true,
  });

/** Judges the objectives of the profile, in a fixed order. */
export const judgeObjectives = (figures: RunFigures, objectives: LoadObjectives): Objective[] => {
  const { latency = {}, webhook = {}, drainSeconds, errorShare, fairness, stableRate } = objectives;
  return [
    ...Object.entries(latency).flatMap(([name, limits]) =>
      judgeLatency(name, figures.requests.find((request) => request.name === name)?.latencyMs, limits),
    ),
    ...judgeLatency('webhook', figures.webhooks.latencyMs, webhook),
    ...(drainSeconds === undefined ? [] : [judgeDrain(figures, drainSeconds)]),
    ...(errorShare === undefined ? [] : [judgeErrors(figures, errorShare)]),
    ...(fairness === undefined ? [] : [judgeFairness(figures, fairness)]),
    ...(stableRate === undefined ? [] : [judgeStableRate(figures, stableRate)]),
  ];
};
