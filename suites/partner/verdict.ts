import { z } from 'zod';

const numbers = z.array(z.int().positive());

/**
 * How often a breach was seen, of the plays of the scenarios in which it was seen. `stable`: in each; `intermittent`: in some;
 * `unconfirmed`: there was only one play.
 */
const breachStabilitySchema = z.strictObject({
  kind: z.enum(['stable', 'intermittent', 'unconfirmed']),
  failed: z.int().positive(),
  of: z.int().positive(),
});

export type BreachStability = z.output<typeof breachStabilitySchema>;

/** What an obligation came to, by the record of a session. */
export const obligationVerdictSchema = z.strictObject({
  id: z.string(),
  text: z.string(),
  source: z.string(),
  level: z.enum(['must', 'should']),
  /**
   * `broken`: a must; `remark`: a should; `unconfirmed`: broken in one play alone, so neither kept nor broken; `not-seen`: there was no occasion; `not-declared`: it applies to partners that do
   * what this one is not declared to do.
   */
  outcome: z.enum(['kept', 'broken', 'remark', 'unconfirmed', 'not-seen', 'not-declared']),
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
});

export type ObligationVerdict = z.output<typeof obligationVerdictSchema>;
