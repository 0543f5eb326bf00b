import { z } from 'zod';
import { storedAttemptSchema } from './attempt.ts';

const maxPollWaitMs = 25_000;

const maxDelayMs = 600_000;

/** Names and values that HTTP allows. */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;

const areSendable = (headers: Record<string, string>): boolean =>
  Object.entries(headers).every(([name, value]) => headerName.test(name) && headerValue.test(value));

const statusStepSchema = z.strictObject({
  status: z.int().min(200).max(599),
  delayMs: z.number().min(0).max(maxDelayMs).exactOptional(),
  headers: z.record(z.string(), z.string()).refine(areSendable, 'not sendable as HTTP headers').exactOptional(),
  body: z.string().exactOptional(),
});
export type StatusStep = z.output<typeof statusStepSchema>;

/**
 * How the capture server answers one attempt. `hang`: no answer until the sender or the server's limit ends it. `reset`:
 * the connection is reset (TCP RST).
 */
const stepSchema = z.union(
  [statusStepSchema, z.strictObject({ hang: z.literal(true) }), z.strictObject({ reset: z.literal(true) })],
  {
    error:
      `a step is {"hang": true}, {"reset": true} or {"status": 200 to 599, "delayMs"?: 0 to ${maxDelayMs}, ` +
      '"headers"?: texts by name, "body"?: text}',
  },
);
export type Step = z.output<typeof stepSchema>;

/** One step for each attempt; the last one repeats. */
export const stepsSchema = z.tuple([stepSchema], stepSchema).readonly();
export type Steps = z.output<typeof stepsSchema>;

export const mailboxSettingsSchema = z.strictObject({
  /** The answer to an attempt that no script claims; 204 by default. */
  answer: stepSchema.exactOptional(),
  /** How long an attempt for an order without a script waits for one; 0 by default. */
  holdMs: z.number().min(0).max(60_000).exactOptional(),
});
export type MailboxSettings = z.output<typeof mailboxSettingsSchema>;

export const scriptBodySchema = z.strictObject({ steps: stepsSchema });

export const listenerBodySchema = z.strictObject({ mailbox: z.string(), isOpen: z.boolean() });

export const attemptsQuerySchema = z.strictObject({
  after: z.coerce.number().int().min(0).default(0),
  waitMs: z.coerce.number().min(0).max(maxPollWaitMs).default(0),
  mailbox: z.array(z.string()),
});

export const mailboxIdSchema = z
  .string()
  .regex(/^[\w-]{16,128}$/, 'a mailbox id is an unguessable token: 16 to 128 letters, digits, - or _');

export const scriptKeySchema = z.union([z.strictObject({ order: z.string() }), z.strictObject({ code: z.string() })]);
export type ScriptKey = z.output<typeof scriptKeySchema>;

/** `order:<id>` or `code:<code>`. */
export const writtenScriptKeySchema = z.string().transform((text, context): ScriptKey => {
  if (text.startsWith('order:')) return { order: text.slice('order:'.length) };
  if (text.startsWith('code:')) return { code: text.slice('code:'.length) };
  context.addIssue('a script key is order:<id> or code:<code>');
  return z.NEVER;
});

/** Milliseconds since the epoch. */
export const timeSpanSchema = z.object({ fromMs: z.number(), toMs: z.number() });
export type TimeSpan = z.output<typeof timeSpanSchema>;

/** What the control API returns for the requested mailboxes, from a cursor on. */
export const attemptPageSchema = z.object({
  /** Identifies the server. It changes with a restart that lost all data and starts counting again. */
  instance: z.string(),
  /** Not strict: a later version of the server may add keys. */
  attempts: z.array(z.object(storedAttemptSchema.shape)),
  /** The cursor of the next request. */
  next: z.number(),
  /** Whether the page was full and more attempts are ready. */
  more: z.boolean(),
  /** Attempts that these mailboxes have recorded since they were opened. */
  received: z.number(),
  /** Recorded attempts that the server no longer has. */
  dropped: z.number(),
  /** Attempts beyond the rate limit of these mailboxes, and all refused connections, since the server started. */
  refused: z.number(),
  /** Times in which the server was down while one of these mailboxes was open. Attempts in these times are lost. */
  gaps: z.array(timeSpanSchema),
  /** The latest times in which the server stalled and may have recorded attempts late. */
  stalls: z.array(timeSpanSchema),
});
export type AttemptPage = z.output<typeof attemptPageSchema>;

export const openedMailboxSchema = z.object({
  instance: z.string(),
  /** The URL to register as the webhook. */
  url: z.string(),
  /** False if the mailbox was already open. */
  isNew: z.boolean(),
  /** The cursor from which all its attempts follow. */
  from: z.number(),
});
export type OpenedMailbox = z.output<typeof openedMailboxSchema>;

/** An extra port that can be closed, so that connections are refused. */
export const listenerStateSchema = z.object({ port: z.number(), url: z.string(), isOpen: z.boolean() });
export type ListenerState = z.output<typeof listenerStateSchema>;

export const emptyObjectSchema = z.object({});
