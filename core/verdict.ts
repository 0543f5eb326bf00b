import { z } from 'zod';
import { deliverySubjectSchema, storedDeliveriesSchema } from './deliveries.ts';
import { countSchema, storedExchangeSchema } from './exchange.ts';
import { omitUndefined } from './omit-undefined.ts';
import { type Cause, causeSchema, levelSchema, type Outcome, stabilityKindSchema } from './outcome.ts';
import { recordingSchema } from './recording.ts';

/** What was expected and what was there. */
export const violationSchema = z.strictObject({
  /** JSON pointer into the body, `status`, or the aspect that was compared. */
  pointer: z.string(),
  expected: z.string(),
  actual: z.string(),
  /** Number of the exchange, or what the deliveries that were judged are about. */
  exchange: z.exactOptional(countSchema),
  about: z.exactOptional(deliverySubjectSchema),
});
export type Violation = z.output<typeof violationSchema>;

export const stabilitySchema = z.strictObject({
  kind: stabilityKindSchema,
  /** How often the reported assertion failed. */
  failed: countSchema,
  /** Of how many tries that ended with a verdict; of a passive rule, of how many exchanges with the same route. */
  of: countSchema,
});
export type Stability = z.output<typeof stabilitySchema>;

/** A drawn case that breaks a property. */
const counterexampleSchema = z.strictObject({
  /** Together with the seed it repeats the case exactly. */
  path: z.string(),
  /** What was drawn. */
  drawn: z.string(),
  /** How many times it became smaller. */
  shrinks: countSchema,
  /** Nothing smaller breaks the property; false when the search for it ended at its budget. */
  isSmallest: z.boolean(),
});
export type Counterexample = z.output<typeof counterexampleSchema>;

/** How far a property was tried, and the smallest case that breaks it. */
const searchSchema = z
  .strictObject({
    /** Repeats the draws. */
    seed: z.int(),
    /** Cases that were judged. */
    cases: countSchema,
    /** Cases that were to be judged. */
    planned: countSchema,
    /** The budget that was spent before all of them were. */
    endedBy: z.exactOptional(z.enum(['time', 'requests'])),
    /** Why cases that were begun could not be judged, in words, and how many; left out when there are none. */
    unjudged: z.exactOptional(z.array(z.strictObject({ reason: z.string(), cases: countSchema }))),
    counterexample: z.exactOptional(counterexampleSchema),
  })
  .meta({ id: 'search' });
export type Search = z.output<typeof searchSchema>;

/** How judging can end, with what belongs to it. */
const endings = {
  pass: { outcome: z.literal('pass') },
  fault: { outcome: z.enum(['fail', 'warn']), violation: violationSchema },
  /** `reason`: in words, what was missing. */
  unverified: { outcome: z.literal('unverified'), cause: causeSchema, reason: z.string() },
  /** `reason`: in words, what went wrong on our side. */
  error: { outcome: z.literal('error'), reason: z.string() },
};

const said = {
  rule: z.string(),
  section: z.string(),
  text: z.string(),
  source: z.string(),
  level: levelSchema,
  search: z.exactOptional(searchSchema),
  /** How the deciding try waited for the target to settle; left out where it did not have to. */
  settled: z.exactOptional(
    z.strictObject({
      /** How long after each change, in real milliseconds. */
      withinMs: z.number().nonnegative(),
      /** In all. */
      waitedMs: countSchema,
      /** With less time it did not pass. */
      isNeeded: z.exactOptional(z.literal(true)),
    }),
  ),
  /** Assertions that were made in the deciding try. */
  assertions: countSchema,
  exchanges: z.array(storedExchangeSchema),
  deliveries: z.array(storedDeliveriesSchema),
  /** Of the deciding try; left out where the verdict rests on more than its evidence. */
  recording: z.exactOptional(recordingSchema),
  /** Over all tries. */
  requests: countSchema,
  durationMs: z.number(),
};

/** What a run says of one rule. */
export const verdictSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ ...said, ...endings.pass }),
  z.strictObject({ ...said, ...endings.fault, stability: z.exactOptional(stabilitySchema) }),
  z.strictObject({ ...said, ...endings.unverified }),
  z.strictObject({ ...said, ...endings.error }),
]);
/** How a rule ended, with what it rests on. */
export type Verdict = z.output<typeof verdictSchema>;

const caseEvidence = {
  rule: z.string(),
  recording: z.exactOptional(recordingSchema),
  /** Numbers. */
  exchanges: z.array(countSchema),
  deliveries: z.array(storedDeliveriesSchema),
};

/** A case of a property as a run's folder has it, one a line: a verdict shows no more than the case that decided it. */
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
/** How judging ended. */
export type Ending = z.output<typeof endingSchema>;

/** A verdict on an assertion that did not hold. */
export type FaultVerdict = Extract<Verdict, { outcome: 'fail' | 'warn' }>;

export type UnverifiedVerdict = Extract<Verdict, { outcome: 'unverified' }>;

export const isUnverified = (verdict: Verdict): verdict is UnverifiedVerdict => verdict.outcome === 'unverified';

/** Whether an assertion did not hold. */
export const isFault = <Ended extends { outcome: Outcome }>(
  ended: Ended,
): ended is Extract<Ended, { outcome: 'fail' | 'warn' }> => ended.outcome === 'fail' || ended.outcome === 'warn';

/** Why it was not judged; undefined where it was. */
export const causeOf = (ended: Ending): Cause | undefined => ('cause' in ended ? ended.cause : undefined);

/** In words why it was not judged; undefined where it was. */
export const reasonOf = (ended: Ending): string | undefined => ('reason' in ended ? ended.reason : undefined);

/** What did not hold; undefined where nothing failed. */
export const violationOf = (ended: Ending): Violation | undefined =>
  'violation' in ended ? ended.violation : undefined;

/** Whether the fault comes every time; undefined where there is none. */
export const stabilityOf = (verdict: Verdict): Stability | undefined =>
  'stability' in verdict ? verdict.stability : undefined;

/** The ending alone, without what else is said. */
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
    ...{ rule, section, text, source, level, assertions, exchanges, deliveries, requests, durationMs },
    ...omitUndefined({ search, settled, recording }),
    ...(stability && isFault(ending) ? { ...ending, stability } : ending),
  };
};
