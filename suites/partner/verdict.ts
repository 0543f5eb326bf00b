import { z } from 'zod';

const numbers = z.array(z.int().positive());

/** What an obligation came to, by the record of a session. */
export const obligationVerdictSchema = z.strictObject({
  id: z.string(),
  text: z.string(),
  source: z.string(),
  level: z.enum(['must', 'should']),
  /**
   * `broken`: a must; `remark`: a should; `not-seen`: there was no occasion; `not-declared`: it applies to partners that do
   * what this one is not declared to do.
   */
  outcome: z.enum(['kept', 'broken', 'remark', 'not-seen', 'not-declared']),
  /** Occasions on which it could be kept or broken, and those on which it was broken. */
  occasions: z.int().nonnegative(),
  broken: z.int().nonnegative(),
  /** The evidence, of the broken occasions where there are any: at most twenty numbers of each kind. */
  calls: numbers,
  attempts: numbers,
  actions: numbers,
  /** What was seen on the first three broken occasions. */
  seen: z.array(z.string()),
});

export type ObligationVerdict = z.output<typeof obligationVerdictSchema>;
