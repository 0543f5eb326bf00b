import { z } from 'zod';
import { levelSchema, outcomeSchema, stabilityKindSchema } from './outcome.ts';

const numbers = z.array(z.int().positive());

/**
 * How often an obligation failed in the plays of its scenarios. `stable`: in each play; `intermittent`: in some;
 * `unconfirmed`: only one play gave an occasion.
 */
const breachStabilitySchema = z.strictObject({
  kind: stabilityKindSchema,
  failed: z.int().positive(),
  of: z.int().positive(),
});

export type BreachStability = z.output<typeof breachStabilitySchema>;

const judged = {
  id: z.string(),
  text: z.string(),
  source: z.string(),
  level: levelSchema,
  /** Why a `should` is no `must`, unless the document recommends it. */
  inferred: z.string().exactOptional(),
  /** Occasions on which the obligation was tested. */
  occasions: z.int().nonnegative(),
  /** Occasions on which it failed. */
  broken: z.int().nonnegative(),
  /** Absent if the obligation never failed in a scenario that can be played again. */
  stability: breachStabilitySchema.exactOptional(),
  /** The evidence, of failed occasions if there are any: at most twenty numbers of each kind. */
  calls: numbers,
  attempts: numbers,
  actions: numbers,
  /** What was seen on the first three failed occasions. */
  seen: z.array(z.string()),
};

export const obligationVerdictSchema = z.discriminatedUnion('outcome', [
  /** `fail`: a must failed; `warn`: a should failed. */
  z.strictObject({ ...judged, outcome: outcomeSchema.extract(['pass', 'fail', 'warn']) }),
  z.strictObject({
    ...judged,
    outcome: z.literal('unverified'),
    /**
     * `not-confirmed`: it failed in a single play; `no-occasion`: the session had none; `not-declared`: it belongs to a
     * capability that the partner does not declare.
     */
    cause: z.enum(['not-confirmed', 'no-occasion', 'not-declared']),
  }),
]);

export type ObligationVerdict = z.output<typeof obligationVerdictSchema>;

type Unverified = Extract<ObligationVerdict, { outcome: 'unverified' }>;
type Verified = Exclude<ObligationVerdict, Unverified>;

/** An outcome, with its cause if it is `unverified`. */
export type ObligationOutcome = Pick<Verified, 'outcome'> | Pick<Unverified, 'outcome' | 'cause'>;

/** The outcome, or the cause of `unverified`. */
export type Standing = Verified['outcome'] | Unverified['cause'];

export const standingOf = (verdict: ObligationOutcome): Standing =>
  verdict.outcome === 'unverified' ? verdict.cause : verdict.outcome;
