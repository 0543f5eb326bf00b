import { z } from 'zod';

export const headersSchema = z.record(z.string(), z.string());

export const countSchema = z.int().nonnegative();

/** A request as it was sent. Secrets are replaced by the names of their variables. */
const sentRequestSchema = z.strictObject({
  method: z.string(),
  /** Path and query as sent, relative to the base URL of the profile. */
  path: z.string(),
  headers: headersSchema,
  body: z.exactOptional(z.string()),
});
export type SentRequest = z.output<typeof sentRequestSchema>;

/** One assertion of a rule on an answer or a delivery, recorded whether it held or not. */
export const assertionSchema = z
  .strictObject({
    /** JSON pointer into the body, `status`, or `header <name>`. */
    pointer: z.string(),
    expected: z.string(),
    actual: z.string(),
    held: z.boolean(),
  })
  .meta({ id: 'assertion' });
export type Assertion = z.output<typeof assertionSchema>;

/** Why a request has no answer. */
export const lostKindSchema = z.enum(['time-out', 'reset', 'refused', 'dns', 'tls', 'proxy', 'protocol']);
export type LostKind = z.output<typeof lostKindSchema>;

const sent = {
  /** Counts the exchanges of a run from 1. */
  number: countSchema,
  /** The sender: a rule id, `doctor`, `set-up` or `clean-up`. */
  by: z.string(),
  /** Name of the company whose token was sent. */
  company: z.string(),
  sentAt: z.iso.datetime(),
  durationMs: z.number(),
  request: sentRequestSchema,
  assertions: z.array(assertionSchema),
};

/** One request with its answer. Header names are in lower case; repeated headers are joined by a comma. */
const answeredExchangeSchema = z.strictObject({ ...sent, status: z.int(), headers: headersSchema, text: z.string() });
export type AnsweredExchange = z.output<typeof answeredExchangeSchema>;

/** One request that got no answer. */
const lostExchangeSchema = z.strictObject({ ...sent, lost: lostKindSchema, reason: z.string() });
export type LostExchange = z.output<typeof lostExchangeSchema>;

/** One request as it is stored, one on each line of a file in the run's folder. */
export const storedExchangeSchema = z.union([answeredExchangeSchema, lostExchangeSchema]).meta({ id: 'exchange' });
export type StoredExchange = z.output<typeof storedExchangeSchema>;
