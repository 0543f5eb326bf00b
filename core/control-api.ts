import { z } from 'zod';
import { storedAttemptSchema } from './attempt.ts';

/** How long a poll for attempts may wait for one. */
const maxPollWaitMs = 25_000;

const maxDelayMs = 600_000;

/** As HTTP allows names and values. */
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
 * What the capture server answers to one attempt. `hang`: never answered, until the sender gives up or the server's bound
 * on hanging is reached. `reset`: the connection is reset (TCP RST) instead of answered.
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

/** One step an attempt; the last one repeats. */
export const stepsSchema = z.tuple([stepSchema], stepSchema).readonly();
export type Steps = z.output<typeof stepsSchema>;

export const mailboxSettingsSchema = z.strictObject({
  /** The answer to what no script claims; 204 by default. */
  answer: stepSchema.exactOptional(),
  /** How long the answer to an unclaimed order's attempt waits for a script that claims it; 0 by default. */
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

/** From when to when, in milliseconds since the epoch. */
export const timeSpanSchema = z.object({ fromMs: z.number(), toMs: z.number() });
export type TimeSpan = z.output<typeof timeSpanSchema>;

/** What the control API reports about the mailboxes asked for, from a cursor on. */
export const attemptPageSchema = z.object({
  /** The server's own name; another one after a restart that has forgotten everything and counts from the start again. */
  instance: z.string(),
  /** A server of a later version may add keys. */
  attempts: z.array(z.object(storedAttemptSchema.shape)),
  /** The cursor to ask from next. */
  next: z.number(),
  /** Whether the page was full, so that more can be asked for at once. */
  more: z.boolean(),
  /** Attempts these mailboxes have recorded since they were opened. */
  received: z.number(),
  /** Those of them that the server no longer holds. */
  dropped: z.number(),
  /** What it refused since it was started: attempts of these mailboxes beyond their rate, and connections to anybody. */
  refused: z.number(),
  /** When the server was down while one of these mailboxes was open: what was sent to it then is lost. */
  gaps: z.array(timeSpanSchema),
  /** The latest times in which it stood still and may have noted attempts late. */
  stalls: z.array(timeSpanSchema),
});
export type AttemptPage = z.output<typeof attemptPageSchema>;

export const openedMailboxSchema = z.object({
  /** As in a page of attempts. */
  instance: z.string(),
  /** What to register as the webhook's URL. */
  url: z.string(),
  /** False when it was open already. */
  isNew: z.boolean(),
  /** The cursor from which to ask for all of its attempts. */
  from: z.number(),
});
export type OpenedMailbox = z.output<typeof openedMailboxSchema>;

/** An extra port, for deliveries that shall find nobody listening. */
export const listenerStateSchema = z.object({ port: z.number(), url: z.string(), isOpen: z.boolean() });
export type ListenerState = z.output<typeof listenerStateSchema>;

export const emptyObjectSchema = z.object({});
