import { z } from 'zod';
import { deliverySubjectSchema, storedDeliveriesSchema } from './deliveries.ts';
import { countSchema, storedExchangeSchema } from './exchange.ts';
import { omitUndefined } from './omit-undefined.ts';
import { type Cause, causeSchema, levelSchema, type Outcome, stabilityKindSchema } from './outcome.ts';
import { recordingSchema } from './recording.ts';

/** An assertion that did not hold. */
const violationSchema = z.strictObject({
  /** JSON pointer into the body, `status`, or what was compared. */
  pointer: z.string(),
  expected: z.string(),
  actual: z.string(),
  /** Number of the exchange. */
  exchange: z.exactOptional(countSchema),
  /** Subject of the deliveries. */
  about: z.exactOptional(deliverySubjectSchema),
});
export type Violation = z.output<typeof violationSchema>;

export const stabilitySchema = z.strictObject({
  kind: stabilityKindSchema,
  /** How often the reported assertion failed. */
  failed: countSchema,
  /** Number of tries with a verdict; for a passive rule, number of exchanges with the same route. */
  of: countSchema,
});
export type Stability = z.output<typeof stabilitySchema>;

/** A generated case that breaks a property. */
const counterexampleSchema = z.strictObject({
  /** Repeats the case, together with the seed. */
  path: z.string(),
  /** The generated values. */
  drawn: z.string(),
  /** Number of successful shrinking steps. */
  shrinks: countSchema,
  /** False if the limits ended the search for a smaller case. */
  isSmallest: z.boolean(),
});
export type Counterexample = z.output<typeof counterexampleSchema>;

/** How far a property was tested, and the smallest case that breaks it. */
const searchSchema = z
  .strictObject({
    seed: z.int(),
    /** Cases that were judged. */
    cases: countSchema,
    /** Cases that were planned. */
    planned: countSchema,
    /** The limit that ended the search early. */
    endedBy: z.exactOptional(z.enum(['time', 'requests'])),
    /** Why cases could not be judged, and how many. */
    unjudged: z.exactOptional(z.array(z.strictObject({ reason: z.string(), cases: countSchema }))),
    counterexample: z.exactOptional(counterexampleSchema),
  })
  .meta({ id: 'search' });
export type Search = z.output<typeof searchSchema>;

/** The possible outcomes with their details. */
const endings = {
  pass: { outcome: z.literal('pass') },
  fault: { outcome: z.enum(['fail', 'warn']), violation: violationSchema },
  /** `reason`: what was missing. */
  unverified: { outcome: z.literal('unverified'), cause: causeSchema, reason: z.string() },
  /** `reason`: what went wrong in Selo. */
  error: { outcome: z.literal('error'), reason: z.string() },
};

const said = {
  rule: z.string(),
  section: z.string(),
  text: z.string(),
  source: z.string(),
  level: levelSchema,
  search: z.exactOptional(searchSchema),
  /** How the deciding try waited for the target to settle; absent if it did not wait. */
  settled: z.exactOptional(
    z.strictObject({
      /** Wait after each change, in real milliseconds. */
      withinMs: z.number().nonnegative(),
      /** Total of all waits. */
      waitedMs: countSchema,
      /** The rule did not pass with a shorter wait. */
      isNeeded: z.exactOptional(z.literal(true)),
    }),
  ),
  /** Number of assertions in the deciding try. */
  assertions: countSchema,
  exchanges: z.array(storedExchangeSchema),
  deliveries: z.array(storedDeliveriesSchema),
  /** Inputs of the deciding try; absent if the verdict needs more than its evidence. */
  recording: z.exactOptional(recordingSchema),
  /** Number of requests in all tries. */
  requests: countSchema,
  durationMs: z.number(),
};

export const verdictSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ ...said, ...endings.pass }),
  z.strictObject({ ...said, ...endings.fault, stability: z.exactOptional(stabilitySchema) }),
  z.strictObject({ ...said, ...endings.unverified }),
  z.strictObject({ ...said, ...endings.error }),
]);
/** The verdict on one rule, with its evidence. */
export type Verdict = z.output<typeof verdictSchema>;

const caseEvidence = {
  rule: z.string(),
  recording: z.exactOptional(recordingSchema),
  /** Numbers of exchanges. */
  exchanges: z.array(countSchema),
  deliveries: z.array(storedDeliveriesSchema),
};

/** A case of a property, one on each line of a file in the run's folder. The verdict has only the deciding case. */
export const storedCaseSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ ...caseEvidence, ...endings.pass }),
  z.strictObject({ ...caseEvidence, ...endings.fault }),
  z.strictObject({ ...caseEvidence, ...endings.unverified }),
  z.strictObject({ ...caseEvidence, ...endings.error }),
]);
export type StoredCase = z.output<typeof storedCaseSchema>;

const endingSchema = z.discriminatedUnion('outcome', [
  z.strictObject(endings.pass),
  z.strictObject(endings.fault),
  z.strictObject(endings.unverified),
  z.strictObject(endings.error),
]);
/** The outcome with its details, but without the evidence. */
export type Ending = z.output<typeof endingSchema>;

export type FaultVerdict = Extract<Verdict, { outcome: 'fail' | 'warn' }>;

export type UnverifiedVerdict = Extract<Verdict, { outcome: 'unverified' }>;

export const isUnverified = (verdict: Verdict): verdict is UnverifiedVerdict => verdict.outcome === 'unverified';

export const isFault = <Ended extends { outcome: Outcome }>(
  ended: Ended,
): ended is Extract<Ended, { outcome: 'fail' | 'warn' }> => ended.outcome === 'fail' || ended.outcome === 'warn';

export const causeOf = (ended: Ending): Cause | undefined => ('cause' in ended ? ended.cause : undefined);

export const reasonOf = (ended: Ending): string | undefined => ('reason' in ended ? ended.reason : undefined);

export const violationOf = (ended: Ending): Violation | undefined =>
  'violation' in ended ? ended.violation : undefined;

export const stabilityOf = (verdict: Verdict): Stability | undefined =>
  'stability' in verdict ? verdict.stability : undefined;

/** Drops everything else from a verdict. */
export const endingOf = (ended: Ending): Ending => {
  const { outcome } = ended;
  switch (outcome) {
    case 'pass':
      return { outcome };
    case 'fail':
    case 'warn':
      return { outcome, violation: ended.violation };
    case 'unverified':
      return { outcome, cause: ended.cause, reason: ended.reason };
    case 'error':
      return { outcome, reason: ended.reason };
  }
};

/** The same rule and evidence with another ending. */
export const withEnding = (verdict: Verdict, ending: Ending): Verdict => {
  const { rule, section, text, source, level, assertions, exchanges, deliveries, requests, durationMs } = verdict;
  const { search, settled, recording } = verdict;
  const stability = isFault(verdict) ? verdict.stability : undefined;
  return {
    rule,
    section,
    text,
    source,
    level,
    assertions,
    exchanges,
    deliveries,
    requests,
    durationMs,
    ...omitUndefined({ search, settled, recording }),
    ...(stability && isFault(ending) ? { ...ending, stability } : ending),
  };
};
