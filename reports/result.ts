import { z } from 'zod';
import { isAnswered } from '../fixtures/exchange.ts';
import { asWritten } from '../suites/subject.ts';
import type { Outcome, Verdict } from '../suites/verdict.ts';

const texts = z.record(z.string(), z.string());
const count = z.int().nonnegative();

const assertion = z.strictObject({ pointer: z.string(), expected: z.string(), actual: z.string(), held: z.boolean() });

const sent = {
  number: count,
  by: z.string(),
  company: z.string(),
  sentAt: z.iso.datetime(),
  durationMs: z.number(),
  request: z.strictObject({
    method: z.string(),
    path: z.string(),
    headers: texts,
    body: z.exactOptional(z.string()),
  }),
  assertions: z.array(assertion),
};

/** As a run's folder keeps each of them, one a line. */
export const exchangeSchema = z.union([
  z.strictObject({ ...sent, status: z.int(), headers: texts, text: z.string() }),
  z.strictObject({
    ...sent,
    lost: z.enum(['time-out', 'reset', 'refused', 'dns', 'tls', 'proxy', 'protocol']),
    reason: z.string(),
  }),
]);

const attempt = z.strictObject({
  seq: count,
  revision: count,
  mailbox: z.string(),
  port: count,
  startedAtMs: z.number(),
  receivedAtMs: z.number(),
  method: z.string(),
  url: z.string(),
  headers: texts,
  body: z.string(),
  bodyBytes: count,
  truncated: z.boolean(),
  code: z.string().optional(),
  orderId: z.string().nullish(),
  firstOrderId: z.string().optional(),
  heldMs: z.number().optional(),
  answer: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('status'), status: z.int(), delayMs: z.number() }),
      z.strictObject({ kind: z.literal('hang') }),
      z.strictObject({ kind: z.literal('reset') }),
      z.strictObject({ kind: z.literal('closed') }),
    ])
    .optional(),
  answeredAtMs: z.number().optional(),
  senderClosedAtMs: z.number().optional(),
});

const cause = z.enum(['not-offered', 'not-declared', 'profile', 'not-observable', 'unavailable', 'not-reached']);

const search = z.strictObject({
  seed: z.int(),
  cases: count,
  planned: count,
  endedBy: z.exactOptional(z.enum(['time', 'requests'])),
  unjudged: z.exactOptional(z.array(z.strictObject({ reason: z.string(), cases: count }))),
  counterexample: z.exactOptional(
    z.strictObject({ path: z.string(), drawn: z.string(), shrinks: count, isSmallest: z.boolean() }),
  ),
});

const deliveries = z.strictObject({
  order: z.string(),
  company: z.string(),
  attempts: z.array(attempt),
  assertions: z.array(assertion),
});

const violation = z.strictObject({
  pointer: z.string(),
  expected: z.string(),
  actual: z.string(),
  exchange: z.exactOptional(count),
  order: z.exactOptional(z.string()),
});

const outcome = z.enum(['pass', 'fail', 'warn', 'unverified', 'error']);

const recording = z.strictObject({
  /** Distinguishes the try, and what it drew. */
  tried: z.union([count, z.string()]),
  /** Leads to the drawn case of a property, together with the run's seed. */
  path: z.exactOptional(z.string()),
  /** In the order in which it inputs the check. */
  inputs: z.array(
    z.union([
      z.strictObject({
        answers: z.array(count),
        unavailable: z.exactOptional(z.string()),
        call: z.exactOptional(count),
      }),
      z.strictObject({ now: z.number() }),
      z.strictObject({ waited: z.number() }),
      z.strictObject({ deliveries: z.string() }),
      z.strictObject({ dropped: count }),
      z.strictObject({ scripted: z.string() }),
      z.strictObject({ url: z.string() }),
      z.strictObject({ listener: z.enum(['open', 'closed']) }),
      z.strictObject({ shared: z.string() }),
      z.strictObject({ alone: z.string(), registration: z.exactOptional(z.string()) }),
      z.strictObject({ user: count }),
    ]),
  ),
});

const verdict = z.strictObject({
  rule: z.string(),
  section: z.string(),
  text: z.string(),
  source: z.string(),
  level: z.enum(['must', 'should']),
  outcome,
  cause: z.exactOptional(cause),
  reason: z.exactOptional(z.string()),
  violation: z.exactOptional(violation),
  stability: z.exactOptional(
    z.strictObject({ kind: z.enum(['stable', 'intermittent', 'unconfirmed']), failed: count, of: count }),
  ),
  search: z.exactOptional(search),
  /** How the check waited for the target to settle after each change, in real milliseconds. */
  settled: z.exactOptional(
    z.strictObject({
      /** After each change. */
      withinMs: z.number().nonnegative(),
      /** In all. */
      waitedMs: count,
      /** With less time the rule did not pass. */
      isNeeded: z.exactOptional(z.literal(true)),
    }),
  ),
  assertions: count,
  exchanges: z.array(exchangeSchema),
  deliveries: z.array(deliveries),
  /** All that inputs the check in the deciding try: with the evidence it can be judged again. */
  recording: z.exactOptional(recording),
  requests: count,
  durationMs: z.number(),
});

/** A case of a property as a run's folder keeps it, one a line. */
export const keptCaseSchema = z.strictObject({
  rule: z.string(),
  outcome,
  cause: z.exactOptional(cause),
  reason: z.exactOptional(z.string()),
  violation: z.exactOptional(violation),
  recording: z.exactOptional(recording),
  /** Numbers. */
  exchanges: z.array(count),
  deliveries: z.array(deliveries),
});

const judgedWaiver = z.strictObject({
  rule: z.string(),
  reason: z.string(),
  /** Who answers for it. */
  by: z.exactOptional(z.string()),
  until: z.iso.date(),
  /** `idle`: its rule was not judged. `stale`: its rule holds. */
  state: z.enum(['applied', 'idle', 'stale', 'expired']),
});

const refused = z.strictObject({
  method: z.string(),
  path: z.string(),
  body: z.exactOptional(z.string()),
  status: z.int(),
  text: z.string(),
});

/** A key of the profile that is wrong, with the first request that the target refused for it. */
const profileFault = z.strictObject({
  key: z.string(),
  message: z.string(),
  refused: z.exactOptional(refused),
  /** That could not be judged for it. */
  rules: z.array(z.string()),
});

/** What the checks of a run knew of their target from the beginning. */
const setUp = z.strictObject({
  /** As a file would hold it: secrets by the names of their variables. */
  profile: z.record(z.string(), z.json()),
  /** Where the notifications of a company arrived, by the company's name. */
  mailboxes: z.record(
    z.string(),
    z.strictObject({
      id: z.string(),
      url: z.string(),
      bearerToken: z.string(),
      registrationId: z.exactOptional(z.string()),
    }),
  ),
  /** Why nothing of a company could be received, by the company's name. */
  unregistered: texts,
  /** The first registration of a receiver that the target refused when the run began. */
  refusedRegistration: z.exactOptional(refused),
});

/** What the run was asked to judge at least. */
const requirements = z.strictObject({
  /** Percent of the applicable rules that are judged at least; below, the run is partial, or fails where it was chosen. */
  minCoverage: z.number().min(0).max(100),
  isMinimumChosen: z.boolean(),
  /** Rules that fail the run when they are not judged; `isNamed` those required by their own id. */
  required: z.array(z.strictObject({ rule: z.string(), isNamed: z.boolean() })),
  /** How many rules there are to select from. */
  catalogue: count,
});

const residue = z.strictObject({
  created: count,
  removed: count,
  left: z.array(z.strictObject({ kind: z.string(), company: z.string(), key: z.string().optional(), why: z.string() })),
});

/** The document that a run leaves: everything that the other reports are made of, secrets removed. */
export const resultSchema = z.strictObject({
  schema: z.literal(3),
  suite: z.strictObject({
    version: z.string(),
    /** Of the source of everything that judged. */
    rules: z.exactOptional(z.string()),
    /** What the proof of this version's verdicts came to. */
    proven: z.strictObject({
      rules: count,
      properties: count,
      defects: count,
      caught: count,
      variants: count,
      falsePositives: count,
    }),
  }),
  run: z.strictObject({
    id: z.string(),
    seed: z.int(),
    depth: z.enum(['quick', 'full']),
    /** Of a run that repeated one drawn case of a property. */
    path: z.exactOptional(z.string()),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime(),
    interrupted: z.boolean(),
    /** As it was written when the run began: what came since then is in the logs beside it. */
    unfinished: z.exactOptional(z.literal(true)),
    /** Sent by the checks. */
    requests: count,
  }),
  target: z.strictObject({
    name: z.string(),
    baseUrl: z.url(),
    /** The options of the command line that named it; none for the profile of the folder or the embedded platform. */
    options: z.array(z.string()),
    /** Real seconds per documented second. */
    timeScale: z.number().positive(),
    /** Names of the secrets, as requests and answers show them between « and ». */
    secrets: z.array(z.string()),
  }),
  counts: z.strictObject({ pass: count, fail: count, warn: count, unverified: count, error: count }),
  /** What holds of what was judged. */
  conformance: z.strictObject({ held: count, judged: count }),
  /** What was judged of what the target offers. */
  coverage: z.strictObject({ judged: count, applicable: count }),
  /** Absent in results of earlier versions. */
  requirements: z.exactOptional(requirements),
  /** What the run comes to, and the same in words; without `--strict`. */
  concluded: z.exactOptional(
    z.strictObject({
      kind: z.enum(['holds', 'partial', 'failed', 'wrong', 'unjudgeable', 'interrupted']),
      message: z.string(),
    }),
  ),
  verdicts: z.array(verdict),
  waivers: z.array(judgedWaiver),
  /** What could not be set up at the target, or not restored; the rules that needed it are unverified. */
  troubles: z.array(z.string()),
  /** Faults of the suite that belong to no single rule. */
  faults: z.array(z.string()),
  /** What the profile says wrongly. */
  profileFaults: z.exactOptional(z.array(profileFault)),
  residue: z.exactOptional(residue),
  /** Secrets that were found, and replaced, in what was about to be written. */
  secretsReplaced: count,
  setUp: z.exactOptional(setUp),
  /** SHA-256 of what lies beside it, by the names of the files. */
  files: z.exactOptional(texts),
  /** SHA-256 of all the rest, keys in order: anyone who changes the document by accident is found. */
  digest: z.exactOptional(z.string()),
});

export type StoredCase = z.output<typeof keptCaseSchema>;
export type Result = z.output<typeof resultSchema>;
/** A verdict as a report holds it: bodies as the texts that went over the wire. */
export type ReportedVerdict = z.output<typeof verdict>;
export type ReportedExchange = z.output<typeof exchangeSchema>;
export type ReportedDeliveries = ReportedVerdict['deliveries'][number];
export type ReportedAttempt = z.output<typeof attempt>;
export type Refused = z.output<typeof refused>;
export type ProfileFault = z.output<typeof profileFault>;
export type JudgedWaiver = z.output<typeof judgedWaiver>;
export type Residue = z.output<typeof residue>;

/** Outcomes in the order in which reports show them. */
export const outcomes = ['pass', 'fail', 'warn', 'unverified', 'error'] as const satisfies readonly Outcome[];

/** Drops the parsed bodies: the texts beside them say the same and more. */
export const reportedVerdict = ({ exchanges, deliveries, ...verdict }: Verdict): ReportedVerdict => ({
  ...verdict,
  exchanges: exchanges.map((recorded) => {
    if (!isAnswered(recorded)) return recorded;
    const { body: _, ...rest } = recorded;
    return rest;
  }),
  deliveries: deliveries.map((seen) => {
    const { attempts, ...rest } = asWritten(seen);
    return { ...rest, attempts: [...attempts] };
  }),
});
