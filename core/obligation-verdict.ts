import { z } from 'zod';
import { levelSchema, outcomeSchema, stabilityKindSchema } from './outcome.ts';

const numbers = z.array(z.int().positive());

/**
 * How often a breach was seen, of the plays of the scenarios in which it was seen. `stable`: in each; `intermittent`: in some;
 * `unconfirmed`: there was only one play.
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
  /** Occasions on which it could be kept or broken, and those on which it was broken. */
  occasions: z.int().nonnegative(),
  broken: z.int().nonnegative(),
  /** Of what was broken in scenarios that can be played again. */
  stability: breachStabilitySchema.exactOptional(),
  /** The evidence, of the broken occasions where there are any: at most twenty numbers of each kind. */
  calls: numbers,
  attempts: numbers,
  actions: numbers,
  /** What was seen on the first three broken occasions. */
  seen: z.array(z.string()),
};

/** What an obligation came to, by the record of a session. */
export const obligationVerdictSchema = z.discriminatedUnion('outcome', [
  /** `fail`: a must was broken; `warn`: a should was. */
  z.strictObject({ ...judged, outcome: outcomeSchema.extract(['pass', 'fail', 'warn']) }),
  z.strictObject({
    ...judged,
    outcome: z.literal('unverified'),
    /**
     * `not-confirmed`: broken in a single play; `no-occasion`: the session had none; `not-declared`: it binds partners that
     * do what this one is not declared to do.
     */
    cause: z.enum(['not-confirmed', 'no-occasion', 'not-declared']),
  }),
]);

export type ObligationVerdict = z.output<typeof obligationVerdictSchema>;

type Unverified = Extract<ObligationVerdict, { outcome: 'unverified' }>;
type Verified = Exclude<ObligationVerdict, Unverified>;

/** An outcome, with its cause where it has one. */
export type ObligationOutcome = Pick<Verified, 'outcome'> | Pick<Unverified, 'outcome' | 'cause'>;

/** The same as one word. */
export type Standing = Verified['outcome'] | Unverified['cause'];

export const standingOf = (verdict: ObligationOutcome): Standing =>
  verdict.outcome === 'unverified' ? verdict.cause : verdict.outcome;
