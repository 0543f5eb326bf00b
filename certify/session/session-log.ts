import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { z } from 'zod';
import {
  actionSchema,
  faultEntrySchema,
  madeCouponSchema,
  partnerAttemptSchema,
  partnerCallSchema,
  partnerRecordSchema,
  stateSchema,
} from '../../core/partner-record.ts';

/** What is known of a part of a session before anything is seen. */
const beginningSchema = z.strictObject({
  kind: z.literal('begun'),
  partner: z.strictObject({ name: z.string(), version: z.string() }),
  /** Of the partner's process, where the session started it: a session that is killed leaves it running. */
  partnerPid: z.int().exactOptional(),
  observes: z.boolean(),
  seed: z.string(),
  ...partnerRecordSchema
    .pick({
      startedAt: true,
      capabilities: true,
      timeScale: true,
      receiverMs: true,
      names: true,
    })
    .required().shape,
});

const scenarioSchema = z.strictObject({
  kind: z.literal('scenario'),
  name: z.string(),
  state: z.enum(['begun', 'played', 'not possible']),
  atMs: z.number(),
  /** It cannot be played again with fresh data. */
  isOnce: z.literal(true).exactOptional(),
});

/** One thing that a session saw or did; of what changes later, such as an action, the last one of a number holds. */
export const logEntrySchema = z.discriminatedUnion('kind', [
  beginningSchema,
  scenarioSchema,
  z.strictObject({ kind: z.literal('call'), call: partnerCallSchema }),
  z.strictObject({ kind: z.literal('attempt'), attempt: partnerAttemptSchema }),
  z.strictObject({ kind: z.literal('action'), action: actionSchema }),
  z.strictObject({ kind: z.literal('state'), state: stateSchema }),
  z.strictObject({ kind: z.literal('fault'), fault: faultEntrySchema }),
  z.strictObject({ kind: z.literal('coupon'), coupon: madeCouponSchema }),
  z.strictObject({ kind: z.literal('idle'), atMs: z.number() }),
  /** Nothing listened at the partner's hooks any more. */
  z.strictObject({ kind: z.literal('gone'), atMs: z.number(), how: z.string() }),
  z.strictObject({
    kind: z.literal('ended'),
    atMs: z.number(),
    why: z.string().exactOptional(),
    /** How the partner's process ended by itself. */
    died: z.string().exactOptional(),
    /** The partner sent more requests than any correct one needs. */
    storm: z.literal(true).exactOptional(),
  }),
]);

export type LogEntry = z.output<typeof logEntrySchema>;
export type Beginning = z.output<typeof beginningSchema>;

/** Takes what a session sees as it sees it. */
export type NoteEntry = (entry: LogEntry) => void;

/** The file of a session, which outlives a crash of ours. */
export interface SessionLog extends Disposable {
  note: NoteEntry;
}

/** Drops what a crash left of a last line, so that what is appended stands in lines of its own. */
const dropTornLine = (file: string): void => {
  if (!existsSync(file)) return;
  const content = readFileSync(file);
  truncateSync(file, content.lastIndexOf('\n') + 1);
};

/** Appends to the file; only its owner may read it, for customers stand in it as they were sent. */
export const openSessionLog = (file: string): SessionLog => {
  dropTornLine(file);
  const descriptor = openSync(file, 'a', 0o600);
  return {
    note(entry) {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`);
    },
    [Symbol.dispose]: () => closeSync(descriptor),
  };
};
