import { z } from 'zod';
import { countSchema, headersSchema } from './exchange.ts';

/** How the server answered an attempt. `closed`: its port was closed before the answer. */
const answerSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), status: z.int(), delayMs: z.number() }),
  z.strictObject({ kind: z.literal('hang') }),
  z.strictObject({ kind: z.literal('reset') }),
  z.strictObject({ kind: z.literal('closed') }),
]);

const end = {
  /** Grows by one with each attempt in any mailbox, and by more when the server restarts. */
  seq: countSchema,
  revision: countSchema,
  /** How long the answer waited for a script that might claim the order. */
  heldMs: z.number().optional(),
  /** Undefined while the attempt is held. */
  answer: answerSchema.optional(),
  /** When the server finished: it wrote the answer, reset the connection, or ended the hang at its limit. */
  answeredAtMs: z.number().optional(),
  /** When the sender closed the connection before that: this shows its timeout. */
  senderClosedAtMs: z.number().optional(),
};

/** What happened to an attempt after it arrived. */
export const attemptEndSchema = z.object(end);
export type AttemptEnd = z.output<typeof attemptEndSchema>;

/**
 * One request that arrived, as the control API returns it and as it is stored. It is reported when it arrives, and again
 * with a higher `revision` when it ends. Times are milliseconds since the epoch, with a fraction.
 */
export const storedAttemptSchema = z
  .strictObject({
    ...end,
    mailbox: z.string(),
    /** The port it arrived at: the server's own, or a listener's. */
    port: countSchema,
    /** When the headers were complete. */
    startedAtMs: z.number(),
    /** When headers and body were complete. */
    receivedAtMs: z.number(),
    method: z.string(),
    /** Path and query as sent. */
    url: z.string(),
    /** Names in lower case; a header sent more than once is joined. */
    headers: headersSchema,
    /** The body as UTF-8 text, cut at the recording limit. */
    body: z.string(),
    /** Size of the whole body, even if the text is cut. */
    bodyBytes: countSchema,
    truncated: z.boolean(),
    /** The coupon code of the payload. */
    code: z.string().optional(),
    /** The order id of the payload; null if the payload has null. */
    orderId: z.string().nullish(),
    /** The order in the first attempt for this coupon, if this attempt has another order or none. */
    firstOrderId: z.string().optional(),
  })
  .meta({ id: 'attempt' });
export type StoredAttempt = z.output<typeof storedAttemptSchema>;
