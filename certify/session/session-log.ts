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

/** The data of a part of a session from its start. */
const beginningSchema = z.strictObject({
  kind: z.literal('begun'),
  partner: z.strictObject({ name: z.string(), version: z.string() }),
  /** The partner's process if the session started it. A session that is killed leaves it running. */
  partnerPid: z.int().exactOptional(),
  observes: z.boolean(),
  ...partnerRecordSchema.pick({
    seed: true,
    startedAt: true,
    capabilities: true,
    timeScale: true,
    receiverMs: true,
    names: true,
  }).shape,
});

const scenarioSchema = z.strictObject({
  kind: z.literal('scenario'),
  name: z.string(),
  state: z.enum(['begun', 'played', 'not possible']),
  atMs: z.number(),
  /** The scenario cannot be played again with new data. */
  isOnce: z.literal(true).exactOptional(),
});

/** One event of a session. If entries share a number, as for an action, the last one counts. */
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
  /** Nothing listened at the partner's hooks. */
  z.strictObject({ kind: z.literal('gone'), atMs: z.number(), how: z.string() }),
  z.strictObject({
    kind: z.literal('ended'),
    atMs: z.number(),
    why: z.string().exactOptional(),
    /** How the partner's process exited by itself. */
    died: z.string().exactOptional(),
    /** The partner sent more requests than any correct partner needs. */
    storm: z.literal(true).exactOptional(),
  }),
]);

export type LogEntry = z.output<typeof logEntrySchema>;
export type Beginning = z.output<typeof beginningSchema>;

/** Takes an entry of a session as it occurs. */
export type NoteEntry = (entry: LogEntry) => void;

/** The file of a session, which survives a crash of Selo. */
export interface SessionLog extends Disposable {
  note: NoteEntry;
}

/** Drops a last line that a crash cut off, so that the next entry starts a new line. */
const dropTornLine = (file: string): void => {
  if (!existsSync(file)) return;
  const content = readFileSync(file);
  truncateSync(file, content.lastIndexOf('\n') + 1);
};

/** Opens the file to append. Only its owner may read it, because it has the customers' data. */
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
