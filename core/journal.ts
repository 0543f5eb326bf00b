import { z } from 'zod';

export const recordKindSchema = z.enum(['customer', 'product', 'order', 'store', 'cart', 'coupon']);
export type RecordKind = z.output<typeof recordKindSchema>;

/** A record that the run meant to create, written before the request leaves: an answer may get lost, the record not. */
export const journalEntrySchema = z.object({
  kind: recordKindSchema,
  company: z.string(),
  /** By which it can be found again: phone, external id or code. */
  key: z.string().optional(),
  /** Parses as the instant before which the record did not exist. */
  sentAt: z.string(),
  /** Noted once more when the target has accepted a record without a key: such records can only be counted. */
  isAccepted: z.literal(true).exactOptional(),
  /** Noted when clean-up has removed a record without a key: no later clean-up can find it. */
  isRemoved: z.literal(true).exactOptional(),
});
export type JournalEntry = z.output<typeof journalEntrySchema>;
