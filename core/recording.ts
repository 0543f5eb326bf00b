import { z } from 'zod';
import { countSchema } from './exchange.ts';

/** One input of a check. */
const inputSchema = z.union([
  /**
   * Numbers of the exchanges of one call; without a usable answer at their end, the reason in words. `call` counts the
   * calls of the try from 0 in the order in which they were made; absent where it is the order of their answers.
   */
  z.strictObject({
    answers: z.array(countSchema),
    unavailable: z.exactOptional(z.string()),
    call: z.exactOptional(countSchema),
  }),
  /** Epoch milliseconds, when the check asked for the time. */
  z.strictObject({ now: z.number() }),
  /** A wait of N milliseconds was over. */
  z.strictObject({ waited: z.number() }),
  /** A look at the deliveries for an order or a coupon, by its id or code. */
  z.strictObject({ deliveries: z.string() }),
  /** Attempts that the capture server no longer had. */
  z.strictObject({ dropped: countSchema }),
  z.strictObject({ scripted: z.string() }),
  /** A mailbox or a listener was opened. */
  z.strictObject({ url: z.string() }),
  z.strictObject({ listener: z.enum(['open', 'closed']) }),
  /** A company that the check may use beside others. */
  z.strictObject({ shared: z.string() }),
  /** A company that the check has alone, and the id of its registration where that was known. */
  z.strictObject({ alone: z.string(), registration: z.exactOptional(z.string()) }),
  /** Which of the disposable users was handed out, from 0. */
  z.strictObject({ user: countSchema }),
]);
export type Input = z.output<typeof inputSchema>;

/** The inputs of one try of a check. With the evidence, they are enough to judge the try again. */
export const recordingSchema = z
  .strictObject({
    /** Identifies the try, and decides what it drew. */
    tried: z.union([countSchema, z.string()]),
    /** Leads to the drawn case of a property, together with the run's seed. */
    path: z.exactOptional(z.string()),
    /** In the order in which they arrived. */
    inputs: z.array(inputSchema),
  })
  .meta({ id: 'recording' });
export type Recording = z.output<typeof recordingSchema>;
