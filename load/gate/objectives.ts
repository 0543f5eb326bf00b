import type { Objective, RunFigures, Spread } from '../../core/load-result.ts';
import type { LatencyObjectives, LoadObjectives } from '../../fixtures/profile/load-schema.ts';
import { errorAnswersOf, unplannedErrors } from './error-answers.ts';

/** How an order is sent; what the objectives of a step are about. */
export const sendingOrders = 'POST /orders';
/** The name of the objective that says how many errors are allowed. */
export const errorObjective = 'errorShare';

const percentiles = [
  ['p50', 'the median', 0.5],
  ['p90', 'p90', 0.9],
  ['p95', 'p95', 0.95],
  ['p99', 'p99', 0.99],
  ['p999', 'p99.9', 0.999],
] as const;

interface Figure {
  name: string;
  text: string;
  limit: number;
  unit: string;
  actual: number | null;
  samples: number;
  /** Observations below which the figure says nothing. */
  needed: number;
  isHeld: (actual: number, limit: number) => boolean;
}

const isAtMost = (actual: number, limit: number): boolean => actual <= limit;
const isAtLeast = (actual: number, limit: number): boolean => actual >= limit;

const judged = ({ needed, isHeld, ...figure }: Figure): Objective => {
  const { actual, limit, samples } = figure;
  if (actual === null || samples < needed) return { ...figure, outcome: 'unverified' };
  return { ...figure, outcome: isHeld(actual, limit) ? 'pass' : 'fail' };
};

/** A hundred observations beyond the percentile: fewer are swayed by a single pause. */
const neededFor = (share: number): number => Math.round(100 / (1 - share));

/** An objective that a plan is too short for. */
interface TooShort {
  /** In words, as objectives are reported. */
  what: string;
  /** What is counted. */
  unit: 'orders' | 'requests' | 'notifications';
  needed: number;
  planned: number;
}

/** What a plan sends. */
export interface Planned {
  journeys: number;
  /** `POST /orders`, and requests in all, of a journey on average. */
  orders: number;
  requests: number;
  /** Flows that one order may enter. */
  flows: number;
}

/** Which journeys are drawn is even, but not exact. */
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

/** The objectives that a plan cannot answer, however its journeys fall. */
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
      isHeld: isAtMost,
    });
  });

/** Ten errors at the limit. */
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
    isHeld: isAtMost,
  });
};

/** Judges what the profile requires of a run, in its order; a figure of too few observations is unjudged. */
export const judgeObjectives = (figures: RunFigures, objectives: LoadObjectives): Objective[] => {
  const { requests, webhooks, companies, fairness, steps, stableRate } = figures;
  const { latency = {}, webhook = {}, drainSeconds, errorShare } = objectives;
  return [
    ...Object.entries(latency).flatMap(([name, limits]) =>
      judgeLatency(name, requests.find((request) => request.name === name)?.latencyMs, limits),
    ),
    ...judgeLatency('webhook', webhooks.latencyMs, webhook),
    ...(drainSeconds === undefined
      ? []
      : [
          judged({
            name: 'drainSeconds',
            text: `every notification delivered at most ${drainSeconds} s after the last order`,
            limit: drainSeconds,
            unit: 's',
            actual: webhooks.drainSeconds,
            samples: figures.conservation.due,
            needed: 1,
            isHeld: isAtMost,
          }),
        ]),
    ...(errorShare === undefined ? [] : [judgeErrors(figures, errorShare)]),
    ...(objectives.fairness === undefined
      ? []
      : [
          judged({
            name: 'fairness',
            text: `companies served evenly: Jain's index at least ${objectives.fairness}`,
            limit: objectives.fairness,
            unit: 'index',
            actual: fairness,
            samples: companies.filter(({ failingReceiver }) => !failingReceiver).length,
            needed: 2,
            isHeld: isAtLeast,
          }),
        ]),
    ...(objectives.stableRate === undefined
      ? []
      : [
          judged({
            name: 'stableRate',
            text: `stable at at least ${objectives.stableRate} journeys a second`,
            limit: objectives.stableRate,
            unit: '/s',
            // of a run that tried rates and found none stable, none is
            actual: stableRate ?? (steps.length > 0 ? 0 : null),
            samples: steps.length,
            needed: 1,
            isHeld: isAtLeast,
          }),
        ]),
  ];
};
