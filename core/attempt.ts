import { z } from 'zod';
import { countSchema, headersSchema } from './exchange.ts';

/** What was decided for an attempt. `closed`: its listener was closed before it was answered. */
const answerSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), status: z.int(), delayMs: z.number() }),
  z.strictObject({ kind: z.literal('hang') }),
  z.strictObject({ kind: z.literal('reset') }),
  z.strictObject({ kind: z.literal('closed') }),
]);

const end = {
  /** Grows with every attempt the server records, over all mailboxes: by one, and by more where it was restarted. */
  seq: countSchema,
  revision: countSchema,
  /** How long the answer was held for a script that might claim the order. */
  heldMs: z.number().optional(),
  /** Undefined while the attempt is held. */
  answer: answerSchema.optional(),
  /** When the server had done its part: the answer was written, the connection reset, the hang ended at its bound. */
  answeredAtMs: z.number().optional(),
  /** When the sender went away before that: this shows its timeout. */
  senderClosedAtMs: z.number().optional(),
};

/** How an attempt went on after it was received. */
export const attemptEndSchema = z.object(end);
export type AttemptEnd = z.output<typeof attemptEndSchema>;

/**
 * One request that arrived, as the control API shows it and as it is stored. It is reported when it is received, and
 * again with a higher `revision`, once it has ended. Times are milliseconds since the epoch, with a fraction.
 */
export const storedAttemptSchema = z
  .strictObject({
    ...end,
    mailbox: z.string(),
    /** The port it came in by: the server's own, or a listener's. */
    port: countSchema,
    /** When the headers were complete. */
    startedAtMs: z.number(),
    /** When headers and body were complete. */
    receivedAtMs: z.number(),
    method: z.string(),
    /** Path and query as the sender wrote them. */
    url: z.string(),
    /** Names in lower case; a header sent more than once is joined. */
    headers: headersSchema,
    /** The body as UTF-8 text, cut off where recording is bounded. */
    body: z.string(),
    /** The size of the whole body, also where the text is cut off. */
    bodyBytes: countSchema,
    truncated: z.boolean(),
    /** The payload's coupon code, when it has one. */
    code: z.string().optional(),
    /** The payload's order id; null when the payload says null. */
    orderId: z.string().nullish(),
    /** The order that an earlier attempt for the same coupon named, where this one names another or none. */
    firstOrderId: z.string().optional(),
  })
  .meta({ id: 'attempt' });
export type StoredAttempt = z.output<typeof storedAttemptSchema>;
