import { z } from 'zod';

export const recordKindSchema = z.enum(['customer', 'product', 'order', 'store', 'cart', 'coupon']);
export type RecordKind = z.output<typeof recordKindSchema>;

/** A record that the run is about to create. It is written before the request, because the answer may get lost. */
export const journalEntrySchema = z.object({
  kind: recordKindSchema,
  company: z.string(),
  /** The phone, external id or code that finds the record again. */
  key: z.string().optional(),
  /** A date-time: the record did not exist before it. */
  sentAt: z.string(),
  /** A second entry, once the target accepted a record without a key: such records can only be counted. */
  isAccepted: z.literal(true).exactOptional(),
  /** Another entry, once clean-up removed a record without a key: a later clean-up cannot find it. */
  isRemoved: z.literal(true).exactOptional(),
});
export type JournalEntry = z.output<typeof journalEntrySchema>;
