import { z } from 'zod';
import { countSchema } from './exchange.ts';
import { drillKinds, scriptNames, shapeNames } from './load-kinds.ts';
import { levelSchema, outcomeSchema } from './outcome.ts';

/** What a run found, before the gate has judged it. */
export type RunFigures = Omit<LoadResult, 'objectives' | 'gate'>;

/** What an objective or a reason of the gate comes to. */
const decidedSchema = outcomeSchema.extract(['pass', 'fail', 'unverified']);
const milliseconds = z.number();

/** Goes up when a name or its meaning changes; results of another version are refused. */
export const loadResultVersion = 'selo-load/6';

/** Figures of a sample. A percentile is null when fewer than ten observations lie beyond it. */
const spread = z.strictObject({
  count: countSchema,
  min: milliseconds.nullable(),
  mean: milliseconds.nullable(),
  max: milliseconds.nullable(),
  p50: milliseconds.nullable(),
  p90: milliseconds.nullable(),
  p95: milliseconds.nullable(),
  p99: milliseconds.nullable(),
  p999: milliseconds.nullable(),
  /** Between which latencies the p99 of the target lies, 95 % sure; null where it is. */
  p99Between: z.strictObject({ low: milliseconds, high: milliseconds }).nullable(),
  /** The sample itself, in HdrHistogram's compressed form and in microseconds: what several generators are merged by. */
  histogram: z.string(),
});

/** What became of the notifications that accepted orders are due. Every due one is in exactly one class. */
const conservation = z.strictObject({
  /** Notifications that accepted orders are due. */
  due: countSchema,
  /** Acknowledged with a 2xx exactly once. */
  deliveredOnce: countSchema,
  /** Acknowledged with a 2xx and sent again all the same. A retry after a refusal is none. */
  duplicated: countSchema,
  /** Not acknowledged yet; the next attempt is not overdue. */
  pending: countSchema,
  /** Refused at all ten attempts. */
  retriesExhausted: countSchema,
  /** Refused, and not sent again although attempts were left. */
  abandoned: countSchema,
  /** Never sent, although the order exists. */
  lost: countSchema,
  /** Never sent, and the accepted order does not exist either. */
  orderMissing: countSchema,
});

/** What is counted in addition to the due notifications. */
const irregularities = z.strictObject({
  /** Notifications for no order of this run, or more than the order is due. */
  unexpected: countSchema,
  /** For orders that were refused. */
  rejectedButNotified: countSchema,
  /** For orders of others, or of journeys that were cut off before they reported the order. No fault. */
  external: countSchema,
  /** First attempts that came later than the time a notification may wait in the queue. */
  lateFirst: countSchema,
  /** Attempts that came later than the retry curve has them. */
  lateRetry: countSchema,
  /** Attempts that came sooner than the retry curve has them. */
  earlyRetry: countSchema,
  /** Attempts beyond the first and ten retries: whether the first counts among the ten is left open. */
  beyondLast: countSchema,
});

/** An order, and by what it is found in the logs and traces of the target. */
const example = z.strictObject({
  order: z.string(),
  what: z.string(),
  sent: z.exactOptional(
    z.strictObject({ externalId: z.string(), company: z.string(), sentAt: z.iso.datetime(), trace: z.string() }),
  ),
});

/** One of the requests that took longest. */
const slowRequest = z.strictObject({
  name: z.string(),
  company: z.string(),
  sentAt: z.iso.datetime(),
  ms: milliseconds,
  /** 0 where no answer came. */
  status: z.int(),
  /** Null for a journey that sends no order. */
  order: z.strictObject({ externalId: z.string(), traceparent: z.string() }).nullable(),
});

const objective = z.strictObject({
  name: z.string(),
  /** What the profile requires, in words: `p95 of POST /orders at most 500 ms`. */
  text: z.string(),
  limit: z.number(),
  actual: z.number().nullable(),
  unit: z.string(),
  samples: countSchema,
  /** `unverified`: fewer samples than the percentile needs. */
  outcome: decidedSchema,
});

const second = z.strictObject({
  /** Whole seconds since the first request. */
  at: countSchema,
  requests: countSchema,
  errors: countSchema,
  orders: countSchema,
  latencyP50: milliseconds.nullable(),
  latencyP95: milliseconds.nullable(),
  latencyP99: milliseconds.nullable(),
  /** Requests by their latency, in the bins of `load/gate/statistics/histogram.ts`. */
  latencyBins: z.array(countSchema),
  /** Most journeys that were under way at once. */
  underWay: countSchema,
  /** Of the machine, by k6; null where the system does not report it. */
  generatorCpu: z.number().nullable(),
  attempts: countSchema,
  retries: countSchema,
  delivered: countSchema,
  webhookP50: milliseconds.nullable(),
  webhookP95: milliseconds.nullable(),
  webhookP99: milliseconds.nullable(),
  /** Due notifications that were not acknowledged at the end of the second. */
  backlog: z.int(),
});

/** What a drill did and what came of it; times in seconds since the first request. */
const drill = z.strictObject({
  kind: z.enum(drillKinds),
  from: z.number(),
  to: z.number(),
  backlogPeak: countSchema,
  /** Most attempts in a second afterwards, over the mean of the seconds before. */
  peakAfter: z.number().nullable(),
  /** Notifications a second while the backlog drained. */
  drainRate: z.number().nullable(),
  /** From its end until the backlog was back where it was; null when it never was. */
  recoverySeconds: z.number().nullable(),
  latencyBefore: spread,
  latencyDuring: spread,
  attemptsPerDelivery: z.number().nullable(),
});

const bottleneck = z.enum(['none', 'target', 'network', 'generator', 'too few users', 'unknown']);

/** Journeys a second that were served while a queue lasted, with bounds of 98 %. */
const served = z.strictObject({ rate: z.number(), low: z.number(), high: z.number() });

/** Who bounded the rate. */
const saturation = z.strictObject({
  bottleneck,
  /** Planned journeys a second of the stretch of the load that it is about. */
  rate: z.number(),
  /** Where target or network were the bottleneck. */
  served: served.nullable(),
  /** How long the same run must last to decide; null where it did. */
  neededSeconds: z.number().nullable(),
  /** Medians of the journeys under way, in its first third and its last fifth. */
  underWayFirst: z.number(),
  underWayLast: z.number(),
  /** From the end of the stretch until the queue was empty; null when it never was, absent when the load ended with it. */
  recoverySeconds: z.exactOptional(z.number().nullable()),
});

const companyShare = z.strictObject({
  name: z.string(),
  /** Its receiver refused everything, by plan. */
  failingReceiver: z.boolean(),
  orders: countSchema,
  webhookMs: spread,
});

const step = z.strictObject({
  rate: z.number().positive(),
  from: z.number(),
  to: z.number(),
  latencyP95: milliseconds.nullable(),
  errors: countSchema,
  dropped: countSchema,
  /** Growth of the backlog in notifications a second, with its 95 % confidence interval. */
  slope: z.number(),
  slopeLow: z.number(),
  slopeHigh: z.number(),
  /** Null where the step is too short to decide. */
  stable: z.boolean().nullable(),
  bottleneck,
  /** Where target or network were the bottleneck. */
  served: served.nullable(),
  reason: z.string(),
});

const measure = z.strictObject({
  name: z.string(),
  /** Of the candidate over the baseline; above 1 is worse for every measure. */
  ratio: z.number(),
  low: z.number(),
  high: z.number(),
  pValue: z.number(),
  /** The smallest ratio above 1 that this many pairs would have found nine times in ten. */
  minimumDetectableEffect: z.number(),
  /** How many more pairs it takes to see the change that the gate is asked about; 0 when there are enough. */
  morePairs: countSchema,
  outcome: z.enum(['same', 'worse', 'better', 'inconclusive']),
});

const comparison = z.strictObject({
  kind: z.enum(['pairs', 'stored']),
  baseline: z.string(),
  runs: countSchema,
  /** The largest acceptable change for the worse, as a ratio: 1.1 is ten percent. */
  maxRegression: z.number(),
  /** The baseline against itself, where pairs were run. */
  control: z.exactOptional(z.array(measure)),
  measures: z.array(measure),
});

const reason = z.strictObject({
  step: z.enum(['validity', 'saturation', 'correctness', 'objectives', 'comparison']),
  outcome: decidedSchema,
  /** The objective or measure that it is about: the same name in every run. */
  subject: z.exactOptional(z.string()),
  text: z.string(),
  /** What to do about it. */
  advice: z.exactOptional(z.string()),
});

const gate = z.strictObject({
  verdict: z.enum(['pass', 'fail', 'inconclusive', 'invalid']),
  /** One sentence: the verdict and its first reason. */
  message: z.string(),
  reasons: z.array(reason),
  comparison: z.exactOptional(comparison),
});

export const loadResultSchema = z.strictObject({
  schema: z.literal(loadResultVersion),
  run: z.strictObject({
    id: z.string(),
    startedAt: z.iso.datetime(),
    /** From the first request to the last attempt of a notification. */
    durationSeconds: z.number(),
    /** From the first request to the last that was sent. */
    loadSeconds: z.number(),
    script: z.enum(scriptNames),
    shape: z.enum(shapeNames),
    seed: z.int(),
    ended: z.enum(['complete', 'aborted', 'interrupted']),
    /** Why it did not come to its end. */
    endedBy: z.exactOptional(z.string()),
    /** Present where the target no longer answered at all. */
    hung: z.exactOptional(z.literal(true)),
    selo: z.string(),
    k6: z.string(),
    node: z.string(),
    machine: z.strictObject({ platform: z.string(), cpu: z.string(), cores: countSchema, memoryGiB: z.number() }),
    /** Of everything that makes two runs comparable: script, shape, rate, mix, objectives. */
    configuration: z.string(),
    /** Runs that were merged into this one. */
    merged: z.exactOptional(z.array(z.string())),
  }),
  target: z.strictObject({
    name: z.string(),
    baseUrl: z.string(),
    isEmbedded: z.boolean(),
    timeScale: z.number(),
  }),
  plan: z.strictObject({
    /** Journeys a second at the highest. */
    rate: z.number(),
    seconds: z.number(),
    warmUpSeconds: z.number(),
    /** Of the shape of that name. */
    stages: z.exactOptional(z.array(z.strictObject({ target: z.number(), seconds: z.number() }))),
    /** Journeys that can be under way at once. */
    users: countSchema,
    arrivals: z.enum(['even', 'jittered']),
    companies: z.array(z.string()),
    weights: z.record(z.string(), z.number()),
    sampleEvery: countSchema,
    /** One delivery in this many is refused at first, so that the retry curve is seen. */
    refuseEvery: countSchema,
  }),
  health: z.strictObject({
    journeys: countSchema,
    dropped: countSchema,
    interrupted: countSchema,
    scheduleLagMs: spread,
    /** CPU seconds of k6 over wall seconds and cores. */
    generatorCpu: z.number().nullable(),
    /** Lines that k6 logged as errors, the first ten of each kind. */
    errors: z.array(z.string()),
    capture: z.strictObject({
      processes: countSchema,
      received: countSchema,
      /** Answered 503 because the server was too busy. */
      overloaded: countSchema,
      /** Connections that were turned away. */
      turnedAway: countSchema,
      /** No webhook of a registered address, or no HTTP. */
      unreadable: countSchema,
      loopDelayP99Ms: milliseconds,
      /** Largest resident memory of the processes together. */
      memoryMiB: z.number(),
    }),
  }),
  /** Of the script's own, as k6 judged them. */
  thresholds: z.exactOptional(z.array(z.strictObject({ text: z.string(), crossed: z.boolean() }))),
  requests: z.array(
    z.strictObject({
      name: z.string(),
      count: countSchema,
      /** Answers by status; 0 stands for none. */
      byStatus: z.record(z.string(), countSchema),
      latencyMs: spread,
    }),
  ),
  /** At most ten, the slowest first. */
  slowest: z.array(slowRequest),
  orders: z.strictObject({
    accepted: countSchema,
    refused: countSchema,
    /** The client never learned whether they were stored. */
    ambiguous: countSchema,
    /** Of those, found afterwards. */
    ambiguousFound: countSchema,
  }),
  conservation,
  irregularities,
  /** At most ten of each kind, and a thousand of those that are gone. */
  examples: z.record(z.string(), z.array(example)),
  webhooks: z.strictObject({
    /** From the order's answer to the first attempt's arrival. */
    latencyMs: spread,
    attempts: countSchema,
    /** How many deliveries took one attempt, two, three, … */
    attemptsPerDelivery: z.array(countSchema),
    /** From the last accepted order to the last due notification. */
    drainSeconds: z.number().nullable(),
    /** Growth of the backlog over the plateau, in notifications a second, with its 95 % confidence interval. */
    backlogSlope: z.strictObject({ perSecond: z.number(), low: z.number(), high: z.number() }).nullable(),
  }),
  rules: z.array(
    z.strictObject({
      rule: z.string(),
      text: z.string(),
      level: levelSchema,
      judged: countSchema,
      violations: countSchema,
      perMillion: z.number(),
      example: z.exactOptional(
        z.strictObject({ what: z.string(), pointer: z.string(), expected: z.string(), actual: z.string() }),
      ),
    }),
  ),
  readBack: z.strictObject({ judged: countSchema, wrong: countSchema }),
  series: z.array(second),
  drills: z.array(drill),
  companies: z.array(companyShare),
  /** Jain's index over the companies' median webhook latencies, those with a failing receiver left out; 1 is even. */
  fairness: z.number().nullable(),
  /** Null where steps decide, and for a run that did not get beyond its warm-up. */
  saturation: saturation.nullable(),
  steps: z.array(step),
  /** The highest rate of a breakpoint run or a search that was stable. */
  stableRate: z.number().nullable(),
  /** The lowest rate that was not. */
  unstableRate: z.number().nullable(),
  objectives: z.array(objective),
  gate,
});

/** What a load run found, and what the gate says of it. */
export type LoadResult = z.output<typeof loadResultSchema>;
export type Spread = z.output<typeof spread>;
export type Conservation = z.output<typeof conservation>;
export type Irregularities = z.output<typeof irregularities>;
export type Objective = z.output<typeof objective>;
export type Gate = z.output<typeof gate>;
export type GateReason = z.output<typeof reason>;
export type Comparison = z.output<typeof comparison>;
export type Measure = z.output<typeof measure>;
export type Drill = z.output<typeof drill>;
export type SlowRequest = z.output<typeof slowRequest>;
export type Second = z.output<typeof second>;
export type Saturation = z.output<typeof saturation>;
export type Step = z.output<typeof step>;
