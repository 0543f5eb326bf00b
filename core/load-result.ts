import { z } from 'zod';
import { countSchema } from './exchange.ts';
import { drillKinds, scriptNames, shapeNames } from './load-kinds.ts';
import { levelSchema, outcomeSchema } from './outcome.ts';

/** The result of a run before the gate decides. */
export type RunFigures = Omit<LoadResult, 'objectives' | 'gate'>;

const decidedSchema = outcomeSchema.extract(['pass', 'fail', 'unverified']);
const milliseconds = z.number();

/** Increases when a name or its meaning changes; results of another version are refused. */
export const loadResultVersion = 'selo-load/6';

/** Distribution of a sample. A percentile is null if fewer than ten observations lie beyond it. */
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
  /** 95 % confidence interval of the p99; null if the p99 is. */
  p99Between: z.strictObject({ low: milliseconds, high: milliseconds }).nullable(),
  /** The sample in microseconds, in the compressed form of HdrHistogram. The results of several generators are merged from it. */
  histogram: z.string(),
});

/** The notifications that are due for accepted orders. Each is counted in exactly one class. */
const conservation = z.strictObject({
  due: countSchema,
  /** Acknowledged with a 2xx exactly once. */
  deliveredOnce: countSchema,
  /** Sent again after a 2xx. A retry after a refusal is not a duplicate. */
  duplicated: countSchema,
  /** Not acknowledged yet, and the next attempt is not overdue. */
  pending: countSchema,
  /** Refused at all ten attempts. */
  retriesExhausted: countSchema,
  /** Refused and not sent again, although attempts were left. */
  abandoned: countSchema,
  /** Never sent, although the order exists. */
  lost: countSchema,
  /** Never sent, and the accepted order does not exist. */
  orderMissing: countSchema,
});

/** What is counted in addition to the due notifications. */
const irregularities = z.strictObject({
  /** Notifications for no order of this run, or more than one order is due. */
  unexpected: countSchema,
  /** Notifications for refused orders. */
  rejectedButNotified: countSchema,
  /** Notifications for orders of others, or of journeys that ended before they reported the order. Not a fault. */
  external: countSchema,
  /** First attempts that came after the maximum time in the queue. */
  lateFirst: countSchema,
  /** Attempts that came later than the retry curve allows. */
  lateRetry: countSchema,
  /** Attempts that came earlier than the retry curve allows. */
  earlyRetry: countSchema,
  /** Attempts after the first and ten retries. The document does not say whether the ten include the first. */
  beyondLast: countSchema,
});

/** An order, with the ids that find it in the logs and traces of the target. */
const example = z.strictObject({
  order: z.string(),
  what: z.string(),
  sent: z.exactOptional(
    z.strictObject({ externalId: z.string(), company: z.string(), sentAt: z.iso.datetime(), trace: z.string() }),
  ),
});

const slowRequest = z.strictObject({
  name: z.string(),
  company: z.string(),
  sentAt: z.iso.datetime(),
  ms: milliseconds,
  /** 0 if there was no answer. */
  status: z.int(),
  /** Null for a journey that sends no order. */
  order: z.strictObject({ externalId: z.string(), traceparent: z.string() }).nullable(),
});

const objective = z.strictObject({
  name: z.string(),
  /** For example `p95 of POST /orders at most 500 ms`. */
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
  /** Number of requests in each latency bin of `load/gate/statistics/histogram.ts`. */
  latencyBins: z.array(countSchema),
  /** Maximum number of concurrent journeys. */
  underWay: countSchema,
  /** Share of the machine's CPU that k6 used; null if the system does not report it. */
  generatorCpu: z.number().nullable(),
  attempts: countSchema,
  retries: countSchema,
  delivered: countSchema,
  webhookP50: milliseconds.nullable(),
  webhookP95: milliseconds.nullable(),
  webhookP99: milliseconds.nullable(),
  /** Due notifications without a 2xx at the end of the second. */
  backlog: z.int(),
});

/** A drill and its effects; times in seconds since the first request. */
const drill = z.strictObject({
  kind: z.enum(drillKinds),
  from: z.number(),
  to: z.number(),
  backlogPeak: countSchema,
  /** Maximum attempts per second after the drill, divided by the mean before it. */
  peakAfter: z.number().nullable(),
  /** Notifications per second while the backlog drained. */
  drainRate: z.number().nullable(),
  /** From the end of the drill until the backlog was back at its earlier size; null if it never was. */
  recoverySeconds: z.number().nullable(),
  latencyBefore: spread,
  latencyDuring: spread,
  attemptsPerDelivery: z.number().nullable(),
});

const bottleneck = z.enum(['none', 'target', 'network', 'generator', 'too few users', 'unknown']);

/** Journeys per second that were served while a queue lasted, with a 98 % confidence interval. */
const served = z.strictObject({ rate: z.number(), low: z.number(), high: z.number() });

/** What limited the rate. */
const saturation = z.strictObject({
  bottleneck,
  /** Planned journeys per second in the examined stretch of the load. */
  rate: z.number(),
  /** Null unless the target or the network was the bottleneck. */
  served: served.nullable(),
  /** How long the run must last to decide; null if it was long enough. */
  neededSeconds: z.number().nullable(),
  /** Median of the concurrent journeys in the first third of the stretch. */
  underWayFirst: z.number(),
  /** The same in its last fifth. */
  underWayLast: z.number(),
  /** From the end of the stretch until the queue was empty; null if it never was, absent if the load ended with the stretch. */
  recoverySeconds: z.exactOptional(z.number().nullable()),
});

const companyShare = z.strictObject({
  name: z.string(),
  /** Whether its receiver refused everything, as planned. */
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
  /** Growth of the backlog in notifications per second, with its 95 % confidence interval. */
  slope: z.number(),
  slopeLow: z.number(),
  slopeHigh: z.number(),
  /** Null if the step is too short to decide. */
  stable: z.boolean().nullable(),
  bottleneck,
  /** Null unless the target or the network was the bottleneck. */
  served: served.nullable(),
  reason: z.string(),
});

const measure = z.strictObject({
  name: z.string(),
  /** Candidate divided by baseline; above 1 is worse for every measure. */
  ratio: z.number(),
  low: z.number(),
  high: z.number(),
  pValue: z.number(),
  /** The smallest ratio above 1 that these pairs detect with a probability of 90 %. */
  minimumDetectableEffect: z.number(),
  /** How many more pairs are needed to detect `maxRegression`; 0 if there are enough. */
  morePairs: countSchema,
  outcome: z.enum(['same', 'worse', 'better', 'inconclusive']),
});

const comparison = z.strictObject({
  kind: z.enum(['pairs', 'stored']),
  baseline: z.string(),
  runs: countSchema,
  /** The largest acceptable regression as a ratio: 1.1 is ten percent. */
  maxRegression: z.number(),
  /** The baseline compared with itself, if pairs were run. */
  control: z.exactOptional(z.array(measure)),
  measures: z.array(measure),
});

const reason = z.strictObject({
  step: z.enum(['validity', 'saturation', 'correctness', 'objectives', 'comparison']),
  outcome: decidedSchema,
  /** Name of the objective or measure, the same in every run. */
  subject: z.exactOptional(z.string()),
  text: z.string(),
  advice: z.exactOptional(z.string()),
});

const gate = z.strictObject({
  verdict: z.enum(['pass', 'fail', 'inconclusive', 'invalid']),
  /** One sentence with the verdict and its first reason. */
  message: z.string(),
  reasons: z.array(reason),
  comparison: z.exactOptional(comparison),
});

export const loadResultSchema = z.strictObject({
  schema: z.literal(loadResultVersion),
  run: z.strictObject({
    id: z.string(),
    startedAt: z.iso.datetime(),
    /** The time from the first request to the last attempt of a notification. */
    durationSeconds: z.number(),
    /** The time from the first request to the last. */
    loadSeconds: z.number(),
    script: z.enum(scriptNames),
    shape: z.enum(shapeNames),
    seed: z.int(),
    ended: z.enum(['complete', 'aborted', 'interrupted']),
    /** Why the run is not complete. */
    endedBy: z.exactOptional(z.string()),
    /** Present if the target stopped answering. */
    hung: z.exactOptional(z.literal(true)),
    selo: z.string(),
    k6: z.string(),
    node: z.string(),
    machine: z.strictObject({ platform: z.string(), cpu: z.string(), cores: countSchema, memoryGiB: z.number() }),
    /** Digest of everything that must be equal in comparable runs: script, shape, rate, mix, objectives. */
    configuration: z.string(),
    /** Ids of the runs that were merged into this one. */
    merged: z.exactOptional(z.array(z.string())),
  }),
  target: z.strictObject({
    name: z.string(),
    baseUrl: z.string(),
    isEmbedded: z.boolean(),
    timeScale: z.number(),
  }),
  plan: z.strictObject({
    /** Maximum journeys per second. */
    rate: z.number(),
    seconds: z.number(),
    warmUpSeconds: z.number(),
    /** Stages of the shape `stages`. */
    stages: z.exactOptional(z.array(z.strictObject({ target: z.number(), seconds: z.number() }))),
    /** Maximum number of concurrent journeys. */
    users: countSchema,
    arrivals: z.enum(['even', 'jittered']),
    companies: z.array(z.string()),
    weights: z.record(z.string(), z.number()),
    sampleEvery: countSchema,
    /** One delivery in N is first refused, so that retries are seen. */
    refuseEvery: countSchema,
  }),
  health: z.strictObject({
    journeys: countSchema,
    dropped: countSchema,
    interrupted: countSchema,
    scheduleLagMs: spread,
    /** CPU seconds of k6 divided by wall seconds and cores. */
    generatorCpu: z.number().nullable(),
    /** Errors in the log of k6, the first ten of each kind. */
    errors: z.array(z.string()),
    capture: z.strictObject({
      processes: countSchema,
      received: countSchema,
      /** Answered 503 because the server was too busy. */
      overloaded: countSchema,
      /** Refused connections. */
      turnedAway: countSchema,
      /** Requests that were not HTTP or not for a registered address. */
      unreadable: countSchema,
      loopDelayP99Ms: milliseconds,
      /** Peak resident memory of all processes. */
      memoryMiB: z.number(),
    }),
  }),
  /** Thresholds of the script, as k6 judged them. */
  thresholds: z.exactOptional(z.array(z.strictObject({ text: z.string(), crossed: z.boolean() }))),
  requests: z.array(
    z.strictObject({
      name: z.string(),
      count: countSchema,
      /** Number of answers by status; 0 means no answer. */
      byStatus: z.record(z.string(), countSchema),
      latencyMs: spread,
    }),
  ),
  /** The ten slowest requests, the slowest first. */
  slowest: z.array(slowRequest),
  orders: z.strictObject({
    accepted: countSchema,
    refused: countSchema,
    /** Orders without an answer, so it is unknown whether they were stored. */
    ambiguous: countSchema,
    /** Ambiguous orders that were found afterwards. */
    ambiguousFound: countSchema,
  }),
  conservation,
  irregularities,
  /** At most ten of each kind, but up to a thousand `lost`, `abandoned` and `orderMissing`. */
  examples: z.record(z.string(), z.array(example)),
  webhooks: z.strictObject({
    /** The time from the response to the order to the first attempt. */
    latencyMs: spread,
    attempts: countSchema,
    /** Number of deliveries with one attempt, two attempts, and so on. */
    attemptsPerDelivery: z.array(countSchema),
    /** The time from the last accepted order to the last due notification. */
    drainSeconds: z.number().nullable(),
    /** Growth of the backlog at full rate, in notifications per second, with its 95 % confidence interval. */
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
  /** Jain's index of the companies' median webhook latencies, without companies with a failing receiver; 1 is even. */
  fairness: z.number().nullable(),
  /** Null if steps decide, or if the run ended in its warm-up. */
  saturation: saturation.nullable(),
  steps: z.array(step),
  /** The highest stable rate of a breakpoint run or a search. */
  stableRate: z.number().nullable(),
  /** The lowest unstable rate. */
  unstableRate: z.number().nullable(),
  objectives: z.array(objective),
  gate,
});

/** The result of a load run, with the decision of the gate. */
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
