import { z } from 'zod';
import { countSchema } from './exchange.ts';

/** One input of a check. */
const inputSchema = z.union([
  /**
   * Numbers of the exchanges of one call, and why there was no usable answer. `call` counts the calls of the try from 0 in
   * the order in which they were made. It is absent if the answers came in the same order.
   */
  z.strictObject({
    answers: z.array(countSchema),
    unavailable: z.exactOptional(z.string()),
    call: z.exactOptional(countSchema),
  }),
  /** The time that the check got, in epoch milliseconds. */
  z.strictObject({ now: z.number() }),
  /** A wait of N milliseconds ended. */
  z.strictObject({ waited: z.number() }),
  /** The check read the deliveries for an order id or a coupon code. */
  z.strictObject({ deliveries: z.string() }),
  /** Number of attempts that the capture server no longer had. */
  z.strictObject({ dropped: countSchema }),
  z.strictObject({ scripted: z.string() }),
  /** A mailbox or a listener was opened. */
  z.strictObject({ url: z.string() }),
  z.strictObject({ listener: z.enum(['open', 'closed']) }),
  /** A company that the check shares with others. */
  z.strictObject({ shared: z.string() }),
  /** A company that no other check uses, with the id of its registration if it was known. */
  z.strictObject({ alone: z.string(), registration: z.exactOptional(z.string()) }),
  /** Index of the disposable user that the check got. */
  z.strictObject({ user: countSchema }),
]);
export type Input = z.output<typeof inputSchema>;

/** The inputs of one try of a check. The try can be judged again from them and the evidence. */
export const recordingSchema = z
  .strictObject({
    /** Identifies the try, and determines its random choices. */
    tried: z.union([countSchema, z.string()]),
    /** Repeats the generated case of a property, together with the seed of the run. */
    path: z.exactOptional(z.string()),
    /** The inputs, in the order in which they arrived. */
    inputs: z.array(inputSchema),
  })
  .meta({ id: 'recording' });
export type Recording = z.output<typeof recordingSchema>;
